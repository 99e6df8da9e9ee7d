# Wrong usage: status 2, one message of its own and a pointer to help; help itself: status 0.
. "$SOURCE/tests/app/lib.sh"
echo 'object a: sphere 0.1; end' >a.tn

# The command itself.
try 2 "$TENON"
said "tenon run"
try 0 "$TENON" --help
printed "tenon assemble"
printed "For example"
try 0 "$TENON" --version
printed "tenon $(sed -n 's/^#define TN_VERSION "\(.*\)"/\1/p' "$SOURCE/include/tenon/types.h")"
try 2 "$TENON" rnu a.tn
said "unknown command rnu; did you mean run?"
try 2 "$TENON" assembel a.tn
said "did you mean assemble?"
for wish in movie:--movie view:studio draw:picture graph:plot validate:check simulate:run list:kinds; do
    try 2 "$TENON" "${wish%%:*}" a.tn
    said "unknown command ${wish%%:*}: write tenon"
    said "${wish##*:}"
done
try 2 "$TENON" run a.tn -o a.mp4
said "unknown option -o: a file is written by --csv FILE,"
said "--movie FILE"
try 2 "$TENON" run a.tn --output=a.mp4
said "unknown option --output: a file is written by"
try 2 "$TENON" frobnicate
said "unknown command frobnicate"
try 2 "$TENON" --frobnicate
said "unknown option --frobnicate"
try 0 "$TENON" help run
printed "tenon run SCENE"

# A scene alone is simulated; new writes one that runs, and never over another file.
try 0 "$TENON" a.tn --until 0.1
printed "t = 0.1 s"
try 0 "$TENON" help a.tn
printed "tenon run SCENE"
try 1 "$TENON" missing.tn
said "missing.tn"
try 0 "$TENON" new first
printed "wrote first.tn"
try 0 "$TENON" first.tn --quiet --set L=1.2 --csv first.csv
cp first.tn kept.tn
try 2 "$TENON" new first
said "first.tn is there already"
try 2 "$TENON" new first.tn
cmp -s kept.tn first.tn || fail "new changed first.tn"
ln -s nowhere.tn dangling.tn
try 2 "$TENON" new dangling
said "dangling.tn is there already"
try 2 "$TENON" new no-such-folder/scene
said "cannot write no-such-folder/scene.tn"
try 2 "$TENON" new .tn
said "expected the name of a scene"

# What people write first: a scene without its ending, a record, an option of another program, spaces around =.
echo 'let L = 1; object a: sphere L; end world: until 0; end' >first.tn
try 2 "$TENON" first
said "unknown command first: write tenon run first.tn"
try 2 "$TENON" first.tnr
said "first.tnr is a record: write tenon replay first.tnr --movie F.mp4"
try 2 "$TENON" first.txt
said "unknown command first.txt; the name of a scene ends in .tn"
try 2 "$TENON" first.tn --set L = 2
said "NAME=VALUE has no spaces around the ="
for pair in fps:frames-per-second duration:until dt:step gif:movie resolution:size glb:gltf; do
    try 2 "$TENON" run first.tn "--${pair%:*}" 1
    said "unknown option --${pair%:*}; did you mean --${pair#*:}?"
done
try 2 "$TENON" kinds --fps
grep -q "did you mean" err && fail "kinds has no frames"
try 2 "$TENON" sweep first.tn --set L=1,2 --probe 'maximum(a.center.x)'
said "there is no measure maximum; write max(E)"
try 0 "$TENON" new "two words"
printed "try: tenon run 'two words.tn'"
echo 'object a: sphere 1; rotation 0 0 1 90; end object b: sphere 1; rotation 0 0 1 -720deg; end world: until 0; end' >turned.tn
try 0 "$TENON" turned.tn
said "turned.tn:1:36: warning: an angle of 90 rad is 14.3 turns: degrees are written 90deg"
[ "$(grep -c warning err)" = 1 ] || fail "an angle in degrees may have several turns"

# Every command of the help has help of its own with an example; every option in the sources of a command stands in its
# help, and every option in its help is one that it takes.
"$TENON" --help | sed -n 's/^  tenon \([a-z]*\)  *[a-z].*/\1/p' | sort -u >commands
[ "$(wc -l <commands)" -ge 14 ] || fail "only $(wc -l <commands) commands in tenon --help"
all=0
while read -r command; do
    [ "$command" = studio ] || [ "$command" = bench ] || [ -f "$SOURCE/app/$command.c" ] || fail "no app/$command.c"
    case $command in studio | bench) [ -x "${TENON%/*}/tenon-$command" ] || continue ;; esac
    try 0 "$TENON" "$command" --help </dev/null
    printed "For example:"
    sed -n '/^Options:/,/^$/p' out | grep '^  -' | sed 's/^  //; s/   .*//' | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u >shown
    tr '\n' ' ' <"$SOURCE/app/$command.c" | grep -oE '\{"[a-z0-9-]+", +(0|.[a-zA-Z].), +OPTION_' |
        sed 's/{"/--/; s/".*//' | sort -u >written
    for option in $(grep -vxFf shown written); do fail "tenon $command --help does not have $option"; done
    for option in $(grep -vx -e --help -e --version shown); do
        # the first wrong word is the value of an option that takes one; nothing is begun
        try 2 "$TENON" "$command" "$option" --wrong --wrong
        grep -q "unknown option $option" err && fail "tenon $command --help has $option, which it does not take"
        all=$((all + 1))
    done
