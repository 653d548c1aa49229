#!/usr/bin/env bash
# Runs units of Redis's own test suite (Tcl, of Debian's source package of Redis 7.0) against Sluice, and compares what
# fails with what docs/compatibility.md explains.
#
#   bench/redis-tcl.sh [unit...]      such as type/string or expire; without units, all that concern what Sluice has
#
# Each unit meets a fresh Sluice on an empty directory, as an external server. Exits with 1 when a test fails that
# docs/compatibility.md does not list, or when one passes that it lists.
#
# Needs a Debian machine with a JDK (and, for the first run, root: it installs tcl and dpkg-dev when they are missing, and
# fetches the source package). Redis's files stay in a cache outside the tree: $SLUICE_CACHE, or ~/.cache/sluice. $SLUICE is
# the program to test, if not that of this source tree.
set -euo pipefail

top=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
cache=${SLUICE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sluice}/redis-tcl
known=$top/docs/compatibility.md
release=bookworm # the Debian release whose Redis is 7.0
units=("$@")
[ ${#units[@]} -gt 0 ] || units=(type/string type/incr type/hash type/list type/list-2 type/list-3 type/set type/zset geo sort
  multi keyspace scan expire bitops bitfield hyperloglog dump protocol querybuf info other)

# ---- Redis's tests ----

install_tools() {
  command -v tclsh >/dev/null && command -v dpkg-source >/dev/null && return
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends tcl dpkg-dev
}

# With an apt configuration of its own, so that the machine's stays as it is.
fetch() {
  mkdir -p "$cache/apt/lists/partial" "$cache/package"
  local key=/usr/share/keyrings/debian-archive-keyring.gpg
  printf 'deb-src [signed-by=%s] http://deb.debian.org/%s main\n' \
    $key "debian $release" $key "debian-security $release-security" >"$cache/apt/sources.list"
  local apt=(apt-get -q -o "Dir::Etc::SourceList=$cache/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$cache/apt/lists" -o APT::Sandbox::User=root)
  "${apt[@]}" update
  (cd "$cache/package" && "${apt[@]}" source --download-only redis)
  rm -rf "$cache/source.new"
  dpkg-source -x "$(ls "$cache"/package/redis_*.dsc | tail -n 1)" "$cache/source.new"
  mv "$cache/source.new" "$cache/source"
}

# A copy that runs against what there is: the harness must survive a server without FUNCTION, the unit about INFO starts no
# server of its own although it says that it must, and a small list is a listpack, as it is from Redis 7.2 on.
prepare() {
  rm -rf "$cache/run"
  mkdir -p "$cache/run"
  cp -r "$cache/source/tests" "$cache/source/runtest" "$cache/run/"
  sed -i 's/^    r function flush$/    catch {r function flush}/' "$cache/run/tests/support/server.tcl"
  sed -i 's/{tags {"info" "external:skip"}}/{tags {"info"}}/' "$cache/run/tests/unit/info.tcl"
  sed -i 's/^    assert_match \$enc \$val$/    assert {[string match $enc $val] || ($enc eq "quicklist" \&\& $val eq "listpack")}/' \
    "$cache/run/tests/support/test.tcl"
}

install_tools
[ -d "$cache/source" ] || fetch
prepare

# ---- Sluice ----

work=$(mktemp -d)
sluice=
stop() {
  if [ -n "$sluice" ]; then
    kill "$sluice" 2>/dev/null || true
    wait "$sluice" 2>/dev/null || true
    sluice=
  fi
}
trap 'stop; rm -rf "$work"' EXIT

answers() { # port
  (exec 3<>"/dev/tcp/127.0.0.1/$1" && printf 'PING\r\n' >&3 && read -r -t 5 line <&3 && [ "${line%$'\r'}" = +PONG ]) 2>/dev/null
}

start() { # name of the directory; sets sluice and port
  while :; do
    port=$((20000 + RANDOM % 10000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  # Sets are listpacks from Redis 7.2 on: not one of them here, as the suite is of 7.0.
  "${SLUICE:-$top/sluice}" --port $port --bind 127.0.0.1 --dir "$work/$1" --enable-debug-command yes \
    --set-max-listpack-entries 0 >"$work/$1.log" 2>&1 &
  sluice=$!
  until answers $port; do
    kill -0 $sluice 2>/dev/null || { cat "$work/$1.log" >&2; exit 1; }
    sleep 0.2
  done
}

# ---- the runs ----

# This one waits for the table of a set to be rehashed, which nothing here is, and would leave settings changed behind it.
skipped='SRANDMEMBER with a dict containing long chain'

# Replication and snapshots are what Sluice leaves to its store, and it evicts nothing; Redis's own tags tell which tests
# want that.
denied='-needs:repl -needs:save -needs:config-maxmemory'

# One line per test, of the last run of it: ok, err or ignore, the name, and of an error the message.
results() { # log
  sed 's/\x1b\[[0-9;]*m//g' "$1" | awk '
    function flush() { if (state != "") print state "\t" name "\t" message; state = "" }
    /^\[(ok|err|ignore|exception|timeout)\]: / {
      flush()
      state = $0; sub(/\].*/, "", state); sub(/^\[/, "", state)
      name = $0; sub(/^\[[a-z]*\]: /, "", name)
      if (state == "ok") sub(/ \([0-9]+ ms\)$/, "", name)
      if (state == "err") sub(/ in tests\/unit\/[a-z\/0-9-]*\.tcl$/, "", name)
      message = ""
      next
    }
    /^\[|^ *The End$|^Testing |^!!! / { flush() }
    state == "err" && lines[name] < 3 { lines[name]++; message = message (message == "" ? "" : " / ") substr($0, 1, 300) }
    END { flush() }'
}

explained() { # unit, test
  grep -qF "| $1 | \`$2\` |" "$known"
}

echo "| unit | run | passed | failed | not run |" >"$work/table"
echo "|---|---|---|---|---|" >>"$work/table"
surprises=0
for unit in "${units[@]}"; do
  name=${unit//\//-}
  start "$name"
  (cd "$cache/run" && ./runtest --host 127.0.0.1 --port $port --baseport $((10100 + RANDOM % 9000)) --durable \
    --ignore-digest --timeout 300 --tags "$denied" --skiptest "$skipped" --single "unit/$unit") >"$work/$name.out" 2>&1 || true
  kill -0 "$sluice" 2>/dev/null || { echo "Sluice ended during $unit"; cat "$work/$name.log"; surprises=$((surprises + 1)); }
  stop
  rm -rf "${work:?}/$name"
  results "$work/$name.out" >"$work/$name.results"
  if ! grep -q "done.*unit/$unit" "$work/$name.out"; then
    echo "$unit did not come to its end:"
    tail -n 20 "$work/$name.out"
    surprises=$((surprises + 1))
  fi
  passed=0 failed=0 ignored=0
  while IFS=$'\t' read -r state test message; do
    case $state in
      ok)
        passed=$((passed + 1))
        if explained "$unit" "$test"; then
          echo "passes, but docs/compatibility.md lists it: $unit: $test"
          surprises=$((surprises + 1))
        fi
        ;;
      ignore) ignored=$((ignored + 1)) ;;
      *)
        failed=$((failed + 1))
        if explained "$unit" "$test"; then
          echo "known: $unit: $test"
        else
          echo "FAILED: $unit: $test"
          echo "    $message"
          surprises=$((surprises + 1))
        fi
        ;;
    esac
  done <"$work/$name.results"
  echo "| $unit | $((passed + failed)) | $passed | $failed | $ignored |" | tee -a "$work/table"
done
echo
cat "$work/table"
[ $surprises -eq 0 ]
