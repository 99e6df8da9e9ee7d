# tenon bench: rows in one table and as JSON, beside other engines, compared between commits. Times are never judged here,
# only what is the same in every run.
. "$SOURCE/tests/app/lib.sh"
json="$SOURCE/tests/app/json.awk"
# below FILE KEY LIMIT COUNT PATTERN: the rows with that pattern are so many, and KEY is below LIMIT in each.
below() {
    grep -- "$5" "$1" | sed "s/.*\"$2\": \([^,}]*\).*/\1/" |
        awk -v most="$3" -v want="$4" '{ n++; if (!($1 + 0 < most + 0)) bad = 1 } END { exit bad || n != want }' ||
        fail "$1: $2 is not below $3 in $4 rows with $5: $(grep -- "$5" "$1")"
}

# The table and the file; the solver agrees with the kernel written by hand.
try 0 "$TENON" bench evaluate edit --largest 1000 --repeats 1 --json bench.json
same "rows of three sizes" "$(grep -Ec '^(open|closed|tree) 10+ ' out)" 9
same "rows of changes" "$(grep -Ec '^(add|remove) one of 1000 ' out)" 2
same "rows as JSON" "$(grep -c '"bench": ' bench.json)" 17
awk -f "$json" bench.json || fail "bench.json is not JSON"
for key in version commit processor cores kind; do
    [ -n "$(awk -v get=$key -f "$json" bench.json)" ] || fail "bench.json does not tell its $key"
done
below bench.json error 1e-9 3 '"model": "open'

# Several runs: the median lies within their spread.
try 0 "$TENON" bench evaluate formula --largest 10 --repeats 5 --json bench.json
awk '/"bench": / {
        n++
        split($0, at, /"(value|runs|least|most)": /)
        if (!(at[3] + 0 == 5 && at[4] + 0 <= at[2] + 0 && at[2] + 0 <= at[5] + 0)) bad = 1
    } END { exit bad || n != 7 }' bench.json || fail "no median within the spread of five runs: $(cat bench.json)"

# Chains are near their converged motion, whose computation shares nothing with the library.
try 0 "$TENON" bench chains --largest 10 --integrator rk4 --step 0.0025 --peers none --json bench.json
same "both chains" "$(grep -c '"by": "tenon rk4 0.0025"' bench.json)" 2
for key in gap drift error; do below bench.json $key 1e-5 2 '"bench": "chains"'; done
try 0 "$TENON" bench precision --model towers --largest 10 --integrator adams --limit 100 --repeats 1 --peers none --json bench.json --plots .
below bench.json error 1 9 '"bench": "precision"'
below bench.json error 1.0001e-5 1 '"bench": "to 1e-5 m"'
grep -q 'tenon adams' precision-towers-10.svg || fail "the plot has no line of adams"
try 0 "$TENON" bench gaps --model four-bars --quick --peers none --json bench.json
below bench.json gap 0.1 2 '"bench": "gaps"'
try 0 "$TENON" bench truths --quick --peers none --examples "$SOURCE/examples" --json bench.json
below bench.json error 1e-5 5 '"bench": "truths"'

# Nets: the forces of the joints give both sides the same acceleration.
try 0 "$TENON" bench net --largest 2500 --repeats 1 --json bench.json
below bench.json error 1e-6 12 '"bench": "net"'

# What is around a simulation.
try 0 "$TENON" bench start reading record memory --quick --largest 1000 --json bench.json
same "rows around" "$(grep -c '"bench": "\(start\|reading\|record\|memory\)"' bench.json)" 9
[ -z "$(ls -d tenon-bench-* 2>/dev/null)" ] || fail "folders are left: $(ls -d tenon-bench-*)"

