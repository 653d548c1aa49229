#!/usr/bin/env bash
# What HBase lets Sluice do: HBase's plain client, Sluice on a local HBase and Sluice on RocksDB, one after the other, with
# values of 512 bytes. Prints tables in Markdown: requests a second, their ratio to the plain client's calls, latencies, the
# processor time of Sluice for a request and its resident memory. Linux only. All of it shares the cores of this machine.
#
#   bench/hbase.sh [--seconds N] [--keys N] [--pipeline N]
#
# SET only and SET:GET 1:10, keys drawn from a Gaussian distribution over all that there are, and SET with each key as likely; 2
# threads with 25 connections each; then with more requests of a connection on their way, of all keys and of 16 hot ones. The
# plain client has as many calls on their way as there are connections, and keys that are equally likely.
# $SLUICE is the program to measure, if not that of this source tree.
set -euo pipefail
seconds=15
keys=20000
pipeline=16
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=$2 ;;
    --keys) keys=$2 ;;
    --pipeline) pipeline=$2 ;;
    *) sed -n '2,/^set/{/^#/p}' "$0" >&2; exit 2 ;;
  esac
  shift 2
done
top=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
sluice=${SLUICE:-$top/sluice}
"$sluice" --version >/dev/null # builds it when needed, before anything is timed
connections=50
work=$(mktemp -d)
started=()
stop() {
  for pid in "${started[@]}"; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  started=()
}
trap 'stop; rm -rf "$work"' EXIT

port=$((20000 + RANDOM % 10000))

# Sends the words to the server and prints the first line of what it answers.
ask() {
  exec 3<>"/dev/tcp/127.0.0.1/$port" && printf '%s\r\n' "$*" >&3 && read -r -t 300 line <&3 && echo "${line%$'\r'}"
}

# Waits until a file has the line; $2 is the process that writes it.
await_line() {
  until grep -q "$3" "$1" 2>/dev/null; do
    kill -0 "$2" 2>/dev/null || { cat "$1" >&2; exit 1; }
    sleep 0.2
  done
}

start_sluice() {
  "$sluice" --port $port --bind 127.0.0.1 --dir "$work/data" "$@" >"$work/sluice.log" 2>&1 &
  sluice_pid=$!
  started=("$sluice_pid" "${started[@]}")
  until [ "$( (ask PING) 2>/dev/null)" = +PONG ]; do
    kill -0 "$sluice_pid" 2>/dev/null || { cat "$work/sluice.log" >&2; exit 1; }
    sleep 0.2
  done
  (ask DBSIZE) >/dev/null # every slot is claimed
}

load() {
  "$top/bench/memtier.sh" -s 127.0.0.1 -p $port -t 2 -c 25 -d 512 --key-maximum "$keys" --distinct-client-seed --randomize --hide-histogram --hide-progress "$@"
}

# The processor time that Sluice has taken, in clock ticks.
ticks() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$sluice_pid/stat"; }

# Arguments: the plain client's calls a second, a name, options.
measure() {
  local ceiling=$1 name=$2 before after
  shift 2
  before=$(ticks)
  load --test-time "$seconds" "$@" >"$work/table"
  after=$(ticks)
  awk -v name="$name" -v ceiling="$ceiling" -v ticks=$((after - before)) -v hz="$(getconf CLK_TCK)" -v seconds="$seconds" \
    -v rss="$(awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$sluice_pid/status")" '
    /^Totals/ { printf "| %s | %d | %.2f | %.1f | %.1f | %.0f | %d |\n", name, $2, $2 / ceiling, $6, $7, ticks / hz * 1e6 / ($2 * seconds), rss }' "$work/table"
}

all_loads() {
  load -n allkeys --ratio 1:0 --key-pattern P:P --pipeline 16 >/dev/null
  load --test-time "$seconds" --ratio 1:10 --key-pattern G:G >/dev/null # warms up
  measure "$puts" "$1, SET" --ratio 1:0 --key-pattern G:G
  measure "$puts" "$1, SET, uniform keys" --ratio 1:0 --key-pattern R:R
  measure "$mixed" "$1, 1:10" --ratio 1:10 --key-pattern G:G
  measure "$puts" "$1, SET, $pipeline at a time" --ratio 1:0 --key-pattern G:G --pipeline "$pipeline"
  measure "$puts" "$1, SET, $pipeline at a time, 16 keys" --ratio 1:0 --key-pattern R:R --pipeline "$pipeline" --key-maximum 16
  measure "$mixed" "$1, 1:10, $pipeline at a time" --ratio 1:10 --key-pattern G:G --pipeline "$pipeline"
}

echo "HBase's plain client and the adapter without Sluice, $connections calls outstanding, uniform keys, the second of two rounds:"
echo
(cd "$top" && mvn -q -B -Dstyle.color=never -pl hbase-local -am -DskipTests test-compile >&2)
classes=
for module in hbase-local backend-hbase kv-api; do
  classes=$classes:$top/$module/target/test-classes:$top/$module/target/classes
done
(cd "$top/hbase-local" && java -Xmx1g -cp "${classes#:}:target/lib/*" io.sluice.hbase.HBaseThroughput "$seconds" "$connections") |
  tail -n 5 | tee "$work/plain" | sed 's/^/    /'
puts=$(awk '/^plain put/ { print $3 }' "$work/plain")
mixed=$(awk '/^plain 1:10/ { print $3 }' "$work/plain")

cat <<HEAD

| load | requests/s | of the plain client's | p50, ms | p99, ms | Sluice's processor time, us a request | its resident memory, MiB |
|---|---|---|---|---|---|---|
HEAD
"$top/bin/local-hbase" --dir "$work/hbase" --port $((port + 10)) >"$work/hbase.log" 2>&1 &
hbase_pid=$!
started=("$hbase_pid")
await_line "$work/hbase.log" "$hbase_pid" "HBase is ready"
start_sluice --backend hbase --hbase-bootstrap-servers 127.0.0.1:$((port + 10))
all_loads "HBase"
stop
start_sluice
all_loads "RocksDB"
stop
