# same.awk EXPECTED GOT: are two outputs the same? Words must agree; numbers to a thousandth (or both be below a
# millionth: rounding), counts of steps, deviation and drift, which change with the integrator's mood, to a half. The
# seconds that a run took are whatever they were.
function numeric(w) { return w ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
function size(x) { return x < 0 ? -x : x }
function near(a, b, part) { return size(a - b) <= part * (size(a) > size(b) ? size(a) : size(b)) || (size(a) < 1e-6 && size(b) < 1e-6) }
function same(a, b, i,  wa, wb, x, y, n) {
    gsub(/,/, " , ", a); gsub(/,/, " , ", b)
    gsub(/;/, " ;", a); gsub(/;/, " ;", b)
    n = split(a, x, " ")
    if (split(b, y, " ") != n) return 0
    for (i = 1; i <= n; i++) {
        if (x[i] == y[i]) continue
        if (!numeric(x[i]) || !numeric(y[i])) return 0
        if (x[i - 1] == "in" && x[i + 1] == "s") continue
        if (!near(x[i] + 0, y[i] + 0, x[i - 1] ~ /^(deviation|drift)$/ || x[i + 1] == "steps" ? 0.5 : 1e-3)) return 0
    }
    return 1
}
FNR == NR { expected[++lines] = $0; next }
/ s left$/ { next } # progress
{ got++; if (got > lines || !same(expected[got], $0)) { bad = 1; print "  page: " (got > lines ? "(nothing)" : expected[got]); print "  now:  " $0 } }
END {
    for (got++; got <= lines; got++) { bad = 1; print "  page: " expected[got]; print "  now:  (nothing)" }
    exit bad
}
