# A run that is killed loses no finished frame: 200 runs with --record (fewer with sanitizers) are killed at random
# moments. F.tnr.part must start with everything that was seen in it before the kill, be a prefix of the record of an
# undisturbed run, byte for byte, and be readable up to its last complete frame.
. "$SOURCE/tests/app/lib.sh"
kills=$(effort 200 60)
cat >scene.tn <<'S'
world: gravity 9.81; integrator rk4; step 0.001; until 4; frames 1500; end
object a: rod 1 0.02; rotation 0 1 0 1; end
object b: rod 1 0.02; position 1 0 0; end
connect a.end1 (0, 0, 0);
connect a.end2 b.end1;
probe tip = b.end2.z;
S
try 0 "$TENON" run scene.tn --record whole.tnr --csv whole.csv --quiet
[ -s whole.tnr ] || finish
try 0 "$TENON" replay whole.tnr --csv -
cmp -s out whole.csv || fail "the replayed record differs from the CSV of its run"

# Frames have equal length: the offset of the first and the distance are read from the file, by the kind of each block.
offsets=$(LC_ALL=C grep -abo FRAM whole.tnr | head -n 2 | cut -d: -f1 | tr '\n' ' ')
first=${offsets%% *}
rest=${offsets#* }
length=$((${rest%% *} - first))
[ "$length" -gt 100 ] || fail "no frames were found in the record"

all=$(($(wc -l <whole.csv) - 1))

# Times of the kills, in seconds: half of them after the start, half after the first bytes were seen, which on a slow
# machine is much later. If too few runs were recording by then, as on a busy machine, more are killed.
moments=$(awk -v n=$((10 * kills)) 'BEGIN { srand(20); for (i = 0; i < n; i++) printf "%.4f\n", (i % 2 ? 0.06 : 0.03) * rand() }')

size() { stat -c %s "$1" 2>/dev/null || echo 0; }
whole_frames() {
    n=$((($1 - first) / length))
    if [ "$1" -lt "$first" ]; then
        n=0
    elif [ $n -gt "$all" ]; then # the index comes behind the last frame
        n=$all
    fi
    echo $n
}

empty=0
some=0
finished=0
done=0
for moment in $moments; do
    [ $done -ge "$kills" ] && [ $some -ge 20 ] && break
    done=$((done + 1))
    rm -f k.tnr k.tnr.part
    "$TENON" run scene.tn --record k.tnr --quiet 2>/dev/null &
    pid=$!
    if [ $((done % 2)) -eq 0 ]; then
        while running $pid && [ ! -s k.tnr.part ]; do :; done
    fi
    sleep "$moment"
    seen=$(size k.tnr.part)
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    now=$(size k.tnr.part)
    if [ "$now" -eq "$(size whole.tnr)" ]; then # killed between the last byte and the new name
        mv k.tnr.part k.tnr
    fi
    if [ -e k.tnr ]; then
        cmp -s k.tnr whole.tnr || fail "after $moment s: the finished record differs"
        [ ! -e k.tnr.part ] || fail "after $moment s: a finished run left its .part"
        finished=$((finished + 1))
        continue
    fi
    [ "$now" -ge "$seen" ] || fail "after $moment s: $seen bytes were there, $now are left"
    if [ "$now" -eq 0 ]; then # killed before its first frame
        empty=$((empty + 1))
        continue
    fi
    cmp -s -n "$now" k.tnr.part whole.tnr || fail "after $moment s: the frames differ from those of a whole run"
    try 0 "$TENON" replay k.tnr --csv - # there is no k.tnr: its .part is used
    said "k.tnr.part: the run that wrote it did not finish"
    rows=$(($(wc -l <out) - 1))
    [ "$rows" -ge "$(whole_frames "$seen")" ] || fail "after $moment s: $rows frames are left of $(whole_frames "$seen")"
    same "frames after $moment s" "$rows" "$(whole_frames "$now")"
    cmp -s -n "$(stat -c %s out)" out whole.csv || fail "after $moment s: the values differ from those of a whole run"
    some=$((some + 1))
done
echo "$done kills: $empty before the first frame, $some while running, $finished after the end"
[ $some -ge 20 ] || fail "only $some of $done runs were killed while they recorded"

# The model in what is left can be run again, to the same end.
head -c $((first + 3 * length + 10)) whole.tnr >left.tnr.part
try 0 "$TENON" run left.tnr.part --record again.tnr --quiet
said "left.tnr.part: the run that wrote it did not finish"
try 0 "$TENON" replay again.tnr --csv -
cmp -s out whole.csv || fail "the model inside a cut record runs differently"
finish
