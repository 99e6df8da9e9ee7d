# check, assemble, compare, kinds and the summary of run.
. "$SOURCE/tests/app/lib.sh"
cat >scene.tn <<'S'
let L = 1;
world: gravity 9.81; until 0.5; frames 20; end
object bar: rod L 0.05; position 0.7 0 0.2; end
constraint pin: connect bar.end1 (0, 0, 0); end
probe far = norm(bar.end2 - bar.end1);
S

try 0 "$TENON" run scene.tn --set L=2
printed "t = 0.5 s: 11 frames"
printed "far = 2"
try 0 "$TENON" run scene.tn --quiet
silent

try 0 "$TENON" check scene.tn
printed "objects             1"
printed "constraints         1 (3 equations, 3 independent)"
printed "degrees of freedom  3"
printed "no redundant and no contradictory constraints"
echo 'object box: box 2 3 1; mass 12; position 1 2 3; offset 0 0 5; end object far: sphere 1; mass 2; kernel fixed; end' >heavy.tn
for i in $(seq 30); do echo "object p$i: particle 1; end"; done >>heavy.tn
try 0 "$TENON" check heavy.tn
printed "  box               12  (1, 2, 8)  10 5 13"
printed "  and 11 more: --json lists all"
try 0 "$TENON" check heavy.tn --json
printed '"masses": [{"name": "box", "mass": 12, "center": [1, 2, 8], "inertia": [10, 5, 13, 0, 0, 0]}, {"name": "p1"'

# Redundant and contradictory models: a warning and exit status 0.
cp scene.tn twice.tn
echo 'constraint again: connect bar.end1 (0, 0, 0); end' >>twice.tn
try 0 "$TENON" check twice.tn
printed "redundant"
printed "  again"
printed "degrees of freedom  3"
try 0 "$TENON" run twice.tn
said "warning: redundant: again"
same "said once" "$(grep -c again err)" 1
try 0 "$TENON" check "$SOURCE/examples/mechanisms/four-bar.tn"
printed "degrees of freedom  1"
printed "  rocker-bearing"
cat >split.tn <<'S'
world: until 1; frames 10; end
object ball: sphere 0.1; position 0 1 0; end
constraint left: connect ball.center (-1, 0, 0); end
constraint right: connect ball.center (1, 0, 0); end
S
try 0 "$TENON" check split.tn
printed "contradictory"
printed "  left"
printed "  right"
try 0 "$TENON" run split.tn
said "contradictory: left, right"
try 0 "$TENON" assemble split.tn
said "not all constraints could be met: 1 is left"

# A run that ends with a constraint far off says so by name, also where nothing pulls it back; a met one is not named.
cat >apart.tn <<'EOF'
world: until 1; end
object a: particle 1; position 2 0 0; end
object b: particle 1; position 5 3 0; end
constraint wall: keep a.center.x = 1; feedback 0 0; end
constraint far: keep b.center.x = 1; feedback 0 0; end
constraint met: keep b.center.y = 3; end
EOF
try 0 "$TENON" run apart.tn
said "warning: far is off by 4 at the end, and 1 other by less"
! grep -q "met is off" err || fail "a constraint that is met is named"
try 0 "$TENON" run apart.tn --json
printed "far is off by 4 at the end"

# Assembling: the written model is in place and reads again.
try 0 "$TENON" assemble scene.tn -o put.tn
printed "largest remaining deviation"
printed "wrote put.tn"
try 0 "$TENON" run put.tn --until 0 --json --probe 'gap = norm(bar.end1)'
awk -v get=probes -f "$SOURCE/tests/app/json.awk" out | sed 's/.*"gap": \([^,}]*\).*/\1/' | awk '{ exit !($1 < 1e-10) }' ||
    fail "the written model is not assembled: $(cat out)"
try 0 "$TENON" assemble scene.tn -o -
printed "bar"
try 0 "$TENON" assemble scene.tn --quiet
silent

# Onto the scene itself: the text is kept to the byte, the state behind it is replaced, not gathered, and it reads again.
printf 'let L = 2; # m\nobject a: rod L 0.1; end # a rod\nobject b: rod (L/2) 0.1; end\nconnect a.end1 b.end2; # joined\n# the end' >ends.tn
for scene in scene.tn ends.tn "$SOURCE/examples/barzel-barr-1988/towers.tn" "$SOURCE/examples/barzel-barr-1988/pandora.tn" \
    "$SOURCE/examples/mechanisms/four-bar.tn" "$SOURCE/examples/gascuel-1994/flying-snake.tn"; do
    [ -f "$scene" ] || fail "there is no $scene"
    cp "$scene" before.tn
    cp "$scene" itself.tn
    for round in 1 2; do
        try 0 "$TENON" assemble itself.tn -o itself.tn
        head -c "$(wc -c <before.tn)" itself.tn | cmp - before.tn || fail "the text of $scene was not kept, round $round"
        same "blocks of state in $scene, round $round" "$(grep -c '^state:' itself.tn)" 1
        [ "$round" = 2 ] || cp itself.tn first.tn
    done
    same "lines of $scene after two rounds" "$(wc -l <itself.tn)" "$(wc -l <first.tn)"
    try 0 "$TENON" check itself.tn
done
cp scene.tn itself.tn
try 2 "$TENON" assemble itself.tn --set L=2 -o itself.tn
said "write to another file"
cmp scene.tn itself.tn || fail "a refused command has written"

# Comparing: one line per run; all agree on exact values.
try 0 "$TENON" compare put.tn --quiet
same "default lines" "$(wc -l <out | tr -d ' ')" 19
for word in adams gear rk4 euler sparse svd evaluations "energy drift" "displacement A" gauss-seidel; do printed "$word"; done
try 0 "$TENON" compare put.tn --methods dynamic --integrators rk4,adams --solvers sparse --step 0.005 --quiet
same "chosen lines" "$(wc -l <out | tr -d ' ')" 4
same "the order asked for" "$(awk 'NR > 2 { print $2 }' out | tr '\n' ' ')" "rk4 adams "
same "fixed steps" "$(awk '$2 == "rk4" { print $5 }' out)" 100

try 0 "$TENON" kinds
for kind in sphere connect distance revolute gravity spring; do printed $kind; done
try 0 "$TENON" kinds distance
printed "distance P Q d"
printed "must be greater than zero"
try 0 "$TENON" kinds distance --formulas
printed "norm"
try 0 "$TENON" kinds prismatic
printed "write slider"
try 0 "$TENON" kinds tolerance
printed "parameter of world"
try 0 "$TENON" kinds spring --json
printed '"word": "stiffness"'
printed '"settable": true'
printed '"low_excluded": false'
try 0 "$TENON" kinds tau --json
awk -f "$SOURCE/tests/app/json.awk" out || fail "the parameters of a word are no JSON"
printed '"kind": "constraint"'
try 0 "$TENON" kinds --json
awk -f "$SOURCE/tests/app/json.awk" out || fail "kinds --json is no JSON"
for word in jello bezier on-curve contact skin coordinates variable world spring norm; do
    printed "\"name\": \"$word\""
done
try 2 "$TENON" kinds distanse
said "there is no kind \"distanse\"; did you mean distance?"
try 2 "$TENON" kinds xyzzy
said "there is no kind \"xyzzy\"; tenon kinds lists them all"
finish
