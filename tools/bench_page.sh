#!/bin/sh
# bench_page.sh BENCH.json [PLOTS]: puts the rows of `tenon bench --json` into docs/benchmarks.md, between its marks, and the
# plots precision-*.svg of the folder PLOTS into docs/plots.
set -eu
[ $# -ge 1 ] && [ -f "$1" ] || { echo "usage: bench_page.sh BENCH.json [PLOTS]" >&2; exit 2; }
docs=$(dirname "$0")/../docs
page=$docs/benchmarks.md

table() {
    awk '
    function text(key) { return match($0, "\"" key "\": \"[^\"]*\"") ? substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : "" }
    function number(key) { return match($0, "\"" key "\": [-0-9.e+]+") ? substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) : "" }
    function small(x) { return x == "" ? "" : (x + 0 >= 1e100 ? "lost" : sprintf("%.1e", x)) }
    FNR == 1 { printf "Commit %s, %s, %s cores (%s run).\n", text("commit"), text("processor"), number("cores"), text("kind") }
    /"bench": / {
        bench = text("bench")
        if (bench == "precision") next
        if (bench != last) print "\n### " bench "\n\n| | by | | beside | aim | gap m | drift | error | evaluations |\n|---|---|---:|---:|---:|---:|---:|---:|---:|"
        last = bench
        aim = number("aim"); of = ""; value = number("value")
        if (number("aim-ratio") != "") { aim = number("aim-ratio"); of = "×"; value = number("ratio") }
        if (number("aim-error") != "") { aim = number("aim-error"); of = " error"; value = number("error") }
        wanted = aim == "" ? "" : (value + 0 <= aim + 0 ? "≤ " : "**>** ") sprintf("%.3g", aim) of
        ratio = number("ratio") == "" ? "" : sprintf("%.3g×", number("ratio"))
        evaluations = number("evaluations") == "" ? "" : sprintf("%d", number("evaluations"))
        own = text("who") ~ /^tenon/
        printf "| %s | %s | %s%.3g %s%s | %s | %s | %s | %s | %s | %s |\n", text("model"), text("by"), own ? "**" : "",
            number("value"), text("unit"), own ? "**" : "", ratio, wanted, small(number("gap")), small(number("drift")),
            small(number("error")), evaluations
    }' "$1"
}

plots() {
    for plot in "$docs"/plots/precision-*.svg; do
        name=$(basename "$plot" .svg)
        printf '\n![%s](plots/%s.svg)\n' "$(echo "${name#precision-}" | tr - ' ')" "$name"
    done
    echo
}

# between MARK COMMAND...: what the command prints, in place of what stands between the two marks.
between() {
    mark=$1
    shift
    grep -q "^<!-- $mark -->\$" "$page" && grep -q "^<!-- end of $mark -->\$" "$page" ||
        { echo "bench_page.sh: $page has lost its marks of the $mark" >&2; exit 1; }
    {
        sed "/^<!-- $mark -->\$/q" "$page"
        "$@"
        sed -n "/^<!-- end of $mark -->\$/,\$p" "$page"
    } >"$page.new"
    mv "$page.new" "$page"
}

if [ $# -ge 2 ]; then
    mkdir -p "$docs/plots"
    rm -f "$docs"/plots/precision-*.svg
    cp "$2"/precision-*.svg "$docs/plots/"
    between plots plots
fi
between table table "$1"
