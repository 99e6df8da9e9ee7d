# tenon sweep: values, measures, statuses, the table, continuing after a kill, MPI.
. "$SOURCE/tests/app/lib.sh"

cat >fall.tn <<'TN'
# x = v t, z = h - g t^2/2: every measure has a closed form
let v = 2; let h = 5; let g = 10; let wide = 3;
world: until 0.5; frames 40; end
gravity 0 0 (-g);
object a: particle 1; position 0 0 h; velocity v 0 0; end
probe x = a.center.x;
TN

# near FILE ROW COLUMN VALUE: a number of the table, to 1e-8
near() {
    got=$(awk -F, -v r="$2" -v c="$3" 'NR == r + 1 { print $c }' "$1")
    awk -v a="$got" -v b="$4" 'BEGIN { d = a - b; exit !(a != "" && d*d < 1e-16 * (1 + b*b)) }' ||
        fail "$1 row $2 column $3: \"$got\" is not $4"
}

# ---- values and measures ----
try 0 "$TENON" sweep fall.tn --set v=1,20cm,2*wide --set h=1:3:3 --probe 'max(x)' --probe 'mean(x)' --probe 'rms(x)' \
    --probe 'first(a.center.z)' --probe 'drop = last(h - a.center.z)' --probe 'at(x, 0.26)' --probe 'max(a.center.x, 7)' -o t.csv
printed "9 runs, 0 failed"
same header "$(head -n 1 t.csv)" 'run,v,h,max(x),mean(x),rms(x),first(a.center.z),drop,"at(x, 0.26)","max(a.center.x, 7)",status'
same rows "$(wc -l <t.csv)" 10
row=0
for v in 1 0.2 6; do
    for h in 1 2 3; do
        row=$((row + 1))
        near t.csv $row 1 $row
        near t.csv $row 2 $v
        near t.csv $row 3 $h
        near t.csv $row 4 "$(awk "BEGIN { print $v * 0.5 }")"
        near t.csv $row 5 "$(awk "BEGIN { print $v * 0.25 }")"
        # the trapezoidal rule for t^2 with n intervals of 1/40: integral + T h^2/6
        near t.csv $row 6 "$(awk "BEGIN { printf \"%.15g\", $v * sqrt(0.25 / 3 + 1 / 1600 / 6) }")"
        near t.csv $row 7 $h
        near t.csv $row 8 1.25
        near t.csv $row 9 "$(awk "BEGIN { print $v * 0.26 }")"
        near t.csv $row 10 7
        near t.csv $row 11 0
    done
done

# The same numbers as a run alone, to the last digit.
try 0 "$TENON" run fall.tn --set v=0.7 --probe 'q = norm(a.center)' --json
alone=$(sed 's/.*"q": \([^,}]*\).*/\1/' out)
try 0 "$TENON" sweep fall.tn --set v=0.7 --probe 'norm(a.center)' -o one.csv
same "a run alone" "$(awk -F, 'NR == 2 { print $3 + 0 }' OFMT=%.17g CONVFMT=%.17g one.csv)" "$(awk "BEGIN { OFMT = \"%.17g\"; print $alone + 0 }")"

# ---- without -o, with --json ----
try 0 "$TENON" sweep fall.tn --set v=1,2 --probe x
same stdout "$(head -n 1 out)" "run,v,x,status"
try 0 "$TENON" sweep fall.tn --set v=1,2 --probe x --json
printed '"runs": 2, "failed": 0, "resumed": 0, "workers": '
same "one line" "$(wc -l <out)" 1

# ---- samples ----
try 0 "$TENON" sweep fall.tn --set v=10..20 --set h=0..1 --set g=8,9 --samples 50 --seed 7 --probe x -o s.csv -q
silent
same "samples" "$(wc -l <s.csv)" 101
# Latin: one in each fiftieth of each range, for both values of g; the same samples for both.
awk -F, 'NR > 1 { a[$4, int(($2 - 10) * 5)]++; b[$4, int($3 * 50)]++ }
    END { for (k in a) if (a[k] != 1) exit 1; n = 0; for (k in a) n++; if (n != 100) exit 1; for (k in b) if (b[k] != 1) exit 1 }' s.csv ||
    fail "the samples are not those of a Latin hypercube"
