# Every example reads, runs to its end and holds together.
. "$SOURCE/tests/app/lib.sh"
json="$SOURCE/tests/app/json.awk"
member() { awk -v get="$1" -f "$json" out; }
for scene in "$SOURCE"/examples/*/*.tn; do
    name=${scene#"$SOURCE"/examples/}
    same "three lines of text on top of $name" "$(head -n 3 "$scene" | grep -c '^# ')" 3
    try 0 "$TENON" run "$scene" --json --quiet
    member deviation | awk '{ exit !($1 < 1e-8) }' || fail "$name: deviation $(member deviation)"
done
try 0 "$TENON" check "$SOURCE/examples/mechanisms/four-bar.tn"
printed "degrees of freedom  1"
printed "redundant"
finish
