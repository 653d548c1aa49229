# Which java there is. Sourced by the launcher and by the build: after consider_all, java is the newest one found of version
# 17 or later, and java_major its major version; they are empty and 0 when there is none.

# The major version of the java given, or nothing. The file 'release' spares the start of a JVM.
major_of() {
    [ -x "$1" ] || return 0
    real=$1
    while [ -L "$real" ]; do
        link=$(readlink "$real")
        case $link in
            /*) real=$link ;;
            *) real=$(dirname "$real")/$link ;;
        esac
    done
    version=
    release=$(dirname "$real")/../release
    if [ -r "$release" ]; then
        version=$(sed -n 's/^JAVA_VERSION="\{0,1\}\([^"]*\).*/\1/p' "$release")
    fi
    if [ -z "$version" ]; then
        version=$("$1" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | head -n 1)
    fi
    version=${version#1.}
    version=${version%%[!0-9]*}
    echo "$version"
}

java=
java_major=0
consider() {
    major=$(major_of "$1")
    if [ -n "$major" ] && [ "$major" -ge 17 ] && [ "$major" -gt "$java_major" ]; then
        java=$1
        java_major=$major
    fi
}

consider_all() {
    if [ -n "${JAVA_HOME:-}" ]; then
        consider "$JAVA_HOME/bin/java"
    fi
    on_path=$(command -v java || true)
    if [ -n "$on_path" ]; then
        consider "$on_path"
    fi
    for candidate in /usr/lib/jvm/*/bin/java /opt/java/*/bin/java \
        /Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java "${HOME:-/}"/.sdkman/candidates/java/*/bin/java; do
        consider "$candidate"
    done
}