same "g is slowest here" "$(awk -F, 'NR == 2 || NR == 51 || NR == 52 { printf "%s ", $4 }' s.csv)" "8 8 9 "
try 0 "$TENON" sweep fall.tn --set v=10..20 --set h=0..1 --set g=8,9 --samples 50 --seed 8 --probe x -o s8.csv -q
cmp -s s.csv s8.csv && fail "another seed gives the same samples"
try 0 "$TENON" sweep fall.tn --set v=10..20 --samples 40 --sampling random --probe x -o r.csv -q
awk -F, 'NR > 1 && ($2 < 10 || $2 > 20) { exit 1 }' r.csv || fail "a random sample is out of its range"

# ---- the same bytes for any number of workers ----
for n in 1 2 5; do
    try 0 "$TENON" sweep fall.tn --set v=10..20 --set h=0..1 --set g=8,9 --samples 50 --seed 7 --probe x -o w.csv -q --workers $n
    cmp -s s.csv w.csv || fail "$n workers write other bytes"
done

# ---- runs that fail ----
cat >edge.tn <<'TN'
let n = 1; let limit = 9;
world: until 1; frames 10; end
object a: sphere n; velocity 1 0 0; end
keep sqrt(limit - t) + a.center.y = 3;
TN
try 0 "$TENON" sweep edge.tn --set n=-1,1 --set limit=9,0.5 --probe 'max(a.center.x)' -o f.csv
same "statuses" "$(awk -F, 'NR > 1 { printf "%s:%s ", $5, $4 == "" ? "empty" : "full" }' f.csv)" "1:empty 1:empty 0:full 3:empty "
said "run 1 (n = -1, limit = 9): status 1:"
said "run 4 (n = 1, limit = 0.5): status 3:"
try 3 "$TENON" sweep edge.tn --set n=-1,-2 --probe 'max(a.center.x)' -o g.csv
same "all failed" "$(wc -l <g.csv)" 3

# ---- wrong usage ----
for bad in x=1 v=1:2 v=1..2 v= v=1,,2 v=1:2:1 v=1:2:2.5 =3 v v=q v=1:q:3 'v=h --set h=v' 'v=1 --set v=2'; do
    # shellcheck disable=SC2086
    try 2 "$TENON" sweep fall.tn --set $bad --probe x -o bad.csv
done
for bad in 'max(nothing)' 'at(x)' 'max(' '' 'mean(x, 2)'; do try 2 "$TENON" sweep fall.tn --set v=1 --probe "$bad" -o bad.csv; done
try 2 "$TENON" sweep fall.tn --set v=1,2 --samples 5 -o bad.csv
try 2 "$TENON" sweep fall.tn --set v=1,2 -o /no/such/folder/bad.csv
try 2 "$TENON" sweep fall.tn --set v=1,2 --workers 0
try 2 "$TENON" sweep
try 1 "$TENON" sweep none.tn
printf 'object a: sphere;' >wrong.tn
try 1 "$TENON" sweep wrong.tn --set v=1
said "wrong.tn:1:"
[ -z "$(ls bad.csv* 2>/dev/null)" ] || fail "wrong usage leaves files: $(ls bad.csv*)"

# ---- files that would be written over ----
echo 'gravity 1;' >part.tn
echo 'let L = 1; include "part.tn"; world: until 0.1; end object m: particle 1; velocity L 0 0; end' >whole.tn
cp whole.tn whole.svg
ln -s whole.svg link.csv
ln -s whole.svg link.svg
for files in '-o whole.svg' '-o part.tn' '-o ./part.tn' '-o link.csv' '--plot whole.svg' '--plot link.svg' '-o both.svg --plot both.svg' '--plot table.csv'; do
    # shellcheck disable=SC2086
    try 2 "$TENON" sweep whole.svg --set L=1,2 --probe m.center.x $files
