# tenon shell: the language line by line, on a live world.
. "$SOURCE/tests/app/lib.sh"

# talk STATUS: runs the lines from standard input.
talk() {
    want=$1
    cat >lines
    ran="shell"
    "$TENON" shell <lines >out 2>err
    got=$?
    [ $got -eq "$want" ] && return
    fail "shell: status $got, not $want"
    sed 's/^/    /' lines err
}

# The listing of Barzel and Barr, section 2.4.
talk 0 <<'S'
object upper-rod: rod 1 0.05; end
object lower-rod: rod 1 0.05; end
nail nail 0 0 100;
connect upper-rod.end1 nail;
connect upper-rod.end2 lower-rod.end1;
gravity 0 0 -9.81;
world: tau 0.1; end
check
run 4
show
show upper-rod
show connect@4
quit
not read any more
S
same "nothing wrong" "$(cat err)" ""
printed "2 objects, 2 constraints (6 equations, 6 independent), 1 forces, 6 degrees of freedom"
printed "t = 4 s"
printed "upper-rod"
printed "connect@5"
printed "force"
printed "spin"

# Blocks over several lines, comments, the 1994 form, a semicolon on the next line.
talk 0 <<'S'
/* a comment
over two lines */
object a:   # not yet

  sphere 0.1;
  position 0 0 1
  ;
end
constraint object2 a;
  hinge 0 0 0 0 0 1;
end
constraint held: connect
  a.center (0, 0, 1); end
constraint: connect a.center (0, 0, 1); end
for i = 1 to 3:
  object b[i]: particle i; position i 0 0; end
end
let f(x) = x^2; probe four = f(2);
show
show forces points;
check;
S
printed "4 objects"
printed "four = 4"

# An error is shown with its line in the session and a caret; the world is unchanged; later lines still work.
talk 1 <<'S'
object a: sphere 0.1; end

object b: sphere 0.1; densty 5; end
connect a.center (0, 0, 1);
show b
check
S
said "input:3:"
said "density"
said "^"
said "there is nothing named \"b\""
printed "1 objects, 1 constraints"

# Errors in commands of the shell.
talk 2 <<'S'
object ball: sphere 0.1; end
run fast
run -1
show bal
write
time now
S
said "line 2: run: \"fast\" is not a positive number of seconds"
said "line 3: run: \"-1\""
said "line 4: there is nothing named \"bal\"; did you mean ball?"
said "line 5: write: the name of the file is missing"
said "line 6: time takes no more arguments"

# An unfinished block at the end of the input is an error in the model.
talk 1 <<'S'
object a: sphere 0.1;
S
said "error"

# run without a number goes to until; step goes to the next frame; statements can be added at a later time.
talk 0 <<'S'
world: until 0.5; frames 10; gravity 9.81; end
object a: particle 1; end
step
step
time
run
object b: particle 1; position 1 0 0; end
connect a.center b.center;
run 0.25
time
S
printed "t = 0.2"
printed "t = 0.5 s"
printed "t = 0.75 s"

# Writing, reading again, assembling; reset empties the world.
talk 0 <<'S'
object a: sphere 0.1; position 1 0 0; end
connect a.center (0, 0, 2);
assemble
write saved.tn
reset
check
S
printed "wrote saved.tn"
printed "0 objects, 0 constraints"
try 0 "$TENON" check saved.tn
printed "degrees of freedom  3"
echo "show a" | "$TENON" shell saved.tn >out 2>err || fail "shell with a scene"
grep -Eq 'position +(-?0|-?[0-9.]+e-[0-9]+) (-?0|-?[0-9.]+e-[0-9]+) 2$' out || fail "the written pose: $(cat out)"
try 1 "$TENON" shell missing.tn
# The timeline and limits, line by line; later statements may change future events.
talk 1 <<'S'
world: gravity 10; end
object a: particle 1; position 0 0 1; end
constraint floor: keep a.center.z >= 0; end
at 2:
  object b: particle 2;
    position 0 0 5;
  end
  connect b.center (0, 0, 5);
end
run 1
show a
at 3: remove a; end
at 0.5: off floor; end
run 3
show b
S
printed "position"
grep -q "the time 0.5 has passed: the clock is at 1" err || fail "a time that is over is no error in the shell"
same "one error" "$(grep -c error err)" "1"

