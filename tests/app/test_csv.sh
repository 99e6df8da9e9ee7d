# The CSV file: header, one row per frame at k/N and at the end, full precision, empty fields.
. "$SOURCE/tests/app/lib.sh"
cat >scene.tn <<'S'
world: gravity 9.81; until 0.35; frames 10; end
object ball: sphere 0.1; position 1 2 3; rotation 0 0 1 0.5; end
object dot: particle 1; position 0.1 0 0; end
variable x 3;
probe height = ball.center.z;
S
try 0 "$TENON" run scene.tn --csv f.csv --probe 'norm(ball.center - (1, 2, 3))' --probe 'say = t'
printed "wrote f.csv"
same header "$(head -n 1 f.csv)" 't,height,"norm(ball.center - (1, 2, 3))",say,ball.x,ball.y,ball.z,ball.qw,ball.qx,ball.qy,ball.qz,dot.x,dot.y,dot.z,dot.qw,dot.qx,dot.qy,dot.qz'
same "frame times" "$(cut -d, -f1 f.csv | tail -n +2 | tr '\n' ' ')" "0 0.10000000000000001 0.20000000000000001 0.29999999999999999 0.34999999999999998 "
same "fields a row" "$(tail -n +2 f.csv | awk -F, '{ print NF }' | sort -u)" 18
same "particles have no quaternion" "$(tail -n +2 f.csv | cut -d, -f15-18 | sort -u)" ",,,"
same "first row" "$(sed -n 2p f.csv | cut -d, -f1-7)" "0,3,0,0,1,2,3"
grep -qi 'nan\|inf' f.csv && fail "NaN in the file"
# Free fall is a parabola: z = 3 - g t²/2.
awk -F, 'NR > 2 { e = $2 - (3 - 9.81 / 2 * $1 * $1); if (e < -1e-9 || e > 1e-9) exit 1 }' f.csv || fail "the ball does not fall as it should"

# 17 digits: what is written reads back as the same number.
awk -F, 'NR > 1 { if (sprintf("%.17g", $5 + 0) != $5) exit 1 }' f.csv || fail "not 17 digits"

# Frame rate from the command line; an end at a multiple of the frame time gives only one frame there.
try 0 "$TENON" run scene.tn --until 0.3 --frames-per-second 100 --csv f.csv
same "rows" "$(tail -n +2 f.csv | wc -l | tr -d ' ')" 31
same "last time" "$(tail -n 1 f.csv | cut -d, -f1)" 0.29999999999999999
try 0 "$TENON" run scene.tn --until 0 --csv f.csv
same "rows at until 0" "$(tail -n +2 f.csv | wc -l | tr -d ' ')" 1

# Standard output contains only the rows; the summary goes to standard error.
try 0 "$TENON" run scene.tn --csv -
same "standard output" "$(wc -l <out | tr -d ' ')" 6
said "frames"
try 0 "$TENON" run scene.tn --csv - --quiet
same "quiet" "$(cat err)" ""

# A probe that has no value is an empty field and a warning, never NaN.
try 0 "$TENON" run scene.tn --probe 'odd = sqrt(-1 - t)' --csv f.csv --json
same "no value" "$(tail -n +2 f.csv | cut -d, -f3 | sort -u)" ""
said "the probe odd is not a number"
try 0 "$TENON" run scene.tn --probe 'odd = sqrt(-1 - t)'
printed "  odd is not a number"

# A probe of an object that does not exist yet, or no longer, says so; that is not a warning.
cat >come-and-go.tn <<'S'
world: until 2; frames 2; end
object a: particle 1; position 0 0 1; end
at 1: remove a; object b: particle 1; position 0 0 2; end end
probe early = a.center.z; probe late = b.center.z; probe both = a.center.z + b.center.z;
S
try 0 "$TENON" run come-and-go.tn --csv f.csv
printed "  early has no value: its object does not exist"
printed "  late = 2"
printed "  both has no value: its object does not exist"
same "no warnings" "$(cat err)" ""
same "fields" "$(cut -d, -f1-4 f.csv | sed -n '2p;$p' | tr '\n' ' ')" "0,1,, 2,,2, "
try 0 "$TENON" run come-and-go.tn --until 0.5
printed "  early = 1"
printed "  late has no value: its object does not exist"
try 0 "$TENON" run come-and-go.tn --json
printed "the probe early has no value: its object does not exist at t = 2 s"
grep -q 'nan' out && fail "a report has nan in it"

# --units: of the run and of its record the same header, and the same numbers as without.
try 0 "$TENON" run scene.tn --csv plain.csv --quiet
try 0 "$TENON" run scene.tn --csv units.csv --units --record units.tnr --quiet
same "header with units" "$(head -n 1 units.csv)" 't [s],height,ball.x [m],ball.y [m],ball.z [m],ball.qw,ball.qx,ball.qy,ball.qz,dot.x [m],dot.y [m],dot.z [m],dot.qw,dot.qx,dot.qy,dot.qz'
same "rows with units" "$(tail -n +2 units.csv)" "$(tail -n +2 plain.csv)"
try 0 "$TENON" replay units.tnr --csv again.csv --units
cmp units.csv again.csv || fail "replay --units differs"
try 0 "$TENON" replay units.tnr --csv again.csv
cmp plain.csv again.csv || fail "replay without --units differs"
finish
