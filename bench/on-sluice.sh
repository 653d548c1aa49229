#!/usr/bin/env bash
# Runs a benchmark of bench/src on a Sluice of its own, on an empty directory that is removed at the end.
#
#   bench/on-sluice.sh Benchmark [argument...] [-- settings of Sluice]
#
# The benchmark is given port and process of the server, and the arguments. $SLUICE is the program to measure, if not that of this source tree.
set -euo pipefail
benchmark=$1
shift
arguments=()
while [ $# -gt 0 ] && [ "$1" != "--" ]; do
  arguments+=("$1")
  shift
done
[ $# -gt 0 ] && shift

top=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
cleanup() {
  kill "${sluice_pid:-}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

port=$((20000 + RANDOM % 10000))
"${SLUICE:-$top/sluice}" --port $port --bind 127.0.0.1 --dir "$work/data" "$@" >"$work/log" 2>&1 &
sluice_pid=$!
until (exec 3<>"/dev/tcp/127.0.0.1/$port" && printf 'PING\r\n' >&3 && read -r -t 5 line <&3 && [ "${line%$'\r'}" = +PONG ]) \
  2>/dev/null; do
  kill -0 $sluice_pid 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.2
done
"$top/bench/java.sh" "$benchmark" $port $sluice_pid "${arguments[@]}"
