# tenon picture: single pictures, sheets, scenes and records, and every error.
# LeakSanitizer occasionally fails on the threads of the graphics driver.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
. "$SOURCE/tests/app/lib.sh"
cat >swing.tn <<'S'
world: up z; gravity 9.81; until 1; frames 10; end
object rod: rod 1 0.05; position 0.5 0 2; rotation 0 1 0 1.5; end
constraint pin: connect rod.end1 (0, 0, 2); end
S
small="--size 160x90 --quality draft --quiet"

# byte FILE OFFSET COUNT: as one number, the highest first
byte() { od -An -v -tu1 -j "$2" -N "$3" "$1" | awk '{ for (i = 1; i <= NF; i++) n = 256 * n + $i; print n }'; }
# png FILE WIDTH HEIGHT TYPE: 8 bits, not interlaced, of this size and colour type (2: RGB, 6: RGBA)
png() {
    printf '\211PNG\r\n\032\n' | cmp -s -n 8 - "$1" || fail "$1 is no PNG"
    same "$1: width, height, bits, type, interlace" \
        "$(byte "$1" 16 4) $(byte "$1" 20 4) $(byte "$1" 24 1) $(byte "$1" 25 1) $(byte "$1" 28 1)" "$2 $3 8 $4 0"
}
differ() { cmp -s "$1" "$2" && fail "$1 and $2 are the same"; }

try 0 "$TENON" picture swing.tn $small
silent
png swing.png 160 90 2
no_leftovers

# Without a driver: reported before anything is computed.
mkdir broken
echo no library >broken/libEGL.so.1
try 2 env LD_LIBRARY_PATH="$PWD/broken" "$TENON" picture swing.tn --at 1e6 -o none.png
said "tenon picture: "
said EGL
[ ! -e none.png ] || fail "a picture without a driver"

# --at chooses the moment; the default is the end, and after the end the simulation continues.
try 0 "$TENON" picture swing.tn --at 0 -o a.png $small
try 0 "$TENON" picture swing.tn --at 0 -o again.png $small
try 0 "$TENON" picture swing.tn --at 1 -o end.png $small
try 0 "$TENON" picture swing.tn --at 1.3 -o beyond.png $small
cmp a.png again.png || fail "the same picture differs"
cmp end.png swing.png || fail "the end is not what is drawn without --at"
differ a.png end.png
differ end.png beyond.png
try 0 "$TENON" picture swing.tn --at 0 -o paper.png --size 160x90
printed "wrote paper.png"
differ paper.png a.png

# A record gives the same pictures, without simulating up to there.
try 0 "$TENON" run swing.tn --record swing.tnr --quiet
for t in 0 0.3 1 1.3; do
    try 0 "$TENON" picture swing.tn --at $t -o scene.png $small
    try 0 "$TENON" picture swing.tnr --at $t -o record.png $small
    cmp scene.png record.png || fail "the record's picture at $t differs"
done
head -c 700 swing.tnr >cut.tnr
try 1 "$TENON" picture cut.tnr -o cut.png
[ ! -e cut.png ] || fail "a picture of a damaged record"
printf 'TENONREC\377\377\377\377garbage' >other.tnr
try 1 "$TENON" picture other.tnr -o other.png

# Sheets: several given moments, or a number of them.
try 0 "$TENON" picture swing.tn --at 0 --at 0.5,1 -o three.png --quality draft --quiet
png three.png 1280 720 2
try 0 "$TENON" picture swing.tn --sheet 3 --at 1 -o sheet.png --quality draft --quiet
cmp three.png sheet.png || fail "--sheet 3 is not --at 0,0.5,1"
try 0 "$TENON" picture swing.tn --sheet 2 -o two.png $small
png two.png 160 90 2
try 2 "$TENON" picture swing.tn --sheet 1000 -o many.png $small
said "no room for 1000 views"
try 2 "$TENON" picture swing.tn --sheet 3 --at 0,1 $small
try 2 "$TENON" picture swing.tn --sheet 0 $small

