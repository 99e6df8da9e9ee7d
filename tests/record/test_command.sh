# Records and the command: run --record, replay, and a record wherever a scene is read.
. "$SOURCE/tests/app/lib.sh"
cat >scene.tn <<'S'
world: gravity 9.81; until 0.35; frames 10; end
let L = 1;
object ball: sphere 0.1; position 1 2 3; rotation 0 0 1 0.5; end
object arm: rod L 0.02; rotation 0 1 0 1; end
object dot: particle 1; position 0.1 0 0; end
variable x 3;
constraint hinge: connect arm.end1 (0, 0, 0); end
probe height = ball.center.z;
S

# The CSV of the record is that of the run, byte for byte; recording does not affect the run.
try 0 "$TENON" run scene.tn --csv plain.csv
try 0 "$TENON" run scene.tn --csv run.csv --record run.tnr
printed "wrote run.csv"
printed "wrote run.tnr"
cmp plain.csv run.csv || fail "recording disturbs the run"
try 0 "$TENON" replay run.tnr --csv replay.csv
silent
cmp run.csv replay.csv || fail "the CSV of the record differs"
try 0 "$TENON" replay run.tnr --csv -
cmp run.csv out || fail "the CSV on standard output differs"
until=$(effort 0.5 0.25)
every=$(effort 1 3) turn=0
for example in "$SOURCE"/examples/*/*.tn; do
    turn=$((turn + 1))
    [ $((turn % every)) = 0 ] || continue
    try 0 "$TENON" run "$example" --until "$until" --csv e.csv --record e.tnr --quiet --probe 'sqrt(0.2 - t)' --probe 'norm((t, 1, 0))'
    try 0 "$TENON" replay e.tnr --csv f.csv
    cmp e.csv f.csv || fail "$example: the CSV of the record differs"
    # … and its model runs identically again, without the files that it refers to: they are in the record.
    try 0 "$TENON" run e.tnr --csv f.csv --quiet
    cmp e.csv f.csv || fail "$example: the model in the record runs differently"
done

# Frames drawn from a record are those drawn in the run, forces too, where contact and displacements make them; from the
# record alone, without the meshes, drawings and pictures of the model.
for example in $(effort "contact/chain-on-a-table gascuel-1994/monocycle witkin-1990/puppet witkin-1990/snake mechanisms/slider-crank" \
    "contact/chain-on-a-table witkin-1990/snake"); do
    rm -rf drawn again e.tnr
    try 0 "$TENON" run "$SOURCE/examples/$example.tn" --until 0.4 --frames-per-second 10 --record e.tnr --frames drawn --size 160x90 \
        --show forces --quiet
    try 0 "$TENON" replay e.tnr --frames again --size 160x90 --show forces --quiet
    [ "$(ls drawn | wc -l)" = 5 ] || fail "$example: $(ls drawn | wc -l) frames"
    for frame in drawn/*; do
        cmp -s "$frame" "again/${frame#drawn/}" || fail "$example: $frame is drawn otherwise from the record"
    done
done

# Objects added and removed by the timeline: columns at the end, empty fields, the same bytes.
cat >late.tn <<'S'
world: until 0.3; frames 10; end
object first: particle 1; end
variable y 1;
at 0.15:
  object late: particle 1; position 0 0 5; end
  remove first;
end
S
if "$TENON" check late.tn >/dev/null 2>&1; then
    try 0 "$TENON" run late.tn --csv l.csv --record l.tnr --quiet
    try 0 "$TENON" replay l.tnr --csv m.csv
    cmp l.csv m.csv || fail "late.tn: the CSV of the record differs"
    same "late row" "$(tail -n 1 m.csv)" "0.29999999999999999,,,,,,,,0,0,5,,,,"
fi

# What is in it.
try 0 "$TENON" replay run.tnr
printed "frames       5, t = 0 … 0.35 s"
printed "objects      4"
printed "constraints  1"
printed "probes       1"
printed "written by $("$TENON" --version)"

# Every command that reads scenes reads records, which are recognized by their first bytes, not by their name.
mv run.tnr odd-name.tn
try 0 "$TENON" check odd-name.tn --json
printed '"objects": 4'
try 0 "$TENON" assemble odd-name.tn -o assembled.tn
grep -q hinge assembled.tn || fail "assemble: the model is not the record's"
try 0 "$TENON" compare odd-name.tn --integrators rk4 --solvers sparse --quiet
printed "rk4"
cp scene.tn scene.tnr
try 0 "$TENON" check scene.tnr
mv odd-name.tn run.tnr

# Files are written completely or not at all; an interrupted run leaves a record up to that point.
echo before >f.tnr
: >plain
for path in missing/f.tnr plain/f.tnr .; do
    try 2 "$TENON" run scene.tn --record $path
    said "cannot write $path"
done
"$TENON" run scene.tn --until 1e7 --record f.tnr --quiet 2>err &
pid=$!
await $pid test -s f.tnr.part
same "the file from before" "$(cat f.tnr)" before
try 2 "$TENON" run scene.tn --record f.tnr
said "another run is recording there"
kill -TERM $pid
wait $pid
same "status of an interrupted run" $? 3
[ ! -e f.tnr.part ] || fail "an interrupted run left its .part"
try 0 "$TENON" replay f.tnr
silent_errors() { [ ! -s err ] || fail "$ran: says $(cat err)"; }
silent_errors

# A full disk: a message, status 3, nothing under the final name; what was written before is kept.
if [ -c /dev/full ]; then
    try 3 "$TENON" run scene.tn --record /dev/full
    said "tenon run: cannot write /dev/full: No space left on device"
    [ -c /dev/full ] && [ ! -e /dev/full.part ] || fail "/dev/full was replaced"
    try 3 "$TENON" replay run.tnr --csv /dev/full
    said "cannot write /dev/full: No space left on device"
fi
try 0 "$TENON" run scene.tn --record /dev/null
[ -c /dev/null ] && [ ! -e /dev/null.part ] || fail "/dev/null was replaced"
mkdir small
trap 'umount small 2>/dev/null' EXIT
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=256k none small 2>/dev/null; then
    try 3 "$TENON" run scene.tn --until 100 --frames-per-second 100 --record small/full.tnr --quiet
    said "tenon run: cannot write"
    said "small/full.tnr: No space left on device; its "
    said "small/full.tnr.part"
    [ ! -e small/full.tnr ] || fail "a full disk left a file under the final name"
    kept=$(sed -n 's/.*; its \([0-9]*\) frames so far stay in .*/\1/p' err)
    try 0 "$TENON" replay small/full.tnr --csv -
    same "frames kept on a full disk" $(($(wc -l <out) - 1)) "$kept"
    [ "$kept" -gt 50 ] || fail "only $kept frames were kept on a full disk"
    umount small
