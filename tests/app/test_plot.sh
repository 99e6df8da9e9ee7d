# tenon plot: lines against time with axes, units and a legend, from scenes and records.
. "$SOURCE/tests/app/lib.sh"
cat >swing.tn <<'S'
world: up z; gravity 9.81; until 1; frames 10; end
object rod: rod 1 0.05; position 0.5 0 2; rotation 0 1 0 1.5; end
object bob: sphere 0.1; position 1 0 2; end
constraint pin: connect rod.end1 (0, 0, 2); end
constraint grip: connect rod.end2 bob.center; end
probe height = bob.center.z;
probe tip = norm(bob.center - (0, 0, 2));
S

# svg FILE: well-formed, and how many points its longest line has
svg() {
    [ -s "$1" ] || fail "$1 is not there"
    if command -v xmllint >/dev/null; then xmllint --noout "$1" 2>xml || { fail "$1 is not well-formed"; cat xml; }; fi
}
texts() { grep -o '<text[^>]*>[^<]*' "$1" | sed 's/<[^>]*>//'; }
has() { texts "$1" | grep -qxF -- "$2" || { fail "$1 lacks the text $2"; texts "$1"; }; }
has_not() { texts "$1" | grep -qxF -- "$2" && fail "$1 has the text $2"; }
# points FILE N: lines with N points each
points() { awk '{ while (match($0, /(points|d)="[^"]*"/)) { p = substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH);
    n = gsub(/[0-9.]+[, ]-?[0-9.]+/, "", p); if (n > 2) print n } }' "$1"; }

# Default: all probes, and the default name.
try 0 "$TENON" plot swing.tn
printed "wrote swing.svg"
svg swing.svg
has swing.svg "t [s]"
has swing.svg height
has swing.svg tip
same "two lines of eleven points" "$(points swing.svg | grep -c '^11$')" 2

# A single line is named at the axis.
try 0 "$TENON" plot swing.tn --force pin -o force.svg --quiet
silent
svg force.svg
has force.svg "|force(pin)| [N]"
same "one line" "$(points force.svg | grep -c '^11$')" 1
try 0 "$TENON" plot swing.tn --energy -o energy.svg --quiet
svg energy.svg
has energy.svg "energy [J]"
for line in "kinetic energy" "potential energy" "kinetic + potential"; do has energy.svg "$line"; done
# Different units are in the legend.
try 0 "$TENON" plot swing.tn --energy --deviation --probe height --probe 'x = bob.center.x' --force grip --title 'All & <more>' -o all.svg -q
svg all.svg
for line in "kinetic energy [J]" "largest deviation [m]" "height [m]" "x [m]" "|force(grip)| [N]" "All &amp; &lt;more&gt;"; do has all.svg "$line"; done
has_not all.svg "energy [J]"
same "seven lines" "$(points all.svg | grep -c '^11$')" 7

# Units of formulas: as far as they tell; a factor may convert, so it leaves none.
while IFS='|' read -r formula unit; do
    try 0 "$TENON" plot swing.tn --until 0.1 --probe "q = $formula" -o unit.svg -q
    has unit.svg "q$unit"
done <<'S'
bob.center.x| [m]
norm(bob.center - (0, 0, 2))| [m]
bob.center.x + 20mm| [m]
max(bob.center.x, 1)| [m]
t| [s]
norm(vel(bob.center))| [m/s]
acc(bob.center).z| [m/s²]
omega(rod).y| [rad/s]
norm(force(pin))| [N]
norm(torque(pin))| [N m]
energy - kinetic| [J]
mass(bob)*norm(vel(bob.center))| [kg m/s]
norm(momentum(bob))/t| [N]
norm(force(pin))*vel(bob.center).x| [W]
bob.center.x*bob.center.y| [m²]
inertia(rod).x| [kg m²]
atan2(rod.x.x, rod.x.z)| [rad]
rod.x.z|
dot(rod.x, rod.z)|
57*atan2(rod.x.x, rod.x.z)|
bob.center.x + t|
bob.center.x/bob.center.y|
sqrt(t)|
S
try 0 "$TENON" plot swing.tn --x bob.center.x --probe height --y2 'vel(bob.center).z' -o axes.svg -q
for line in "bob.center.x [m]" "height [m]" "vel(bob.center).z [m/s]"; do has axes.svg "$line"; done

# A record: the same plot, from recorded values; new probes and energies from recorded positions.
try 0 "$TENON" run swing.tn --record swing.tnr --quiet
for what in "" "--force pin --force grip" "--deviation" "--energy" "--probe height --probe norm(vel(bob.center))"; do
    try 0 "$TENON" plot swing.tn $what -o scene.svg -q
    try 0 "$TENON" plot swing.tnr $what -o record.svg -q
    cmp scene.svg record.svg || fail "plot $what of the record differs"
done
try 0 "$TENON" plot swing.tn --until 2 -o longer.svg -q
same "twenty-one points" "$(points longer.svg | grep -c '^21$')" 2
try 0 "$TENON" plot swing.tnr --until 0.5 -o shorter.svg -q
same "six points" "$(points shorter.svg | grep -c '^6$')" 2