# Other engines, played by scripts: both get the same search and cut-off as Tenon does. "second" has an error of second
# order and reaches the bounds; "slow" takes 1 s per run at 50 ms and cannot.
mkdir peers
cat >peers/snail <<'S'
#!/bin/sh
case $1 in
list)
    printf '%s\n' "second step maximal 0.01 10 10 0" "slow step maximal 0.01 10 10 0" "fine accuracy reduced 1e-4 10 10 0"
    printf '%s\n' "defaults fixed maximal 0.02 10 10 0" "problem pendulum"
    ;;
problem) echo "3.5 1e-7 done" ;;
*)
    echo "$*" >>asked
    awk -v method="$1" -v value="$4" -v limit="$6" 'BEGIN {
        drift = method == "slow" ? value : (method == "fine" ? value / 10 : value * value / 10)
        time = method == "slow" ? 0.05 / value : 0.001
        printf "%g %g 0 %g 0.125 42 %s\n", time / 2, time, drift, (time > limit ? "stopped" : "done")
    }'
    ;;
esac
S
printf '#!/bin/sh\nexit 1\n' >peers/broken
echo text >peers/README
chmod +x peers/snail peers/broken
try 0 "$TENON" bench chains --largest 10 --model open --peers peers --limit 3 --repeats 2 --json bench.json
settings() { awk -v method="$1" '$1 == method { printf "%s%.4g", n++ ? " " : "", $4 }' asked; }
same "steps searched" "$(settings second)" "0.05 0.025 0.0125 0.00625 0.003125 0.004167 0.003125"
same "accuracies searched" "$(settings fine)" "0.01 0.001 0.0001 1e-05 5e-05 2e-05 1e-05"
same "searched to the cut-off" "$(settings slow)" "0.05 0.025 0.025"
same "one cut-off in all runs of searches" "$(awk '{ print $6 }' asked | sort -u | tr '\n' ' ')" "3 9 "
same "the true motion is handed over" "$(awk '$7 !~ /^\/tmp\/tenon-truth-/' asked)" ""
[ -z "$(ls "$(awk '{ print $7; exit }' asked)" 2>/dev/null)" ] || fail "the file of the true motion is left"
same "rows of all methods" "$(grep -c '"model": "open 10"' bench.json)" 7
same "cut-off of every row of it" "$(grep '"model": "open 10"' bench.json | grep -c '"limit": 3, ')" 7
for key in gap drift; do below bench.json target-$key 1.0001e-6 7 '"bench": "chains"'; done
for method in adams nystrom rk4; do
    grep '"model": "open 10"' bench.json | grep "\"who\": \"tenon $method\"" | grep -q '"reached": "yes"' || fail "tenon $method does not get there"
done
grep -q '"who": "snail second", "by": "snail second 0.00313", .*"runs": 2, .*"reached": "yes"' bench.json ||
    fail "the row of second: $(grep snail bench.json)"
grep -q '"who": "snail slow", "by": "snail slow 0.025, not reached", .*"reached": "no"' bench.json ||
    fail "the row of slow: $(grep snail bench.json)"
rm asked
try 0 "$TENON" bench defaults --largest 10 --model towers --peers peers --repeats 2 --json bench.json
same "a default is not searched" "$(awk '{ print $1, $4 }' asked | uniq -c | tr -s ' ')" " 2 defaults 0.02"
grep -q '"by": "tenon defaults' bench.json || fail "Tenon's defaults: $(cat bench.json)"
try 0 "$TENON" bench truths --quick --peers peers --examples "$SOURCE/examples" --json bench.json
printed "snail 1e-05"
same "the cut-off of truths" "$(grep -c '"by": "snail.*"limit": 1, ' bench.json)" 2

# The measurements are a program of their own, which gets the arguments and says how it ended.
if command -v nm >/dev/null && nm "$TENON" 2>/dev/null | grep -E ' (bench_|rods_|chain_evaluate)'; then
    fail "the command holds measurements"
fi
mkdir alone
cp "$TENON" alone/tenon
try 3 alone/tenon bench evaluate
said "alone/tenon-bench cannot be started: No such file or directory"
said "make"
printf '#!/bin/sh\nprintf "%%s|" "$@"\nexit 7\n' >alone/tenon-bench
chmod +x alone/tenon-bench
try 7 alone/tenon bench "two words" --quick
same "arguments" "$(cat out)" "two words|--quick|"

