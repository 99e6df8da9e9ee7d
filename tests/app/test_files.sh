# Files are written completely or not at all.
. "$SOURCE/tests/app/lib.sh"
cat >scene.tn <<'S'
world: gravity 9.81; until 1; frames 10; end
object ball: sphere 0.1; end
S

# Paths where no file can be created: refused before anything is computed.
: >plain
mkdir folder
for path in missing/f.csv plain/f.csv folder; do
    try 2 "$TENON" run scene.tn --csv $path
    said "cannot write $path"
    try 2 "$TENON" assemble scene.tn -o $path
    said "cannot write $path"
done
[ -d folder ] && [ -f plain ] || fail "something was replaced"

# A full disk: the old file stays, the status is 3. (A device is written to, never replaced.)
if [ -c /dev/full ]; then
    try 3 "$TENON" run scene.tn --csv /dev/full
    said "cannot write /dev/full: No space left on device"
    "$TENON" run scene.tn --csv - --quiet >/dev/full 2>err
    same "status with standard output full" $? 3
    "$TENON" kinds >/dev/full 2>err
    same "status of kinds with standard output full" $? 3
    [ -c /dev/full ] || fail "/dev/full was replaced"
fi
try 0 "$TENON" run scene.tn --csv /dev/null
[ -c /dev/null ] || fail "/dev/null was replaced"

# A file too large for the limit: the existing file is unchanged.
echo before >f.csv
(
    trap '' XFSZ
    ulimit -f 8
    exec "$TENON" run scene.tn --until 100 --csv f.csv --quiet
) 2>err
same "status at the size limit" $? 3
same "file from before" "$(cat f.csv)" before
no_leftovers

# Replacing keeps the mode and follows a link.
chmod 640 f.csv
ln -s f.csv link.csv
try 0 "$TENON" run scene.tn --csv link.csv
[ -L link.csv ] || fail "the link was replaced"
same mode "$(stat -c %a f.csv)" 640
same "rows through the link" "$(wc -l <f.csv | tr -d ' ')" 12
(umask 027 && "$TENON" run scene.tn --csv new.csv --quiet)
same "mode of a new file" "$(stat -c %a new.csv)" 640

# A simulation that cannot continue: status 3, says when and where, and the rows so far are kept.
cat >stuck.tn <<'S'
world: until 2; frames 10; integrator euler; step 0.1; tau 0.001; gravity 9.81; end
object bar: rod 1 0.05; position 0.1 0 0; end
constraint pin: connect bar.end1 (0, 0, 0); end
S
try 3 "$TENON" run stuck.tn --csv stuck.csv --json
said "the simulation could not continue: at t = "
said "'pin'"
awk -f "$SOURCE/tests/app/json.awk" out || fail "a stuck run prints no JSON"
rows=$(tail -n +2 stuck.csv | wc -l)
[ "$rows" -ge 1 ] && [ "$rows" -lt 21 ] || fail "a stuck run kept $rows rows"
same "fields a row" "$(awk -F, '{ print NF }' stuck.csv | sort -u)" 8
try 3 "$TENON" compare stuck.tn --methods dynamic --integrators euler --quiet
printed "stuck at t ="
try 0 "$TENON" compare stuck.tn --integrators euler,adams --until 0.5 --quiet

# Killed: nothing under the final name.
"$TENON" run scene.tn --until 1e7 --csv killed.csv --quiet &
pid=$!
await $pid has_files . '.tenon-*' 1
kill -KILL $pid
wait $pid 2>/dev/null
[ ! -e killed.csv ] || fail "a killed run left a file"
rm -f .tenon-*

# Interrupted: stops at a frame, keeps the complete rows so far, status 3, says when.
"$TENON" run scene.tn --until 1e7 --csv stopped.csv --json >out 2>err &
pid=$!
await $pid has_files . '.tenon-*' 1
kill -TERM $pid
wait $pid
same "status of an interrupted run" $? 3
ran="an interrupted run"
said "interrupted at t ="
same "fields a row" "$(awk -F, '{ print NF }' stopped.csv | sort -u)" 8
[ "$(wc -l <stopped.csv)" -gt 2 ] || fail "no rows were kept"
tail -c 1 stopped.csv | od -c | grep -q '\\n' || fail "the last row is cut"
awk -f "$SOURCE/tests/app/json.awk" out || fail "an interrupted run prints no JSON"
no_leftovers

# One signal is enough, also in a frame that would take hours.
cat >slow.tn <<'SCENE'
world: integrator rk4; step 1e-9; frames 1; until 10; end
object a: sphere 0.1; spin 1 2 3; end
SCENE
"$TENON" run slow.tn --quiet >out 2>err &
pid=$!
works_on $pid
kill -TERM $pid
wait $pid
same "status of a slow frame, interrupted" $? 3
ran="a slow frame, interrupted"
said "interrupted at t ="
no_leftovers

