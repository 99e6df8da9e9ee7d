#!/bin/sh
# bench_compare.sh [--over F] OLD.json NEW.json: two results of `tenon bench --json` side by side.
#
# Each number is compared relative to the reference that was measured with it, so that a slower or busier machine does not
# look like slower code; numbers without a reference are compared directly. Rows that differ by more than a tenth are marked.
# With --over F it fails if one of Tenon's own rows has become more than F times as slow (or as large).
set -eu
over=0
if [ "${1:-}" = --over ]; then
    over=$2
    shift 2
fi
[ $# -eq 2 ] || { echo "usage: bench_compare.sh [--over F] OLD.json NEW.json" >&2; exit 2; }
for file in "$1" "$2"; do
    grep -q '"rows": \[' "$file" || { echo "bench_compare.sh: $file contains no rows of tenon bench" >&2; exit 2; }
done

awk -v over="$over" '
function text(key) { return match($0, "\"" key "\": \"[^\"]*\"") ? substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : "" }
function number(key) { return match($0, "\"" key "\": [-0-9.e+]+") ? substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) : "" }
FNR == 1 { file++; print (file == 1 ? "old: " : "new: ") text("commit") " (" text("kind") "), " text("processor") ", " number("cores") " cores" }
/"bench": / {
    # The settings that a search finds may change between commits: for Tenon they are not part of the key of a row.
    bench = text("bench"); who = text("who")
    searched = bench == "chains" || bench == "four-bars" || bench == "to 1e-5 m"
    tenon = who ~ /^tenon/
    key = bench " | " text("model") " | " (searched ? (tenon ? "tenon" : who) : text("by"))
    value = number("ratio") == "" ? number("value") : number("ratio")
    if (file == 1) { old[key] = value; old_error[key] = number("error") }
    else if (!(key in new)) { new[key] = value; error[key] = number("error"); own[key] = tenon; order[++n] = key }
}
END {
    printf "%-64s %10s %10s %8s\n", "", "old", "new", "new/old"
    for (i = 1; i <= n; i++) {
        key = order[i]
        if (!(key in old)) { printf "%-64s %10s %10.4g\n", key, "", new[key]; continue }
        change = old[key] > 0 ? new[key] / old[key] : 1
        mark = change > 1.1 ? "  slower" : (change < 1 / 1.1 ? "  faster" : "")
        if (error[key] != "" && old_error[key] != "" && error[key] + 0 > 2 * old_error[key] && error[key] + 0 > 1e-12)
            mark = mark sprintf("  error %.1e was %.1e", error[key], old_error[key])
        printf "%-64s %10.4g %10.4g %8.3f%s\n", key, old[key], new[key], change, mark
        if (over + 0 > 0 && own[key] && change > over) bad++
    }
    for (key in old) if (!(key in new)) printf "%-64s %10.4g\n", key, old[key]
    if (bad) { printf "%d rows of Tenon have grown by a factor of more than %g\n", bad, over; exit 1 }
}' "$1" "$2"