done
grep -q include whole.tn && cmp -s whole.tn whole.svg && grep -q gravity part.tn || fail "a file of the scene was written over"
[ -z "$(ls both.svg* table.csv* ./*.part 2>/dev/null)" ] || fail "refused files are written"
try 0 "$TENON" sweep whole.tn --set L=1:2:100 --probe m.center.x --workers 20000 --json
printed '"workers": 100,'
for twice in '--probe x --probe x' '--probe v=x' '--probe run=x' '--probe status=x'; do
    # shellcheck disable=SC2086
    try 2 "$TENON" sweep fall.tn --set v=1,2 $twice
    said "two columns are named"
done

# A part is not continued after an included file has changed.
"$TENON" sweep whole.tn --set L=1:2:100000 --probe m.center.z -o inc.csv -q &
pid=$!
await $pid test -s inc.csv.part
kill -9 $pid
wait $pid 2>/dev/null
echo 'gravity 2;' >part.tn
try 2 "$TENON" sweep whole.tn --set L=1:2:100000 --probe m.center.z -o inc.csv -q
said "inc.csv.part belongs to another sweep"
rm inc.csv.part inc.csv.part.key

# ---- killed and continued ----
runs=$(effort 400 60)
rows() { [ -f k.csv.part ] && [ "$(wc -l <k.csv.part)" -ge "$1" ]; }
set -- "$TENON" sweep "$SOURCE/examples/mechanisms/slider-crank.tn" --set "r=0.1:0.2:$runs" --probe 'max(speed)' --until 0.4
try 0 "$@" -o whole.csv -q
"$@" -o k.csv -q &
pid=$!
await $pid rows $((runs / 10))
kill -9 $pid
wait $pid 2>/dev/null
kept=$(($(wc -l <k.csv.part) - 1))
[ "$kept" -lt "$runs" ] || fail "the sweep was done before it was killed"
[ -f k.csv ] && fail "an unfinished sweep has its final name"
head -n $((kept + 1)) whole.csv | cmp -s - k.csv.part || fail "the part is not the beginning of the table"
printf '%d,0.1' $((kept + 1)) >>k.csv.part # a row that was not written to its end
try 2 "$TENON" sweep "$SOURCE/examples/mechanisms/slider-crank.tn" --set "r=0.1:0.2:$runs" --probe 'max(speed)' --until 0.3 -o k.csv
said "belongs to another sweep"
try 0 "$@" -o k.csv --json
printed "\"resumed\": $kept,"
cmp -s whole.csv k.csv || fail "a continued sweep differs from one in one piece"
[ -z "$(ls k.csv.part* 2>/dev/null)" ] || fail "parts are left: $(ls k.csv.part*)"

# Killed again and again, after as many more rows as the seed says (0: at once).
over_or_rows() { ! running "$1" || { [ -f k2.csv.part ] && [ "$(wc -l <k2.csv.part)" -ge "$2" ]; }; }
kills=0
for more in $(awk -v n=$((runs / 4)) 'BEGIN { srand(5); for (i = 0; i < 8; i++) print int(rand() * n) * (i % 3 > 0) }'); do
    have=$(cat k2.csv.part 2>/dev/null | wc -l)
    "$@" -o k2.csv -q --workers $((kills % 3 + 1)) &
    pid=$!
    [ "$more" -eq 0 ] || await $pid over_or_rows $pid $((have + more))
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    kills=$((kills + 1))
    [ -f k2.csv ] && break
    [ ! -f k2.csv.part ] || head -c "$(wc -c <k2.csv.part)" whole.csv | cmp -s - k2.csv.part || fail "kill $kills: the part is not the beginning of the table"
done
[ -f k2.csv ] || try 0 "$@" -o k2.csv -q
cmp -s whole.csv k2.csv || fail "a sweep that was killed $kills times differs"

# Killed while it began: without a header, with half of one, with a key only.
for begun in '' 'run,r'; do
    "$@" -o h.csv -q &
    pid=$!
    await $pid test -s h.csv.part
    kill -9 $pid
    wait $pid 2>/dev/null
    printf %s "$begun" >h.csv.part
    try 0 "$@" -o h.csv -q
    cmp -s whole.csv h.csv || fail "a part with \"$begun\" is not begun anew"