fi

# Damaged, truncated and foreign files.
size=$(stat -c %s run.tnr)
head -c $((size - 1)) run.tnr >cut.tnr
try 1 "$TENON" replay cut.tnr
said "cut.tnr: is cut off after frame 4 (t = 0.35 s): at byte"
for command in run check assemble compare; do
    try 1 "$TENON" $command cut.tnr
    said "cut.tnr: is cut off after frame 4 (t = 0.35 s): at byte"
done
cp cut.tnr cut.tnr.part
try 0 "$TENON" replay cut.tnr.part --csv -
said "warning: cut.tnr.part: the run that wrote it did not finish"
cmp run.csv out || fail "a record that lacks its end gives other rows"
{
    head -c $((size / 2)) run.tnr
    printf 'X'
    tail -c +$((size / 2 + 2)) run.tnr
} >bad.tnr
try 1 "$TENON" replay bad.tnr --csv bad.csv
said "is damaged"
said "at byte"
[ ! -e bad.csv ] || fail "a damaged record gave a file"
try 1 "$TENON" replay scene.tn
said "scene.tn: is not a record"
try 1 "$TENON" replay nowhere.tnr
said "nowhere.tnr: cannot be read: No such file or directory"

# A scene from a pipe is still a scene.
mkfifo pipe
cat scene.tn >pipe &
try 0 "$TENON" check pipe
wait

# Usage.
try 2 "$TENON" run scene.tn --record -
said "a record cannot be written to standard output"
[ ! -e ./- ] || fail "a file named - was made"
try 2 "$TENON" replay
said "RECORD is missing"
try 0 "$TENON" replay --help
printed "tenon replay RECORD"
printed "For example:"
no_leftovers
finish
