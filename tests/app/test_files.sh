# Files are written completely or not at all.
. "$SOURCE/tests/app/lib.sh"
cat >scene.tn <<'S'
world: gravity 9.81; until 1; frames 10; end
object ball: sphere 0.1; end
S

# Paths where no file can be created: refused before anything is computed.
: >plain
mkdir folder
for path in missing/f.csv plain/f.csv folder; do
    try 2 "$TENON" run scene.tn --csv $path
    said "cannot write $path"
    try 2 "$TENON" assemble scene.tn -o $path
    said "cannot write $path"
done
[ -d folder ] && [ -f plain ] || fail "something was replaced"

# A full disk: the old file stays, the status is 3. (A device is written to, never replaced.)
if [ -c /dev/full ]; then
    try 3 "$TENON" run scene.tn --csv /dev/full
    said "cannot write /dev/full: No space left on device"
    "$TENON" run scene.tn --csv - --quiet >/dev/full 2>err
    same "status with standard output full" $? 3
    "$TENON" kinds >/dev/full 2>err
    same "status of kinds with standard output full" $? 3
    [ -c /dev/full ] || fail "/dev/full was replaced"
fi
try 0 "$TENON" run scene.tn --csv /dev/null
[ -c /dev/null ] || fail "/dev/null was replaced"

# A file too large for the limit: the existing file is unchanged.
echo before >f.csv
(
    trap '' XFSZ
    ulimit -f 8
    exec "$TENON" run scene.tn --until 100 --csv f.csv --quiet
) 2>err
same "status at the size limit" $? 3
same "file from before" "$(cat f.csv)" before
no_leftovers

# Replacing keeps the mode and follows a link.
chmod 640 f.csv
ln -s f.csv link.csv
try 0 "$TENON" run scene.tn --csv link.csv
[ -L link.csv ] || fail "the link was replaced"
same mode "$(stat -c %a f.csv)" 640
same "rows through the link" "$(wc -l <f.csv | tr -d ' ')" 12
(umask 027 && "$TENON" run scene.tn --csv new.csv --quiet)
same "mode of a new file" "$(stat -c %a new.csv)" 640

# A simulation that cannot continue: status 3, says when and where, and the rows so far are kept.
cat >stuck.tn <<'S'
world: until 2; frames 10; integrator euler; step 0.1; tau 0.001; gravity 9.81; end
object bar: rod 1 0.05; position 0.1 0 0; end
constraint pin: connect bar.end1 (0, 0, 0); end
S
try 3 "$TENON" run stuck.tn --csv stuck.csv --json
said "the simulation could not continue: at t = "
said "'pin'"
awk -f "$SOURCE/tests/app/json.awk" out || fail "a stuck run prints no JSON"
rows=$(tail -n +2 stuck.csv | wc -l)
[ "$rows" -ge 1 ] && [ "$rows" -lt 21 ] || fail "a stuck run kept $rows rows"
same "fields a row" "$(awk -F, '{ print NF }' stuck.csv | sort -u)" 8
try 3 "$TENON" compare stuck.tn --methods dynamic --integrators euler --quiet
printed "stuck at t ="
try 0 "$TENON" compare stuck.tn --integrators euler,adams --until 0.5 --quiet

# Killed: nothing under the final name.
"$TENON" run scene.tn --until 1e7 --csv killed.csv --quiet &
pid=$!
await $pid has_files . '.tenon-*' 1
kill -KILL $pid
wait $pid 2>/dev/null
[ ! -e killed.csv ] || fail "a killed run left a file"
rm -f .tenon-*

# Interrupted: stops at a frame, keeps the complete rows so far, status 3, says when.
"$TENON" run scene.tn --until 1e7 --csv stopped.csv --json >out 2>err &
pid=$!
await $pid has_files . '.tenon-*' 1
kill -TERM $pid
wait $pid
same "status of an interrupted run" $? 3
ran="an interrupted run"
said "interrupted at t ="
same "fields a row" "$(awk -F, '{ print NF }' stopped.csv | sort -u)" 8
[ "$(wc -l <stopped.csv)" -gt 2 ] || fail "no rows were kept"
tail -c 1 stopped.csv | od -c | grep -q '\\n' || fail "the last row is cut"
awk -f "$SOURCE/tests/app/json.awk" out || fail "an interrupted run prints no JSON"
no_leftovers

# One signal is enough, also in a frame that would take hours.
cat >slow.tn <<'SCENE'
world: integrator rk4; step 1e-9; frames 1; until 10; end
object a: sphere 0.1; spin 1 2 3; end
SCENE
"$TENON" run slow.tn --quiet >out 2>err &
pid=$!
works_on $pid
kill -TERM $pid
wait $pid
same "status of a slow frame, interrupted" $? 3
ran="a slow frame, interrupted"
said "interrupted at t ="
no_leftovers
finish
