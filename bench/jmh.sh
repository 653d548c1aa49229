#!/usr/bin/env bash
# JMH benchmarks of the pieces (module microbench): time and allocated bytes of an operation, into bench/results as Markdown
# and CSV. Arguments are those of JMH: a pattern of names, -f forks, -wi and -i iterations, -prof ...
#
#   bench/jmh.sh [RequestBenchmark] [-f 2 -wi 5 -i 5]
#
# Builds the modules when they are not built, or a source is newer. $RESULTS is another folder for what comes of it.
set -euo pipefail
CDPATH='' cd -- "$(dirname "$0")/.."
built=microbench/target/microbench.built
if [ ! -f $built ] || [ -n "$(find pom.xml {kv-encoding,kv-api,backend-rocksdb,proxy-core,microbench}/{pom.xml,src/main} -newer $built -print -quit)" ]; then
  mvn -q -B -Dstyle.color=never -pl microbench -am -DskipTests package >&2
  touch $built
fi
exec java -cp "microbench/target/classes:microbench/target/lib/*" io.sluice.microbench.Main "${RESULTS:-bench/results}" "$@"