# Wrong usage.
try 2 "$TENON" bench chian
said 'there is no measurement "chian"; did you mean chains?'
try 2 "$TENON" bench evaluate --json no/such/folder.json
try 3 "$TENON" bench truths --examples nowhere
said "--examples says where the scenes are"

# Two results side by side: medians as ratios to the reference, and what the runs scatter by is no change.
row() {
    printf ', {"bench": "%s", "model": "%s", "who": "%s", "by": "%s", "value": %s, "runs": 5, "least": %s, "most": %s, ' "$1" "$2" "$3" "$4" "$5" "$6" "$7"
    [ "$1" != chains ] || printf '"limit": 2, "reached": "yes", "target-gap": 1e-06, "target-drift": 1e-06, '
    printf '"ratio": %s, "error": %s}\n' "$8" "$9"
}
header() { printf '{"version": "1", "commit": "%s", "processor": "P", "cores": 2, "kind": "full", "rows": [\n' "$1"; }
{
    header aaa
    row chains "open 10" "tenon rk4" "tenon rk4 0.01" 1 0.9 1.1 2 1e-6
    row chains "open 10" "ode step" "ode step 0.01" 5 4 6 10 1e-2
    row evaluate "open 10" tenon tenon 100 90 120 3 1e-14
    row evaluate "tree 10" tenon tenon 100 60 150 3 1e-14
    echo ']}'
} >old.json
{
    header bbb
    row chains "open 10" "tenon rk4" "tenon rk4 0.005" 9 8 10 1 1e-5
    row chains "open 10" "ode step" "ode step 0.01" 9 8 10 10 1e-2
    row evaluate "open 10" tenon tenon 10 9 11 6 1e-14
    row evaluate "tree 10" tenon tenon 130 120 150 3.9 1e-14
    row evaluate "open 100" tenon tenon 10 9 11 3 1e-14
    echo ']}'
} >new.json
try 0 "$SOURCE/tools/bench_compare.sh" old.json new.json
printed "old: aaa (full), P, 2 cores"
same "faster" "$(awk '/chains.*tenon/ { print $(NF - 5), $(NF - 4), $(NF - 3), $(NF - 2) }' out)" "0.500 faster error 1.0e-05"
same "as before" "$(awk '/ode step/ { print $NF }' out)" "1.000"
same "slower" "$(awk '/evaluate.*open 10 / { print $(NF - 1), $NF }' out)" "2.000 slower"
same "within the spread" "$(awk '/evaluate.*tree 10 / { print $NF }' out)" "1.300"
same "new" "$(awk '/open 100 / { print $NF }' out)" "3"
try 1 "$SOURCE/tools/bench_compare.sh" --over 1.2 old.json new.json
printed "1 rows of Tenon are more than 1.2 times what they were"
try 0 "$SOURCE/tools/bench_compare.sh" --over 2.5 old.json new.json
try 2 "$SOURCE/tools/bench_compare.sh" old.json
try 2 "$SOURCE/tools/bench_compare.sh" old.json out

# The page says what was searched and the cut-off, and has the spread.
mkdir -p house/tools house/docs
cp "$SOURCE/tools/bench_page.sh" house/tools
printf 'before\n<!-- table -->\nold\n<!-- end of table -->\nafter\n' >house/docs/benchmarks.md
try 0 sh house/tools/bench_page.sh new.json
cp house/docs/benchmarks.md out
printed "Searched: the fastest setting with gap ≤ 1e-06 m, drift ≤ 1e-06."
printed "Cut-off, processor time per run, for every engine: open 10: 2 s."
grep -q '| 8 … 10 (5) | 1× |' out || fail "the spread is not in the page: $(cat out)"
same "marks kept" "$(grep -c 'before\|after\|table -->' out)" 4
finish
