#!/bin/sh
# bench_compare.sh [--over F] OLD.json NEW.json: two results of `tenon bench --json` side by side.
#
# Compared are medians, as ratios to the reference that was measured along with them, so that a slower or busier machine
# does not look like slower code; numbers without a reference are compared as they are. A row is marked if the medians
# differ by more than a tenth and the spreads (least to most of the runs) do not overlap. With --over F it fails if one of
# Tenon's own rows has become more than F times as slow (or as large) and the spreads do not overlap.
set -eu
over=0
if [ "${1:-}" = --over ]; then
    over=$2
    shift 2
fi
[ $# -eq 2 ] || { echo "usage: bench_compare.sh [--over F] OLD.json NEW.json" >&2; exit 2; }
for file in "$1" "$2"; do
    grep -q '"rows": \[' "$file" || { echo "bench_compare.sh: $file has no rows of tenon bench" >&2; exit 2; }
done

awk -v over="$over" '
function text(key) { return match($0, "\"" key "\": \"[^\"]*\"") ? substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : "" }
function number(key) { return match($0, "\"" key "\": [-0-9.e+]+") ? substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) : "" }
FNR == 1 { file++; print (file == 1 ? "old: " : "new: ") text("commit") " (" text("kind") "), " text("processor") ", " number("cores") " cores" }
/"bench": / {
    # The settings that a search finds may change from one commit to the next: the method is the row. Elsewhere they are.
    bench = text("bench"); who = text("who")
    key = bench " | " text("model") " | " (text("reached") != "" ? who : text("by"))
    value = number("value"); least = number("least"); most = number("most")
    if (least == "") least = most = value
    scale = number("ratio") == "" || value + 0 == 0 ? 1 : number("ratio") / value
    if (file == 1) { old[key] = scale * value; old_least[key] = scale * least; old_most[key] = scale * most; old_error[key] = number("error") }
    else if (!(key in new)) {
        new[key] = scale * value; new_least[key] = scale * least; new_most[key] = scale * most
        error[key] = number("error"); own[key] = who ~ /^tenon/; order[++n] = key
    }
}
END {
    printf "%-64s %10s %10s %8s\n", "", "old", "new", "new/old"
    for (i = 1; i <= n; i++) {
        key = order[i]
        if (!(key in old)) { printf "%-64s %10s %10.4g\n", key, "", new[key]; continue }
        change = old[key] > 0 ? new[key] / old[key] : 1
        apart = new_least[key] > old_most[key] || new_most[key] < old_least[key]
        mark = !apart ? "" : (change > 1.1 ? "  slower" : (change < 1 / 1.1 ? "  faster" : ""))
        if (error[key] != "" && old_error[key] != "" && error[key] + 0 > 2 * old_error[key] && error[key] + 0 > 1e-12)
            mark = mark sprintf("  error %.1e was %.1e", error[key], old_error[key])
        printf "%-64s %10.4g %10.4g %8.3f%s\n", key, old[key], new[key], change, mark
        if (over + 0 > 0 && own[key] && apart && change > over) bad++
    }
    for (key in old) if (!(key in new)) printf "%-64s %10.4g\n", key, old[key]
    if (bad) { printf "%d rows of Tenon are more than %g times what they were\n", bad, over; exit 1 }
}' "$1" "$2"
