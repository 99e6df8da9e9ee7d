#!/bin/sh
# bench_page.sh BENCH.json [PLOTS]: writes the rows of `tenon bench --json` into docs/benchmarks.md, between its marks, and
# copies the plots precision-*.svg of the folder PLOTS to docs/plots.
set -eu
[ $# -ge 1 ] && [ -f "$1" ] || { echo "usage: bench_page.sh BENCH.json [PLOTS]" >&2; exit 2; }
docs=$(dirname "$0")/../docs
page=$docs/benchmarks.md

# The first pass collects what the searches of a measurement had to reach, the second writes the tables.
table() {
    awk '
    function text(key) { return match($0, "\"" key "\": \"[^\"]*\"") ? substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : "" }
    function number(key) { return match($0, "\"" key "\": [-0-9.e+]+") ? substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) : "" }
    function small(x) { return x == "" ? "" : (x + 0 >= 1e100 ? "lost" : sprintf("%.1e", x)) }
    function target(what, unit) { return number("target-" what) == "" ? "" : sprintf(", %s ≤ %.3g%s", what, number("target-" what), unit) }
    FNR == 1 { pass++ }
    pass == 1 && number("limit") != "" && text("bench") != "precision" {
        said = sprintf("%s: %.3g s", text("model"), number("limit"))
        if (!((text("bench"), said) in known)) {
            known[text("bench"), said] = 1
            limits[text("bench")] = limits[text("bench")] (limits[text("bench")] == "" ? "" : ", ") said
        }
        if (text("reached") != "" && text("bench") != "truths") targets[text("bench")] = target("gap", " m") target("drift", "") target("error", " m")
    }
    pass == 1 { next }
    FNR == 1 {
        printf "Commit %s, %s, %s cores, %s run%s.\n", text("commit"), text("processor"), number("cores"), text("kind"),
            text("kind") == "quick" ? " (short: smaller models, fewer runs and shorter cut-offs than a full one)" : ""
    }
    /"bench": / {
        bench = text("bench")
        if (bench == "precision") next
        if (bench != last) {
            print "\n### " bench "\n"
            if (targets[bench] != "") print "Searched: the fastest setting with " substr(targets[bench], 3) ".\n"
            if (limits[bench] != "") print "Cut-off, processor time per run, for every engine: " limits[bench] ".\n"
            print "| | by | median | min … max (runs) | beside | aim | gap m | drift | error | evaluations |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
        }
        last = bench
        aim = number("aim"); of = ""; value = number("value")
        if (number("aim-ratio") != "") { aim = number("aim-ratio"); of = "×"; value = number("ratio") }
        if (number("aim-error") != "") { aim = number("aim-error"); of = " error"; value = number("error") }
        wanted = aim == "" ? "" : (value + 0 <= aim + 0 ? "≤ " : "**>** ") sprintf("%.3g", aim) of
        ratio = number("ratio") == "" ? "" : sprintf("%.3g×", number("ratio"))
        spread = number("runs") + 0 < 2 ? "" : sprintf("%.3g … %.3g (%d)", number("least"), number("most"), number("runs"))
        evaluations = number("evaluations") == "" ? "" : sprintf("%d", number("evaluations"))
        own = text("who") ~ /^tenon/
        printf "| %s | %s | %s%.3g %s%s | %s | %s | %s | %s | %s | %s | %s |\n", text("model"), text("by"), own ? "**" : "",
            number("value"), text("unit"), own ? "**" : "", spread, ratio, wanted, small(number("gap")),
            small(number("drift")), small(number("error")), evaluations
    }' "$1" "$1"
}

plots() {
    for plot in "$docs"/plots/precision-*.svg; do
        name=$(basename "$plot" .svg)
        printf '\n![%s](plots/%s.svg)\n' "$(echo "${name#precision-}" | tr - ' ')" "$name"
    done
    echo
}

# between MARK COMMAND...: replaces the text between the two marks with the output of the command.
between() {
    mark=$1
    shift
    grep -q "^<!-- $mark -->\$" "$page" && grep -q "^<!-- end of $mark -->\$" "$page" ||
        { echo "bench_page.sh: $page has no marks for the $mark" >&2; exit 1; }
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
