# tenon bench: rows in one table and as JSON, beside other engines, compared between commits. Times are never judged here,
# only what is exact by nature.
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

# Chains are near their converged motion, whose computation shares nothing with the library.
try 0 "$TENON" bench chains --largest 10 --integrator rk4 --step 0.0025 --peers none --json bench.json
same "both chains" "$(grep -c '"by": "tenon rk4 0.0025"' bench.json)" 2
for key in gap drift error; do below bench.json $key 1e-5 2 '"bench": "chains"'; done
try 0 "$TENON" bench precision --model towers --largest 10 --integrator adams --quick --peers none --json bench.json --plots .
below bench.json error 1e-3 6 '"bench": "precision"'
below bench.json error 1.0001e-5 1 '"bench": "to 1e-5 m"'
grep -q 'tenon adams' precision-towers-10.svg || fail "the plot has no line of adams"
try 0 "$TENON" bench gaps --model four-bars --quick --peers none --json bench.json
below bench.json gap 0.1 2 '"bench": "gaps"'
try 0 "$TENON" bench truths --quick --peers none --examples "$SOURCE/examples" --json bench.json
below bench.json error 1e-5 5 '"bench": "truths"'

# Nets: the forces of the joints give both sides the same acceleration.
try 0 "$TENON" bench net --largest 2500 --repeats 1 --json bench.json
below bench.json error 1e-6 14 '"bench": "net"'

# What is around a simulation.
try 0 "$TENON" bench start reading record memory --quick --largest 1000 --json bench.json
same "rows around" "$(grep -c '"bench": "\(start\|reading\|record\|memory\)"' bench.json)" 7
[ -z "$(ls -d tenon-bench-* 2>/dev/null)" ] || fail "folders are left: $(ls -d tenon-bench-*)"

# Another engine, played by a script: it is asked for what it says it can do, and what it says is believed.
mkdir peers
cat >peers/snail <<'S'
#!/bin/sh
case $1 in
list) echo "crawl step maximal 0.01 10 10 0"; echo "problem pendulum" ;;
problem) echo "3.5 1e-7 done" ;;
crawl) echo "$*" >>asked; echo "12.5 0.25 0.5 0.125 42 done" ;;
esac
S
printf '#!/bin/sh\nexit 1\n' >peers/broken
echo text >peers/README
chmod +x peers/snail peers/broken
try 0 "$TENON" bench chains --largest 100 --model open --integrator rk4 --peers peers --json bench.json
same "asked once" "$(cat asked)" "crawl open 10 0.01 2 10"
grep -q '"who": "snail crawl", "by": "snail crawl 0.01", "value": 12.5, .*"gap": 0.25, "drift": 0.5, "error": 0.125, "evaluations": 42' bench.json ||
    fail "the snail's row: $(grep snail bench.json)"
try 0 "$TENON" bench truths --quick --peers peers --examples "$SOURCE/examples"
printed "snail 1e-05"

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

# Two results side by side: by the ratio to what was run beside, Tenon's searched settings as one.
row() { printf ', {"bench": "%s", "model": "%s", "who": "%s", "by": "%s", "value": %s, "ratio": %s, "error": %s}\n' "$@"; }
{
    echo '{"version": "1", "commit": "aaa", "processor": "P", "cores": 2, "kind": "full", "rows": ['
    row chains "open 10" "tenon rk4" "tenon rk4 0.01" 1 2 1e-6
    row chains "open 10" "ode step" "ode step 0.01" 5 10 1e-2
    row evaluate "open 10" tenon tenon 100 3 1e-14
    echo ']}'
} >old.json
{
    echo '{"version": "1", "commit": "bbb", "processor": "P", "cores": 2, "kind": "full", "rows": ['
    row chains "open 10" "tenon adams" "tenon adams 1e-06" 9 1 1e-5
    row chains "open 10" "ode step" "ode step 0.01" 9 10 1e-2
    row evaluate "open 10" tenon tenon 10 6 1e-14
    row evaluate "open 100" tenon tenon 10 3 1e-14
    echo ']}'
} >new.json
try 0 "$SOURCE/tools/bench_compare.sh" old.json new.json
printed "old: aaa (full), P, 2 cores"
same "faster" "$(awk '/chains.*tenon/ { print $(NF - 5), $(NF - 4), $(NF - 3), $(NF - 2) }' out)" "0.500 faster error 1.0e-05"
same "as before" "$(awk '/ode step/ { print $NF }' out)" "1.000"
same "slower" "$(awk '/evaluate.*open 10 / { print $(NF - 1), $NF }' out)" "2.000 slower"
same "new" "$(awk '/open 100 / { print $NF }' out)" "3"
try 1 "$SOURCE/tools/bench_compare.sh" --over 1.5 old.json new.json
printed "1 rows of Tenon are more than 1.5 times what they were"
try 0 "$SOURCE/tools/bench_compare.sh" --over 2.5 old.json new.json
try 2 "$SOURCE/tools/bench_compare.sh" old.json
try 2 "$SOURCE/tools/bench_compare.sh" old.json out
finish