# Logarithmic axes: an exponential is a straight line over decades; values that are not positive are left out with a note.
# straight FILE: the longest line of the plot
straight() { sed -n 's/.*points="\([^"]*\)".*/\1/p; s/.* d="\([^"]*\)".*/\1/p' "$1" | tr -d 'ML' | awk '{ if (NF > n) { n = NF; best = $0 } } END { print best }' |
    tr ' ' '\n' | awk -F, 'BEGIN { n = 0 } NF == 2 { x[n] = $1; y[n++] = $2 } END { s = (y[n - 1] - y[0]) / (x[n - 1] - x[0]); if (n < 5 || s == 0) exit 1
        for (i = 0; i < n; i++) if ((d = y[0] + s * (x[i] - x[0]) - y[i]) > 0.3 || d < -0.3) exit 1 }'; }
try 0 "$TENON" plot swing.tn --probe 'd = exp(-12*t)' --log y -o log.svg -q
silent
svg log.svg
straight log.svg || fail "an exponential is not straight on a logarithmic axis"
for tick in 1 0.1 0.01 0.001 0.0001 1e−5; do has log.svg $tick; done
try 0 "$TENON" plot swing.tn --probe 'd = exp(-12*t)' -o plain.svg -q
straight plain.svg && fail "an exponential is straight on a plain axis"
try 0 "$TENON" plot swing.tn --probe 'd = t^3' --log xy -o power.svg
said "note: 1 of 11 values are not greater than zero"
straight power.svg || fail "a power is not straight between logarithmic axes"
same "the first point is left out" "$(points power.svg | grep -c '^10$')" 1
try 0 "$TENON" plot swing.tn --probe 'd = 40 + t' --log y -o narrow.svg -q
for tick in 40.0 40.2 41.0; do has narrow.svg $tick; done
try 0 "$TENON" plot swing.tn --probe 'd = t - 0.55' --log y -o half.svg
said "note: 6 of 11 values"

# PNG, its size, and a scene without probes.
try 0 "$TENON" plot swing.tn -o plot.png --size 300x200 --dark -q
same "size of the PNG" "$(od -An -tu1 -j 16 -N 8 plot.png | tr -s ' ')" " 0 0 1 44 0 0 0 200"
grep -v '^probe' swing.tn >bare.tn
try 0 "$TENON" plot bare.tn -q
has bare.svg "kinetic energy"

# Wrong usage.
wrong() { # TEXT OPTIONS...
    text=$1
    shift
    try 2 "$TENON" plot swing.tn "$@"
    said "$text"
}
rm -f ./*.svg
wrong 'did you mean height?' --probe heigth
wrong 'is neither a probe of swing.tn nor an expression' --probe 'nothing.at'
wrong 'there is no constraint "grap"; did you mean grip?' --force grap
wrong 'must end in .svg or .png' -o plot.pdf
wrong 'there is nothing greater than zero to show' --probe 'd = -1 - t' --log y
wrong '"z" is not one of: x, y, xy' --log z
wrong 'cannot write missing/a.svg' -o missing/a.svg
wrong 'is out of range' --size 100000x100000
try 1 "$TENON" plot missing.tnr
printf 'TENONREC\377\377\377\377garbage' >other.tnr
try 1 "$TENON" plot other.tnr
[ -z "$(ls ./*.svg 2>/dev/null)" ] || fail "a wrong plot was written: $(ls ./*.svg)"
if [ -c /dev/full ]; then
    ln -s /dev/full full.svg
    try 3 "$TENON" plot swing.tn -o full.svg -q
    said "No space left on device"
fi
# A motion that cannot continue is plotted up to that point.
cat >stuck.tn <<'S'
world: until 2; frames 10; integrator euler; step 0.1; tau 0.001; gravity 9.81; end
object bar: rod 1 0.05; position 0.1 0 0; end
constraint pin: connect bar.end1 (0, 0, 0); end
S
try 3 "$TENON" plot stuck.tn --deviation -q
said "the simulation could not continue"
svg stuck.svg
no_leftovers
# Another number along the horizontal axis, a right axis, components of vectors, several files.
cat >round.tn <<'S'
world: until 1; frames 8; end
object p: coordinates a 0; velocity a (2*pi); mass 1; place (cos(a), sin(a), 3); end
probe x = p.center.x;
S
try 0 "$TENON" run round.tn --record round.tnr --quiet
try 0 "$TENON" plot round.tn --x x --probe p.center.y -o circle.svg
grep -q '>x \[m\]</text>' circle.svg || fail "the horizontal axis has no name"
grep -q '>p.center.y \[m\]</text>' circle.svg || fail "the vertical axis has no name"
try 0 "$TENON" plot round.tnr --x x --probe p.center.y -o again.svg
cmp circle.svg again.svg || fail "the plot of a record differs"
try 0 "$TENON" plot round.tn --probe p.center --y2 't^2' -o parts.svg
for name in p.center.x p.center.y p.center.z 't^2'; do
    grep -qF ">$name</text>" parts.svg || fail "no $name in the legend"
done
try 0 "$TENON" plot round.tn round.tnr swing.tn --probe 'time = t' -o files.svg
for name in round.tn round.tnr swing.tn; do
    grep -qF ">time ($name)</text>" files.svg || fail "no $name in the legend"
done
try 2 "$TENON" plot round.tn --x p.center -o x.svg
said '"p.center" is a vector; choose a component'
try 2 "$TENON" plot round.tn --y2 nothing -o x.svg
said "--y2"
try 2 "$TENON" plot round.tn swing.tn --x p.center.x -o x.svg
said "is neither a probe of swing.tn nor an expression"
[ ! -e x.svg ] || fail "a plot after an error"
finish