# Changes to a running world, undo and redo; a handle.
talk 0 <<'S'
object a: rod 1 0.05; position 0 0 1; end
constraint top: connect a.end1 (0, 0, 0.5); end
gravity 0 0 -9.81;
run 0.5
set tau top 0.2
undo
redo
remove top
undo
grab a.end2
drag 0.6 0 0.7
run 2
show a
release
undo
undo
time
quit
S
same "nothing wrong" "$(cat err)" ""
printed "undone: set tau; t = 0.5 s"
printed "redone: set tau; t = 0.5 s"
printed "undone: remove a constraint; t = 0.5 s"
printed "undone: release; t = 2.5 s"
printed "undone: grab; t = 0.5 s"
awk '/^ *position/ { x = $2 } END { exit !(x > 0.45 && x < 0.55) }' out || fail "the rod does not follow the hand"
talk 1 <<'S'
object a: sphere 0.1; end
set mass a -1
set foo a 1
set mass b 1
off a
remove b
grab b
drag 1 2 3
release
undo
undo
redo
redo
S
said "input:2:12: error: set: mass must be greater than zero, not -1"
said "input:3:5: error: 'a' has no 'foo' that could be set; it has position, orientation"
said "input:4:10: error: there is no object, constraint or force 'b' for 'set'"
said "line 5: off: there is no constraint or force named \"a\""
said "line 6: remove: there is nothing named \"b\""
said "line 7: grab: expected a point"
said "line 8: drag: nothing is grabbed"
said "line 9: release: nothing is grabbed"
said "line 11: undo: there is nothing to undo"
said "line 13: redo: there is nothing to redo"

# set is the timeline's statement: expressions, its messages; a let that is there gets another value.
talk 1 <<'S'
let g = 3;
object a: sphere 0.1; end object p: particle 1; position 5 0 0; end
path way(t) = (9, 0, t); object q: sphere 0.1; kernel path way; end
force f: push a.center (g*t, 0, 0); end
set mass a (g + 1)
set position a (1, 2, 3);
set mass a 1 2 3
set mas a 2
set push f 1 2 3
let g = 5;
probe now = g;
set spin p 0 0 1
set position q 0 0 0
set orientation a 0 0 0 0
set orientation a 1e200 0 0 0
show
show a
undo
undo
undo
show a
S
said "input:7:1: error: set mass takes 1 number, 3 given"
said "input:8:5: error: 'a' has no 'mas' that could be set; it has position"
said "did you mean 'mass'?"
said "input:9:5: error: push of 'f' is a formula: change a let in it instead, as in let NAME = 2;"
said "'p' has no 'spin' that could be set"
said "an object on a path is where the path says: it has no position of its own"
said "an orientation must not be zero"
said "an orientation must have a length between 1e-100 and 1e100"
printed "now = 5"
printed "mass      4 kg"
printed "  position  1 2 3"
printed "undone: let g = 5; t = 0 s"
printed "undone: set position; t = 0 s"

# A line that is a value, or a setting, is answered with the command that shows or sets it, and nothing is waited for;
# undo says which line it takes back.
talk 2 <<'S'
rod 1 0.04
object b: rod 1 0.04; position 0 0 2; end
rod1.end1
energy;
rod1.end1 - b.end2
mass(b)
color b red
mass b 3
friction b 0.5
connect rod1.end2 b.end1
undo
undo
S
said 'line 3: "rod1.end1" is a value, not a statement: write show rod1.end1'
said 'line 4: "energy" is a value, not a statement: write show energy'
said 'line 5: "rod1.end1 - b.end2" is a value, not a statement: write show rod1.end1 - b.end2'
said 'line 6: "mass(b)" is a value, not a statement: write show mass(b)'
said 'line 7: "color" does not begin a statement: to change a number write set color b red'
said 'line 8: "mass" does not begin a statement: to change a number write set mass b 3'
grep -q "expected ';'" err && fail "the last ; may be left out at a prompt"
printed "undone: connect rod1.end2 b.end1; t = 0 s"
printed "undone: object b: rod 1 0.04; position 0 0 2; end; t = 0 s"

