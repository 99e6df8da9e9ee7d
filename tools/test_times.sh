#!/bin/sh
# test_times.sh [--all] [--budget] BUILD...: the processor time of the last test run of each build, from its times.txt: the
# ten longest tests, or all, and the sum. --budget warns when `make test` exceeds its budget: 12 minutes for both builds
# together, one minute for the longest test.
all_minutes=12
one_minutes=1
most=10
budget=
while :; do
    case ${1:-} in
    --all) most=100000 ;;
    --budget) budget=yes ;;
    *) break ;;
    esac
    shift
done
list=$(mktemp) || exit 1
trap 'rm -f "$list"' EXIT
for build in "$@"; do
    [ -r "$build/times.txt" ] && awk -v build="$build" '{ print $1, build, $2 }' "$build/times.txt"
done | sort -rn >"$list"
echo "Processor time, longest tests first (all of them: tools/test_times.sh --all $*):"
head -n $most "$list" | awk '{ printf "%8.1f s  %-12s %s\n", $1, $2, $3 }'
awk -v budget="$budget" -v all="$all_minutes" -v one="$one_minutes" '
    { sum += $1; of[$2] += $1; if ($1 > 60 * one) long_tests = long_tests " " $2 ":" $3 }
    END {
        for (build in of) printf "%8.1f s  %-12s together\n", of[build], build
        printf "%8.1f s  together\n", sum
        if (budget && sum > 60 * all) printf "WARNING: the tests take more than %g minutes of processor time\n", all
        if (budget && long_tests) printf "WARNING: more than %g min of processor time:%s\n", one, long_tests
    }' "$list"
