#!/usr/bin/env bash
# What the commands on collections cost when these are large, before and after many deletes: fills a hash, a list, a set and
# a sorted set of a Sluice ($SLUICE, if not that of this source tree) on an empty directory, and prints tables in Markdown.
#
#   bench/large-collections.sh [-n elements] [-- settings of Sluice]
set -euo pipefail
elements=1000000
while getopts "n:" option; do
  case $option in
    n) elements=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
exec "$(dirname "$0")/on-sluice.sh" LargeCollections "$elements" -- "$@"
