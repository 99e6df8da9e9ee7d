# Units, colours, lets and folders on the command line.
. "$SOURCE/tests/app/lib.sh"

cat >a.tn <<'S'
let L = 300mm; let M = 2;
object a: sphere L; color teal; end
world: gravity 9.81; until 1min; end
probe size = L;
S

# Units in options; one that does not fit warns; a number is a number.
try 0 "$TENON" run a.tn --until 100ms --step 10ms --json
printed '"time": 0.1'
try 0 "$TENON" run a.tn --until 0.1m --quiet
said "the unit of 0.1m does not fit --until, which takes s"
try 2 "$TENON" run a.tn --until 5sec
said "is not a number"
try 2 "$TENON" run a.tn --until "1 s"
try 2 "$TENON" run a.tn --threads 2s
said "is not a whole number without a unit"

# --set: a constant expression over the other lets.
try 0 "$TENON" run a.tn --until 0 --set L=20cm
printed "size = 0.2"
try 0 "$TENON" run a.tn --until 0 --set "L=M*3 + 1"
printed "size = 7"
try 2 "$TENON" run a.tn --until 0 --set L=N
said "names 'N', which is no let of the scene"
try 2 "$TENON" run a.tn --until 0 --set L=M --set M=L
said "leads back"
try 2 "$TENON" check a.tn --set nothing=1
said "there is no 'let nothing"

# Names of sizes and arguments may be names of the text, where they stand for numbers.
cat >names.tn <<'S'
let ratio = -2; let length = 2;
for radius = 1 to 2: object a[radius]: cylinder radius 1; position 0 0 (9*radius); end end
object b: rod length 0.1; position 9 0 0; end
for i = 1 to 2: constraint j[i]: revolute world a[i] a[i].center (0, 0, 1); end end
gear j[1] j[2] ratio;
S
try 0 "$TENON" run names.tn --until 0.1
try 0 "$TENON" check names.tn

# What there is.
try 0 "$TENON" kinds units
printed "deg"
try 0 "$TENON" kinds rpm
printed "revolutions per minute"
try 0 "$TENON" kinds tomato
printed "colour tomato: 1 0.3882352941 0.2784313725"

# Files: the scene's folder and below, unless another is allowed.
mkdir scene other
echo 'let secret = 4711;' >other/part.tn
echo 'include "../other/part.tn"; probe s = secret;' >scene/main.tn
echo 'include "/etc/passwd";' >scene/passwd.tn
for command in check run assemble; do
    try 1 "$TENON" $command scene/main.tn
    said "main.tn:1:9: error: cannot include '../other/part.tn': it lies outside the scene's folder"
    said "--allow-read"
    grep -q 4711 err && fail "$ran: shows what is in the file"
done
try 1 "$TENON" check scene/passwd.tn
grep -q "root:" err && fail "$ran: shows what is in the file"
try 0 "$TENON" check scene/main.tn --allow-read other
try 0 "$TENON" run scene/main.tn --until 0 --allow-read scene --allow-read other
printed "s = 4711"
try 2 "$TENON" check scene/main.tn --allow-read nowhere
said "there is no folder"
mkfifo scene/pipe.tn
echo 'include "pipe.tn";' >scene/waits.tn
try 1 "$TENON" check scene/waits.tn
said "it is a pipe"

# A prompt: the last ; may be left out, and a shape makes an object.
cat >lines <<'S'
rod 1 4cm
rod 1 4cm; position 0 0 1; color tomato
connect rod1.end1 rod2.end1
run 50ms
time
S
"$TENON" shell <lines >out 2>err || fail "shell: status $?"
ran=shell
printed "t = 0.050000000000000003 s"
same "errors of the shell" "$(cat err)" ""
finish
