#!/bin/sh
# in_temp.sh COMMAND...: runs a command in an empty folder that is removed afterwards. If TEST_TIMES names a file, appends
# a line with the command's processor time (user and system, s) and the name in TEST_NAME.
dir=$(mktemp -d "${TMPDIR:-/tmp}/tenon-test.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
cd "$dir" || exit 1
# Sanitizers write to files of their own: their warnings are not what a program says. An error in any process fails.
ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}log_path=$dir.sanitizer"
export ASAN_OPTIONS
"$@"
status=$?
for log in "$dir".sanitizer.*; do
    [ -f "$log" ] || continue
    if grep -q 'ERROR:\|runtime error:' "$log"; then
        cat "$log" >&2
        [ $status -ne 0 ] || status=1
    fi
    rm -f "$log"
done
if [ -n "${TEST_TIMES:-}" ]; then
    times >times.txt # the second line is for the children, as 1m2.50s 0m0.25s
    awk -v name="${TEST_NAME:-?}" -F '[ms ]+' 'NR == 2 { printf "%.2f %s\n", 60 * $1 + $2 + 60 * $3 + $4, name }' \
        times.txt >>"$TEST_TIMES"
fi
exit $status