done
: >h2.csv.part.key
try 0 "$@" -o h2.csv -q
cmp -s whole.csv h2.csv || fail "an empty key is not begun anew"

# Two at the same time do not write one table.
"$TENON" sweep fall.tn --set "v=1:2:100000" --probe x -o both.csv -q &
pid=$!
await $pid test -s both.csv.part
try 2 "$TENON" sweep fall.tn --set "v=1:2:100000" --probe x -o both.csv -q
said "both.csv.part is being written by another sweep"
kill -9 $pid
wait $pid 2>/dev/null
rm both.csv.part both.csv.part.key

# A full disk: the reason, and the same command continues when there is room.
(ulimit -f 4 && trap '' XFSZ && exec "$TENON" sweep fall.tn --set v=1:2:300 --probe x -o full.csv -q) 2>said
same "status of a full disk" $? 3
grep -q 'full.csv.part cannot be written: .*; the same command continues it' said || fail "a full disk is not explained: $(cat said)"
try 0 "$TENON" sweep fall.tn --set v=1:2:300 --probe x -o full.csv -q
try 0 "$TENON" sweep fall.tn --set v=1:2:300 --probe x -o room.csv -q
cmp -s full.csv room.csv || fail "a sweep continued after a full disk differs"

# A signal: status 3, and the same command goes on.
"$@" -o i.csv -q 2>said &
pid=$!
await $pid test -s i.csv.part
kill -TERM $pid
wait $pid
same "status after a signal" $? 3
grep -q "the same command continues i.csv.part" said || fail "the signal is not explained: $(cat said)"
try 0 "$@" -o i.csv -q
cmp -s whole.csv i.csv || fail "a sweep continued after a signal differs"

# ---- MPI ----
if [ -x "$BUILD/tenon-mpi" ] && command -v mpirun >/dev/null; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    try 0 mpirun -np 2 --oversubscribe "$TENON" sweep fall.tn --set v=10..20 --set h=0..1 --set g=8,9 --samples 50 --seed 7 --probe x -o m.csv --json
    printed '"workers": 2'
    cmp -s s.csv m.csv || fail "mpirun writes other bytes"
    try 0 mpirun -np 3 --oversubscribe "$TENON" sweep edge.tn --set n=-1,1 --set limit=9,0.5 --probe 'max(a.center.x)' -o m2.csv
    cmp -s f.csv m2.csv || fail "mpirun writes other bytes for runs that fail"
    said "run 4 (n = 1, limit = 0.5): status 3:"
    try 2 mpirun -np 2 --oversubscribe "$TENON" sweep fall.tn --set v=1,2 -o /no/such/folder/bad.csv
fi

# ---- plots ----
try 0 "$TENON" sweep fall.tn --set v=1:5:9 --set h=1,2 --probe 'max(x)' --probe 'mean(x)' -q -o p.csv --plot p.svg
grep -q 'mean(x), h = 2' p.svg || fail "the plot has no line for every combination"
try 0 "$TENON" sweep fall.tn --set v=1..5 --samples 20 --probe 'max(x)' -q -o p.csv --plot p2.svg
[ -s p2.svg ] || fail "there is no plot of samples"
# Standard output by its name, where it goes to a file: what stands there stays.
(echo before; "$TENON" sweep fall.tn --set v=1,2 --probe 'max(x)' -q -o /dev/stdout; echo after) >log.txt
[ "$(sed -n '1p;$p' log.txt | tr '\n' ' ')" = "before after " ] || fail "-o /dev/stdout: $(cat log.txt)"
[ "$(grep -c '^[12],' log.txt)" = 2 ] || fail "-o /dev/stdout has not two rows: $(cat log.txt)"
for name in /dev/stdout /dev/fd/1 -; do
    (echo before; "$TENON" run fall.tn --csv $name --quiet; echo after) >log.txt
    [ "$(sed -n '1p;$p' log.txt | tr '\n' ' ')" = "before after " ] || fail "run --csv $name: $(cat log.txt)"
done
finish
