#!/usr/bin/env bash
# Whether Sluice slows down under workloads that delete as much as they write: a queue (RPUSH, LPOP), a delay queue (ZADD,
# ZPOPMIN), a sliding window (ZADD, ZREMRANGEBYSCORE), and sets of 100,000 and of 1,000,000 members that are popped until
# they are empty. Starts a Sluice on an empty directory that is removed at the end.
#
#   bench/long-run.sh [-n operations] [-o folder] [-w "workload..."] [-- settings of Sluice]
#
# Prints the speed of the last 10,000 operations beside that of the first, and writes long-run.csv and long-run.svg.
set -euo pipefail
operations=1000000 folder=. workloads=
while getopts "n:o:w:" option; do
  case $option in
    n) operations=$OPTARG ;;
    o) folder=$OPTARG ;;
    w) workloads=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ "${1:-}" = "--" ] && shift

top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
port=$((20000 + RANDOM % 10000))
cleanup() {
  kill "${sluice_pid:-}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

"$top/sluice" --port $port --bind 127.0.0.1 --dir "$work/data" "$@" >"$work/log" 2>&1 &
sluice_pid=$!
until (exec 3<>"/dev/tcp/127.0.0.1/$port" && printf 'PING\r\n' >&3 && read -r -t 5 line <&3 && [ "${line%$'\r'}" = +PONG ]) \
  2>/dev/null; do
  kill -0 $sluice_pid 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.2
done
# shellcheck disable=SC2086
java "$top/bench/src/main/java/io/sluice/bench/LongRun.java" $port "$operations" "$folder" $workloads