done <commands
[ "$all" -gt 80 ] || fail "only $all options in the help of all commands"

# Every subcommand has help with an example; an unimplemented one says so.
for command in run new check assemble compare picture plot kinds bench shell; do
    try 0 "$TENON" $command --help
    printed "tenon $command"
    printed "For example:"
    try 2 "$TENON" $command --no-such-option
    said "tenon $command: unknown option --no-such-option"
    said "See: tenon $command --help"
done
if [ -x "${TENON%/*}/tenon-studio" ]; then
    try 2 "$TENON" studio no-such.tn --no-open --port 0
    said "tenon studio: no-such.tn: there is no such file"
    try 2 "$TENON" studio a.tn b.tn
    said "one argument too many: \"b.tn\""
    try 2 "$TENON" studio --port 70000
    said "a port is a number from 0 to 65535"
    try 0 "$TENON" studio --help
    printed "tenon studio"
fi

# Arguments.
for command in run check assemble compare; do
    try 2 "$TENON" $command
    said "tenon $command: SCENE is missing"
done
for command in run check assemble "compare a.tn"; do
    try 2 "$TENON" $command a.tn b.tn
    said "one argument too many: \"b.tn\""
done

# Options of run, each kind of error with its own message.
run() { try 2 "$TENON" run a.tn "$@"; }
run --untl 3
said "unknown option --untl; did you mean --until?"
run --frames-per 3
said "did you mean --frames-per-second?"
run -z
said "unknown option -z"
run --until
said "--until needs a value (T)"
run --csv
said "--csv needs a value (FILE)"
run --csv=
said "--csv: \"\" is empty"
run --until abc
said "--until: \"abc\" is not a number"
run --until=5x
said "--until: \"5x\" is not a number"
run --until nan
said "--until: \"nan\" is not a number"
run --until -1
said "--until: \"-1\" is below zero"
run --frames-per-second 0
said "--frames-per-second: \"0\" is not above zero"
run --step -0.1
said "--step: \"-0.1\" is not above zero"
run --tolerance 0
said "--tolerance: \"0\" is not above zero"
run --threads 1.5
said "--threads: \"1.5\" is not a whole number"
run --threads 0
said "--threads: \"0\" is not above zero"
integrators=$("$TENON" kinds --table integrators | sed -n 's/^| `\([a-z0-9-]*\)`.*/\1/p' | paste -sd, | sed 's/,/, /g')
run --tolerance 5
said "--tolerance must be greater than zero and at most 0.1, not 5"
run --integrator runge-kutta
said "did you mean rk4?"
echo 'world: time 5; until 2; end object a: sphere 0.1; end' >late.tn
try 0 "$TENON" run late.tn --quiet
said "warning: time 5 is past until 2: nothing moves, there is one frame"
run --integrator adam
said "--integrator: \"adam\" is not one of: $integrators; did you mean adams?"
run --solver sdv
said "--solver: \"sdv\" is not one of: auto, sparse, svd; did you mean svd?"
run --method static
said "--method: \"static\" is not one of: dynamic, displacement"
run --json=yes
said "--json takes no value"
run --quiet=1
said "--quiet takes no value"
run --set L
said "--set: \"L\" is not NAME=VALUE"
run --set =3
said "--set: \"=3\" is not NAME=VALUE"
run --set L=
said "--set: \"L=\" is not NAME=VALUE"
run --set L=1+
said "--set: \"L=1+\" cannot be used"
run --set Q=1
said "'let Q"
run --probe 'norm('
said "--probe: \"norm(\" cannot be used"
run --probe 'norm(b.center)'
said "--probe: \"norm(b.center)\" cannot be used"
run --json --csv -
said "--json and --csv - cannot both use standard output"
try 2 "$TENON" compare a.tn --integrators adams,rk5
said "--integrators: \"rk5\" is not one of: $integrators; did you mean rk4?"
try 2 "$TENON" compare a.tn --solvers ''
said "--solvers: \"\" is not one of"
try 2 "$TENON" assemble a.tn -o
said "-o needs a value (FILE.tn)"

# Correct usage: with a space, with =, options before and after the scene, and -- before an odd name.
cp a.tn ./--odd.tn
try 0 "$TENON" run --until=0.1 a.tn --frames-per-second 10 --threads 2 --quiet --integrator=rk4 --solver svd --method dynamic
silent
try 0 "$TENON" run --quiet --until 0.1 -- --odd.tn
silent
try 0 "$TENON" assemble a.tn -ob.tn
[ -s b.tn ] || fail "-ob.tn wrote nothing"
finish