# A mistyped command is refused at once, and does not wait for a semicolon.
talk 2 <<'S'
object a: sphere 0.1; end
rum 1
run 0.1
objekt
tau 0.1
object b:
  sphere 0.1;
end
time
grab a
write held.tn
S
said "line 2: \"rum\" is no command of the shell and begins no statement; did you mean run?"
said "did you mean object?"
said "input:5:1: error: expected a statement of a scene, met 'tau', which belongs"
said "line 11: what is grabbed is written as if it were released"
printed "t = 0.1 s"

# What speaks of a removed thing goes with it, and is told; what is written then can be read.
talk 0 <<'S'
object a: sphere 1; end object b: sphere 1; position 3 0 0; end
constraint x: revolute world a (0, 0, 0) (0, 0, 1); end
constraint y: revolute world b (3, 0, 0) (0, 0, 1); end
constraint g: gear x y 2; end
constraint k: keep angle(x) = 2*angle(y); end
let h = a.center.z;
force f: push b.center (0, 0, h); end
probe p = deviation(x); probe q = h;
trace a.center;
at 5: off x; end
remove x
write left.tn
remove a
write rest.tn
undo
undo
write all.tn
S
for gone in "gear 'g'" "keep 'k'" "probe 'p'" "let 'h'" "push 'f'" "probe 'q'" "trace"; do
    printed "removed with it: $gone"
done
for left in left rest all; do try 0 "$TENON" check $left.tn; done
same "all is back" "$(grep -c -e gear -e keep -e probe -e let -e trace all.tn)" 6
same "the joint is gone" "$(grep -c -e gear -e keep -e 'probe p' left.tn)" 0

# As on the timeline: a let and a trace that speak of what is gone are not written.
cat >gone.tn <<'S'
object a: sphere 1; end object b: sphere 1; end
let h = a.center.z; let twice = 2*h; trace a.center; force f: push b.center (0, 0, twice); end
at 0.5: remove a; end
S
printf 'run 0.7\nwrite after.tn\n' | "$TENON" shell gone.tn >out 2>err
try 0 "$TENON" check after.tn
same "nothing speaks of it" "$(grep -c -e 'let' -e trace after.tn)" 0

# Expressions, vectors and probes are shown without a trace in the world; a picture of the present state.
cat >look.in <<'S'
rod 1 0.04
show rod1.end2
show norm(rod1.end2) + 1
show energy
probe high = rod1.end2.z
show high
write seen.tn
picture now.png
S
try 0 sh -c '"$TENON" shell <look.in'
printed 'rod1.end2 = 0 0 0.5'
printed 'norm(rod1.end2) + 1 = 1.5'
printed 'energy = 0'
printed 'high = 0.5'
printed 'wrote now.png'
same "nothing shown is written" "$(grep -c shown seen.tn)" 0
same "a PNG file" "$(head -c 4 now.png | tail -c 3)" PNG
try 1 sh -c 'printf "rod 1 0.04\nshow rod1.end2-rod1.end1\n" | "$TENON" shell'
said "put spaces around the '-': rod1.end2 - rod1"
try 2 sh -c 'printf "picture now.jpg\n" | "$TENON" shell'

# What people also type is answered with the command that does it, and the next line counts.
for wish in '?:help' 'ls:show' 'print 3:show EXPR' 'save a.tn:write FILE' 'load a.tn:include' 'play:run SECONDS' 'movie a.mp4:--movie'; do
    printf '%s\nrod 1 0.1\nshow rod1.center.z\n' "${wish%%:*}" >lines
    "$TENON" shell <lines >out 2>err
    ran="shell: $wish"
    printed "rod1.center.z = 0"
    said "is no command of the shell: write"
    said "${wish#*:}"
done

# A block without its colon is an error at once, and swallows nothing.
printf 'world gravity 9.81\nobject a sphere 1\nrod 1 0.1\nshow rod1.center.z\n' >lines
"$TENON" shell <lines >out 2>err
ran="shell without colons"
printed "rod1.center.z = 0"
said "input:1:6: error: expected ':' after 'world'"
said "input:2:9: error: expected ':' after 'a'"

finish
