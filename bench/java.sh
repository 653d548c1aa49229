#!/usr/bin/env bash
# Runs a program of this module, such as load.Memtier; builds the module when it is not built, or a source is newer.
#
#   bench/java.sh Program [argument...]
#
# $BENCH_JAVA_OPTS are options of its JVM.
set -euo pipefail
top=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
built=$top/bench/target/bench.built
if [ ! -f "$built" ] || [ -n "$(find "$top/pom.xml" "$top/bench/pom.xml" "$top/bench/src/main" -newer "$built" -print -quit)" ]; then
  (cd "$top" && mvn -q -B -Dstyle.color=never -pl bench -Dmaven.test.skip=true package >&2)
  touch "$built"
fi
program=$1
shift
# shellcheck disable=SC2086 # the options are words
exec java ${BENCH_JAVA_OPTS:--Xmx1g -XX:+UseSerialGC} -cp "$top/bench/target/classes:$top/bench/target/lib/*" "io.sluice.bench.$program" "$@"
