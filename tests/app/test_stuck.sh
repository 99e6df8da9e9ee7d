#!/bin/sh
# A run that cannot continue: it names time, constraint, object and values, and leaves a scene that repeats the step.
. "$SOURCE/tests/app/lib.sh"

cat >edge.tn <<'S'
world: integrator rk4; step 0.01; until 2; gravity 9.81; end
object a: sphere 0.1; position 0.5 0 0; end
constraint edge: keep a.center.x = sqrt(0.5 - t); end
S
mkdir results
try 3 "$TENON" run edge.tn --csv results/edge.csv
said "at t = 0.49"
said "the formula of constraint 'edge' has no value there"
said "(edge.tn, line 3): 'keep a.center.x = sqrt(0.5 - t)', where "
said "is not a number, with a.center = ("
said "the worst constraint is 'edge', off by "
said "the fastest object is 'a' at "
said "the last good state is in results/edge.stuck.tn"
grep -q "time 0.49" results/edge.stuck.tn || fail "the state that is left has no time"

# That scene gets stuck at the same moment, immediately.
cp results/edge.stuck.tn again.tn
try 3 "$TENON" run again.tn --quiet --json
said "at t = 0.49"
said "the last good state is in again.stuck.tn"
grep -q '"steps": 0' out || fail "the failing step is not the first of what was left"
cmp -s results/edge.stuck.tn again.stuck.tn || fail "the state that is left changes when it is run"
no_leftovers

# Without output files it is beside the scene, not in the current folder; with one, beside that, whatever it is.
mkdir scenes films
cp edge.tn scenes/far.tn
try 3 "$TENON" run scenes/far.tn --quiet --csv /dev/null
said "the last good state is in scenes/far.stuck.tn"
[ -s scenes/far.stuck.tn ] && [ ! -e far.stuck.tn ] || fail "the state that is left is not beside its scene"
try 3 "$TENON" run scenes/far.tn --quiet --gltf films/far.glb
said "the last good state is in films/far.stuck.tn"
no_leftovers

# If it cannot be written, that is reported.
mkdir closed && chmod 500 closed
if [ "$(id -u)" -ne 0 ]; then
    cp edge.tn closed.tn
    (cd closed && "$TENON" run ../edge.tn 2>../err) && fail "no status"
    grep -q "could not be written" err || fail "nothing said of a state that was not kept"
fi
finish
