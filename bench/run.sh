#!/usr/bin/env bash
# Runs redis-server (in memory, no persistence) and Sluice under the same load, in turn, and writes tables and charts.
#
#   bench/run.sh [table...] [--quick | --scale N] [--rounds N] [--backend NAME] [--results FOLDER] [-- settings of Sluice]
#
#   a-p1, a-p16     redis-benchmark, one request at a time and 16 at a time; a for both
#   b               ZADD and LPUSH with 32 requests at a time, over 100 to 1,000,000 keys
#   c, d            SET only over 10,485,760 keys; SET and GET 1:10 over 30,000,000 keys
#   e               latencies at half of the peak for ten minutes
#   f               start with 1 GiB of data, idle memory
#   g-keys          1, 10 and 50 million keys with a block cache a tenth of the data
#   g-connections   1 to 10,000 connections
#   g-values        values of 64 bytes to 16 MiB; g for all three
#
# Another store than RocksDB must run already, and be given to Sluice in settings; {run} in them is another word for each
# server that is started, such as in --backend hbase -- --hbase-bootstrap-servers 127.0.0.1:16000 --hbase-table bench-{run}
#
# Without a table, all of them, which takes hours: --quick is a hundredth of the keys and of the time, minutes for all.
# Each table goes to bench/results as CSV, Markdown and SVG. $SLUICE is the program to measure, if not that of this source
# tree. Needs redis-server and redis-benchmark on the PATH.
set -euo pipefail
CDPATH='' cd -- "$(dirname "$0")/.."
export SLUICE=${SLUICE:-$PWD/sluice}
"$SLUICE" --version >/dev/null # builds it when needed, before anything is timed
exec bench/java.sh run.Main "$@"