# The scene's camera and layers, and options that override them.
{ cat swing.tn; echo "let h = 2; camera from 3 (-h) h to 0 0 (h/2); show forces points;"; } >look.tn
try 0 "$TENON" picture look.tn --at 0.5 -o look.png $small
try 0 "$TENON" picture swing.tn --at 0.5 --from 3,-2,2 --to 0,0,1 --show forces,points -o said.png $small
cmp look.png said.png || fail "camera and show of the scene are not those of the command"
try 0 "$TENON" picture look.tn --at 0.5 --show none -o none.png $small
differ none.png look.png
try 0 "$TENON" picture look.tn --at 0.5 --show trails,ground,names,frames,constraints,time -o all.png $small
differ all.png look.png
try 0 "$TENON" picture look.tn --at 0.5 --dark -o dark.png $small
differ dark.png look.png
try 0 "$TENON" picture look.tn --at 0.5 --transparent -o clear.png $small
png clear.png 160 90 6

# Wrong usage, each with its own message; nothing is written.
rm -f x.png
wrong() { # TEXT OPTIONS...
    text=$1
    shift
    try 2 "$TENON" picture swing.tn -o x.png "$@"
    said "$text"
    [ ! -e x.png ] || fail "$ran: wrote x.png"
}
wrong 'is not WIDTHxHEIGHT' --size big
wrong 'is not WIDTHxHEIGHT' --size 10x
wrong 'is not WIDTHxHEIGHT' --size 10.5x10
wrong 'is out of range: each side has 1 to 16384 pixels' --size 100000x100000
wrong 'is out of range' --size 0x10
wrong 'is out of range' --size 99999999999999999999x-5
wrong 'is not a time in seconds' --at now
wrong 'is not a time in seconds' --at -1
wrong 'is not a time in seconds' --at 1,,2
wrong '--from and --to must be given together' --from 1,2,3
wrong 'is not X,Y,Z' --from 1,2 --to 0,0,0
wrong 'are the same point' --from 1,2,3 --to 1,2,3
wrong 'did you mean forces?' --show force
wrong 'is not one of: movie, paper, draft' --quality best
try 2 "$TENON" picture swing.tn -o x.jpg
said "must end in .png"
try 2 "$TENON" picture swing.tn -o -
try 1 "$TENON" picture missing.tn -o x.png
try 1 "$TENON" picture missing.tnr -o x.png

# Paths where no file can be created are refused before anything is computed; a full disk leaves the old file.
mkdir folder.png
for path in missing/x.png folder.png swing.tn/x.png; do
    try 2 "$TENON" picture swing.tn --at 1e9 -o $path
    said "cannot write $path"
done
if [ -c /dev/full ]; then
    ln -s /dev/full full.png
    try 3 "$TENON" picture swing.tn --at 0 -o full.png $small
    said "No space left on device"
    [ -c /dev/full ] && [ -L full.png ] || fail "the device was replaced"
fi

# There is no picture of a motion that cannot continue or is interrupted.
cat >stuck.tn <<'S'
world: until 2; frames 10; integrator euler; step 0.1; tau 0.001; gravity 9.81; end
object bar: rod 1 0.05; position 0.1 0 0; end
constraint pin: connect bar.end1 (0, 0, 0); end
S
try 3 "$TENON" picture stuck.tn -o stuck.png $small
said "the simulation could not continue: at t = "
[ ! -e stuck.png ] || fail "a picture of a motion that could not continue"
"$TENON" picture swing.tn --at 1e9 -o long.png $small 2>err &
pid=$!
works_on $pid
kill -TERM $pid
wait $pid
same "status of an interrupted picture" $? 3
ran="an interrupted picture"
said "interrupted at t ="
[ ! -e long.png ] || fail "an interrupted picture was written"
no_leftovers
finish
