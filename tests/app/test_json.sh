# --json: one valid object alone on standard output, with every key of the contract.
. "$SOURCE/tests/app/lib.sh"
json="$SOURCE/tests/app/json.awk"
member() { awk -v get="$1" -f "$json" out; }

cat >scene.tn <<'S'
world: gravity 9.81; until 1; frames 10; tau 0.02; end
object bar: rod 1 0.05; position 0.5 0 0; rotation 0 1 0 (pi/2); end
constraint pin: connect bar.end1 (0, 0, 0); end
connect bar.end1 (0, 0, 0);
probe low = bar.end2.z;
S
try 0 "$TENON" run scene.tn --json --csv f.csv --probe 'norm(bar.end1)'
awk -f "$json" out || fail "not JSON: $(cat out)"
same lines "$(wc -l <out | tr -d ' ')" 1
for key in objects constraints degrees_of_freedom steps evaluations fallbacks; do
    member $key | grep -qx '[0-9][0-9]*' || fail "$key is no integer: $(member $key)"
done
for key in wall_seconds time energy energy_drift deviation; do
    member $key | grep -Eqx -- '-?[0-9].*' || fail "$key is no number: $(member $key)"
done
same objects "$(member objects)" 1
same constraints "$(member constraints)" 2
same "degrees of freedom" "$(member degrees_of_freedom)" 3
same time "$(member time)" 1
same solver "$(member solver)" '"sparse"'
same redundant "$(member redundant)" '["connect@4"]'
said "redundant: connect@4"
member probes | grep -q '"low": -' || fail "probes: $(member probes)"
member probes | grep -q '"norm(bar.end1)": ' || fail "probes: $(member probes)"
member warnings | grep -q '^\[.*\]$' || fail "warnings is no list"
member deviation | awk '{ exit !($1 < 1e-8) }' || fail "deviation $(member deviation)"
member energy_drift | awk '{ exit !($1 < 1e-6) }' || fail "energy drift $(member energy_drift)"
grep -qi 'nan\|null\|inf' out && fail "a value that JSON does not have: $(cat out)"

try 0 "$TENON" run scene.tn --json --solver svd
same solver "$(member solver)" '"svd"'
try 0 "$TENON" check scene.tn --json
awk -f "$json" out || fail "check: not JSON"
same "check: redundant" "$(member redundant)" '["connect@4"]'

# Values that JSON cannot express are left out with a warning, and the object stays valid.
try 0 "$TENON" run scene.tn --json --probe 'odd = log(-1 - t)'
awk -f "$json" out || fail "not JSON: $(cat out)"
member warnings | grep -q 'odd' || fail "no warning about the probe: $(member warnings)"
finish
