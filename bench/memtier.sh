#!/usr/bin/env bash
# A load generator with the options and the closing table of memtier_benchmark; see --help.
exec "$(dirname "$0")/java.sh" load.Memtier "$@"
