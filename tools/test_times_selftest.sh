#!/bin/sh
# test_times_selftest.sh: in_temp.sh records processor time, and test_times.sh adds it up and warns above the budget.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
fail() {
    echo "FAIL: $*"
    exit 1
}
mkdir one two || exit 1
TEST_TIMES=$PWD/one/times.txt TEST_NAME=room/busy "$here/in_temp.sh" \
    sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; exit 3'
[ $? -eq 3 ] || fail "in_temp.sh lost the exit status"
grep -Eqx '[0-9]+\.[0-9][0-9] room/busy' one/times.txt || fail "no processor time: $(cat one/times.txt)"
grep -q '^0.00 ' one/times.txt && fail "a busy loop took no processor time"

echo "59 a/short" >one/times.txt
echo "600 b/long" >two/times.txt
"$here/test_times.sh" one two | grep -q 'WARNING' && fail "a warning without a budget"
"$here/test_times.sh" --budget one | grep -q 'WARNING' && fail "a warning within the budget"
"$here/test_times.sh" --budget one two | grep -q 'WARNING.*two:b/long$' || fail "no warning of a long test"
"$here/test_times.sh" --budget one two | grep -q 'WARNING.*12 minutes' && fail "a warning below 12 minutes"
echo "62 a/more" >>one/times.txt
"$here/test_times.sh" --budget one two | grep -q 'WARNING.*12 minutes' || fail "no warning beyond 12 minutes"
exit 0
