# Hints: advice about what was probably not meant, printed as "hint: …" and listed under "hints", never among the warnings.
. "$SOURCE/tests/app/lib.sh"
json="$SOURCE/tests/app/json.awk"
member() { awk -v get="$1" -f "$json" out; }
hinted() { grep -q "^hint: .*$1" err || { fail "$ran: no hint: $1"; sed 's/^/    /' err; }; }
unhinted() { grep -q '^hint: ' err && { fail "$ran: a hint"; sed 's/^/    /' err; }; }

# A body that nothing holds, in models of any size: the names and the number of those that fell.
for size in 1e-3 1 1e3; do
    cat >fall.tn <<S
world: gravity (9.81*$size); until 12; frames 5; end
object stand: box $size $size (2*$size); kernel fixed; end
object pebble: sphere (0.1*$size); position 0 0 (2*$size); end
object arm: rod $size (0.05*$size); position 0 0 (2*$size); end
constraint pin: connect arm.end1 (0, 0, 3*$size); end
S
    try 0 "$TENON" run fall.tn --json
    awk -f "$json" out || fail "not JSON: $(cat out)"
    hinted 'pebble is .* away at t = 12 s'
    member hints | grep -q pebble || fail "hints: $(member hints)"
    member hints | grep -q arm && fail "the arm is held: $(member hints)"
    member warnings | grep -q 'missing?' && fail "a hint among the warnings: $(member warnings)"
    try 0 "$TENON" run fall.tn --until 0.5
    unhinted
done
{ cat fall.tn; echo 'object other: sphere 1; position 500 0 4000; end'; } >two.tn
try 0 "$TENON" run two.tn --until 200
hinted 'and 1 more are up to'

# A camera: looking away, looking beside, and looking at the model, with either axis up, at any distance.
awk -v seed="${SEED:-11}" 'BEGIN {
    srand(seed)
    for (i = 0; i < 8; i++) {
        r = 3 + 40 * rand(); a = 6.2832 * rand(); z = 4 * rand() - 2
        x = r * cos(a); y = r * sin(a)
        printf "%.6f %.6f %.6f  %.6f %.6f %.6f  %.6f %.6f %.6f\n", x, y, z, 2 * x, 2 * y, z, -y, x, z
    }
}' >cameras
while read -r x y z ax ay az bx by bz; do
    for axis in y z; do
        model="world: up $axis; until 0.1; end object ball: sphere 0.5; end object floor: plane; position 0 0 -5; end"
        echo "$model camera from $x $y $z to 0 0 0;" >seen.tn
        echo "$model camera from $x $y $z to $ax $ay $az;" >away.tn
        echo "$model camera from $x $y $z to (($x) + ($bx)) (($y) + ($by)) $bz;" >beside.tn
        try 0 "$TENON" check seen.tn
        unhinted
        try 0 "$TENON" check away.tn --json
        hinted 'the camera at .* sees no object: .* behind it'
        member hints | grep -q 'sees no object' || fail "hints: $(member hints)"
        try 0 "$TENON" run beside.tn
        hinted 'the camera at .* sees no object: .* beside its view'
    done
done <cameras

# A camera that looks at itself, and a scene with nothing in it.
echo 'object ball: sphere 0.5; end world: until 0; end camera from 5 0 0 to 5 0 0;' >itself.tn
try 0 "$TENON" run itself.tn
hinted 'the camera looks from (5, 0, 0) at the place where it is'
echo 'world: until 1; end' >empty.tn
try 0 "$TENON" run empty.tn
hinted 'there are no objects'

# A camera that sees something later is right; --from and --to count instead of it.
echo 'world: until 2; end object ball: sphere 0.2; position 30 0 0; velocity -20 0 0; end camera from 0 -5 0 to 0 0 0;' >late.tn
try 0 "$TENON" run late.tn
unhinted
if "$TENON" picture seen.tn -o p.png --size 64x36 >/dev/null 2>&1; then
    try 0 "$TENON" picture seen.tn -o p.png --size 64x36 --from 0,-5,0 --to 0,-6,0
    hinted 'sees no object'
    try 0 "$TENON" picture away.tn -o p.png --size 64x36 --from 0,-5,0 --to 0,0,0
    unhinted
fi

