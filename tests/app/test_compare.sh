# tenon compare A B: differences of probes and objects, against closed forms; scenes, records, other frame rates.
. "$SOURCE/tests/app/lib.sh"
scene() { # FILE VELOCITY SPIN FRAMES MORE
    cat >"$1" <<S
world: until 2; frames $4; end
object a: sphere 0.1; velocity $2 0 0; end
object b: box 1 2 3; position 5 0 0; spin 0 0 $3; end
probe x = a.center.x; probe twice = 2*a.center.x;
$5
S
}
get() { awk -v get="$1" -f "$SOURCE/tests/app/json.awk" out; }
near() { # WHAT VALUE EXPECTED
    awk -v x="$2" -v y="$3" 'BEGIN { d = x - y; exit !(d < 1e-9 && d > -1e-9) }' || fail "$1: $2 is not $3"
}
first() { sed -n "s/.*{\"name\": \"$1\"[^}]*\"$2\": \([-0-9.e+]*\).*/\1/p" out; }

scene one.tn 1 0.5 10 ''
scene two.tn 1.25 0.2 10 'object c: particle 1; end probe more = t;'
try 0 "$TENON" compare one.tn two.tn --json --csv d.csv --plot d.svg --quiet
# x − x' = t/4: the largest at the end, rms sqrt(Σ (k/10)² / 21)/4 = sqrt(28.7/21)/4
near "largest x" "$(first x max)" 0.5
near "when" "$(first x at)" 2
near "rms x" "$(first x rms)" 0.29226129861250305
near "largest twice" "$(first twice max)" 1
near "distance of a" "$(first a max)" 0.5
near "angle of a" "$(first a max_angle)" 0
near "distance of b" "$(first b max)" 0
near "angle of b" "$(first b max_angle)" 0.6
same "only in the first" "$(get only_a)" '[]'
same "only in the second" "$(get only_b)" '["more", "c"]'
same "the head" "$(head -n 1 d.csv)" "t,x,twice,a.distance,a.angle,b.distance,b.angle"
same "rows" "$(wc -l <d.csv | tr -d ' ')" 22
awk -F, 'NR > 1 { d = $2 - $1/4; if (d > 1e-9 || d < -1e-9) exit 1 }' d.csv || fail "the differences of the rows are wrong"
grep -q '<svg' d.svg || fail "no plot"

# The exit status says whether they agree; the same model agrees to the bit, from its text or its record.
try 1 "$TENON" compare one.tn two.tn --within 0.99 --quiet
said "a difference is larger than 0.99"
try 0 "$TENON" compare one.tn two.tn --within 1.001 --quiet
try 0 "$TENON" run one.tn --record one.tnr --quiet
try 0 "$TENON" compare one.tnr one.tn --within 0
printed "21 frames to t = 2 s"
try 0 "$TENON" compare one.tn one.tnr --within 0 --until 1
printed "11 frames to t = 1 s"
# Other frame rates: scenes get that of the first; between the frames of a record poses are interpolated.
scene other.tn 1 0.5 7 ''
try 0 "$TENON" compare one.tn other.tn --within 1e-9
try 0 "$TENON" run other.tn --record other.tnr --quiet
try 0 "$TENON" compare one.tn other.tnr --within 1e-9
# Wrong usage.
try 2 "$TENON" compare one.tn two.tn --integrators rk4
said "go with one SCENE"
try 2 "$TENON" compare one.tn --within 1
said "compare two motions"
try 2 "$TENON" compare one.tn two.tn --csv missing/d.csv
said "cannot write missing/d.csv"
try 1 "$TENON" compare one.tn missing.tn
said "missing.tn"

# What does not apply has a line that says so, and no numbers.
cat >bob.tn <<'S'
world: gravity 9.81; until 0.2; end
object bob: coordinates th 1.2; mass 1; place (sin(th), 0, -cos(th)); end
S
try 0 "$TENON" compare bob.tn --solvers sparse --quiet
[ "$(grep -c 'not for this model: as rk4' out)" = 2 ] || fail "verlet and nystrom repeat the numbers of rk4"
[ "$(grep -c "^displacement.*'bob' has generalized coordinates" out)" = 3 ] || fail "no reason for the displacement method"
grep -q nan out && fail "a number that is none"
try 0 "$TENON" compare bob.tn --integrators verlet --solvers sparse --methods dynamic --quiet
grep -q '^dynamic *verlet *sparse *[0-9]' out || fail "an integrator that is compared alone has its line"
finish
