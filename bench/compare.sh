#!/usr/bin/env bash
# Runs redis-benchmark against Sluice on embedded RocksDB and against a redis-server, in turn, several rounds, and prints
# the median of each and their ratio. Both listen on loopback, on data directories that are removed at the end.
#
#   bench/compare.sh [-n requests] [-c clients] [-r rounds] [-t tests] [-- settings of Sluice]
#
# Needs redis-server, redis-benchmark and redis-cli on the PATH.
set -euo pipefail
requests=200000 clients=50 rounds=3 tests=ping_mbulk,set,get,incr,mset
while getopts "n:c:r:t:" option; do
  case $option in
    n) requests=$OPTARG ;;
    c) clients=$OPTARG ;;
    r) rounds=$OPTARG ;;
    t) tests=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ "${1:-}" = "--" ] && shift

top=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
redis_port=$((20000 + RANDOM % 10000)) sluice_port=$((30000 + RANDOM % 10000))
cleanup() {
  kill "${redis_pid:-}" "${sluice_pid:-}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

redis-server --port $redis_port --bind 127.0.0.1 --save '' --appendonly no --dir "$work" >"$work/redis.log" &
redis_pid=$!
"$top/sluice" --port $sluice_port --bind 127.0.0.1 --dir "$work/data" "$@" >"$work/sluice.log" 2>&1 &
sluice_pid=$!
for port in $redis_port $sluice_port; do
  until [ "$(redis-cli -p "$port" ping 2>/dev/null)" = PONG ]; do
    kill -0 $redis_pid && kill -0 $sluice_pid || { cat "$work"/*.log >&2; exit 1; }
    sleep 0.2
  done
done

run() { # port, pipeline: lines "test,requests per second"
  redis-benchmark -h 127.0.0.1 -p "$1" -t "$tests" -n "$requests" -c "$clients" -P "$2" -r 100000 --csv |
    sed -n 's/^"\([A-Z_]*\)[^"]*","\([0-9.]*\)".*/\1,\2/p' | grep -v '^test,'
}
for pipeline in 1 16; do
  run $sluice_port $pipeline >/dev/null # a warm-up: what is measured is compiled code
  for _ in $(seq "$rounds"); do
    run $redis_port $pipeline | sed "s/^/redis,$pipeline,/" >>"$work/results"
    run $sluice_port $pipeline | sed "s/^/sluice,$pipeline,/" >>"$work/results"
  done
done

redis-server --version | awk '{print "Redis " $3}'
echo "| test | -P | Redis, requests/s | Sluice, requests/s | ratio |"
echo "|---|---|---|---|---|"
awk -F, '
  { key = $3 "," $2; if (!(key in seen)) { seen[key] = ++n; order[n] = key }; v[$1 "," key] = v[$1 "," key] " " $4 }
  function median(list,   a, i, j, t, m) {
    m = split(list, a, " ")
    for (i = 2; i <= m; i++) for (j = i; j > 1 && a[j - 1] + 0 > a[j] + 0; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
    return m % 2 ? a[(m + 1) / 2] : (a[m / 2] + a[m / 2 + 1]) / 2
  }
  END {
    for (i = 1; i <= n; i++) {
      split(order[i], k, ",")
      r = median(v["redis," order[i]]); s = median(v["sluice," order[i]])
      printf "| %s | %s | %d | %d | %.2f |\n", k[1], k[2], r, s, s / r
    }
  }' "$work/results"