# A drift that a smaller step would not have: the advice helps.
cat >swing.tn <<'S'
world: gravity 9.81; until 4; integrator euler; step 0.05; end
object bob: sphere 0.1; position 1 0 0; end
constraint thread: distance bob.center (0, 0, 0) 1; end
S
try 0 "$TENON" run swing.tn --json
hinted 'the energy drifted by .* --step'
step=$(sed -n 's/.*--step \([0-9.e-]*\),.*/\1/p' err)
before=$(member energy_drift)
try 0 "$TENON" run swing.tn --json --step "$step"
awk -v a="$(member energy_drift)" -v b="$before" 'BEGIN { exit !(a < b / 3) }' || fail "--step $step: drift $(member energy_drift) after $before"
try 0 "$TENON" run swing.tn --integrator adams --json
unhinted
same hints "$(member hints)" '[]'
# Gravity with one number is a strength: a negative one pulls up, which is said, once, and done.
printf 'world: gravity -9.81; until 1; end\nobject a: sphere 0.1; end\nprobe h = a.center.z;\n' >up.tn
try 0 "$TENON" run up.tn
said "up.tn:1:16: warning: one number is the strength of gravity, downwards: -9.81 pulls up; write gravity 9.81;"
printed "h = 4.905"
for good in "gravity 9.81" "gravity 0 0 -9.81" "gravity (0, 0, -9.81)" "gravity (-g)"; do
    printf 'let g = -9.81; world: %s; until 0; end\nobject a: sphere 0.1; end\n' "$good" >down.tn
    try 0 "$TENON" run down.tn
    same "said for $good" "$(cat err)" ""
done

# A picture in which nothing can be seen says why: the camera in a body of any shape, too far away, behind the floor; bodies
# that are far apart; no objects. From a usual place nothing is said.
look() { # OBJECT CAMERA [MORE]
    echo "world: up z; until 0.1; end object a: $1; position 0 0 1; end $2 ${3:-}" >look.tn
    try 0 "$TENON" picture look.tn --at 0 --size 64x36 --quiet -o look.png
}
for shape in "box 0.4 0.5 0.6" "sphere 0.2" "cylinder 0.2 0.5" "capsule 0.2 0.5" "ellipsoid 0.2 0.3 0.4" "rod 1 0.1" "cone 0.3 0.5"; do
    look "$shape" "camera from 0 0.02 1.01 to 0 1 1;"
    said "is inside of a"
    look "$shape" "camera from 3 -4 2 to 0 0 1;"
    silent
    look "$shape" "camera from 5000 0 1 to 0 0 1;"
    said "no body is larger than a dot"
    look "$shape" "camera from 3 -4 -2 to 0 0 1;" "object floor: plane; end"
    said "the camera is behind the plane floor"
    look "$shape" "" "object far: sphere 0.1; position 1e6 0 0; end"
    said "everything is smaller than a few pixels"
done
echo "world: until 0.1; end variable x 3;" >look.tn
try 0 "$TENON" picture look.tn --size 64x36 --quiet -o look.png
said "there are no objects"
# A motor that ends far from its speed is named, with what it lacks; not one that got there, or that is held back by its limit.
turn() { # UNTIL OPTIONS OF THE BLOCK
    echo "world: until $1; end object a: rod 1 0.1; end
        constraint main: revolute world a (0, 0, 0) (0, 1, 0); motor speed 30 ${2:-}; end" >turn.tn
    try 0 "$TENON" run turn.tn --quiet
}
for part in 0.5:39 1:63 2:86; do # 1 - exp(-t/tau)
    turn "(0.1*${part%:*})"
    said "the motor of main is at ${part#*:} % of its speed"
    turn "(0.1*${part%:*})" "; tau 1ms"
    silent
done
turn 1
silent
turn 0.1 "limit 0.001"
silent

# Degrees without deg.
for text in "min -1; max 90" "min -90; max 1" "motor angle 90" "motor angle -45 limit 3"; do
    echo "object a: rod 1 0.1; end constraint j: revolute world a (0, 0, 0) (0, 1, 0); $text; end" >turn.tn
    try 0 "$TENON" check turn.tn
    said "degrees are written"
    echo "object a: rod 1 0.1; end constraint j: slider world a (0, 0, 0) (0, 1, 0); $text; end" >turn.tn
    try 0 "$TENON" check turn.tn
    ! grep -q "degrees are written" err || fail "$text of a slider is taken for degrees"
done
echo "object a: box 1 1 1; rotation 90 0 1 0; end" >turn.tn
try 0 "$TENON" check turn.tn
said "rotation 0 1 0 90deg turns"
finish
