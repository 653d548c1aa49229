#!/usr/bin/env bash
# Whether Sluice slows down under workloads that delete as much as they write: a queue (RPUSH, LPOP), a delay queue (ZADD,
# ZPOPMIN), a sliding window (ZADD, ZREMRANGEBYSCORE), and sets of 100,000 and of 1,000,000 members that are popped until
# they are empty. Starts a Sluice ($SLUICE, if not that of this source tree) on an empty directory.
#
#   bench/long-run.sh [-n operations] [-o folder] [-w "workload..."] [-- settings of Sluice]
#
# Prints the speed of the last 10,000 operations beside that of the first, and writes long-run.csv and long-run.svg, into
# bench/results if no folder is named.
set -euo pipefail
operations=1000000 folder=$(dirname "$0")/results workloads=
while getopts "n:o:w:" option; do
  case $option in
    n) operations=$OPTARG ;;
    o) folder=$OPTARG ;;
    w) workloads=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
# shellcheck disable=SC2086
exec "$(dirname "$0")/on-sluice.sh" LongRun "$operations" "$folder" $workloads -- "$@"