# What is read is not written over: every command and option that writes, every file that a scene reads (itself, an
# include, a mesh, a record), by its own name, another spelling, a link and a second name.
mkdir -p parts
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n' >parts/tet.obj
cat >parts/body.tn <<'S'
object ball: sphere 0.1; position 0 0 3; end
S
cat >whole.tn <<'S'
include "parts/body.tn";
world: gravity 9.81; until 0.1; frames 10; end
object tet: mesh "parts/tet.obj"; density 1000; end
S
"$TENON" run whole.tn --record whole.tnr --quiet
turn=0
refused() { # FILE COMMAND...: with one of the names of the file at the end; it stays as it is
    kept=$1 turn=$(((turn + 1) % 4))
    shift
    case $turn in
    0) name=$kept ;;
    1) name=./parts/../$kept ;;
    2) name=soft.${kept##*.} && ln -sf "$kept" "$name" ;;
    3) name=hard.${kept##*.} && ln -f "$kept" "$name" ;;
    esac
    cp "$kept" before
    try 2 "$TENON" "$@" "$name"
    said "it belongs to the scene, and would be written over"
    cmp -s "$kept" before || fail "$* $name: it was written over"
    rm -f soft.* hard.*
}
for file in whole.tn parts/body.tn parts/tet.obj; do
    refused $file run whole.tn --csv
    refused $file run whole.tn --record
    refused $file solve whole.tn -o
    refused $file compare whole.tn whole.tn --quiet --csv
done
refused parts/body.tn assemble whole.tn -o
refused parts/tet.obj assemble whole.tn -o
refused whole.tnr replay whole.tnr --csv
refused whole.tnr run whole.tnr --csv
refused whole.tnr compare whole.tn whole.tnr --quiet --csv
for file in whole.tn whole.tnr; do # the names of other outputs have endings
    for output in "run --movie x.mp4" "run --gltf x.glb" "picture -o x.png" "plot -o x.svg" "plot -o x.png"; do
        # shellcheck disable=SC2086 # words
        set -- $output
        cp $file "$3"
        refused "$3" "$1" "$3" "$2"
    done
done
rm -f x.mp4 x.glb x.png x.svg
# A second output in the same file.
for pair in "--csv same --record same" "--csv same.glb --gltf ./same.glb" "--record parts/a.mp4 --movie ./parts/a.mp4"; do
    # shellcheck disable=SC2086 # words
    try 2 "$TENON" run whole.tn $pair
    said "cannot both be written to"
done
ln -s parts same
try 2 "$TENON" run whole.tn --csv parts/f.csv --record same/f.csv
said "cannot both be written to"
rm same
# The folder of frames, where the scene reads one of its pictures.
mkdir pictures
"$TENON" picture scene.tn -o pictures/frame-00000.png --size 64x64 --quiet
cat >photo.tn <<'S'
world: until 0.1; frames 10; order first; end
object ring: circle cx 0.3 cy 0.3 r 0.1; end
snake ring on "pictures/frame-00000.png" pixel 0.01;
S
try 2 "$TENON" run photo.tn --frames pictures
said "pictures that the scene reads are there"
try 0 "$TENON" run photo.tn --frames others --size 64x64 --quiet
# Onto the scene itself assemble keeps its text, so it may.
try 0 "$TENON" assemble whole.tn -o whole.tn

# Hours of motion at the usual rate are millions of frames: a picture, a plot and a comparison use some of them, a run says
# so, and fast motion simulates only what it draws.
cat >orbit.tn <<'S'
world: until 2e7; end
object sun: sphere 0.7e9; mass 2e30; kernel fixed; end
object earth: sphere 6.4e6; mass 6e24; position 1.5e11 0 0; velocity 0 29.8e3 0; end
force pull: push earth.center (-6.67e-11*2e30*6e24/norm(earth.center)^3*earth.center); end
trace earth.center;
probe x = earth.center.x;
S
for command in "picture --size 64x64 -o o.png" "picture --sheet 3 --size 64x64 -o o.png" "plot -o o.svg" \
    "compare orbit.tn" "run --fast 1e7 --movie o.mp4 --size 64x64"; do
    # shellcheck disable=SC2086 # words
    set -- $command
    name=$1
    shift
    try 0 "$TENON" "$name" orbit.tn "$@"
    [ "$name" = run ] || said "6e+08 frames"
    [ "$(effort all one)" = all ] || break
done
if [ "$(effort all one)" = all ]; then
    try 0 "$TENON" run orbit.tn --frames-per-second 1e-5 --movie o.mp4 --size 64x64
    said "the movie shows 30 frames per second"
    try 0 "$TENON" run orbit.tn --until 0.1 --frames-per-second 1.1e7
    said "these are 1.1e+06 frames"
fi
no_leftovers
finish
