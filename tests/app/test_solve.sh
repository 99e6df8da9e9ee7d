# What tenon solve says about the point it found: the word in JSON and the exit status.
. "$SOURCE/tests/app/lib.sh"

# verdict STATUS WORD: of the scene on standard input; text and JSON exit alike.
verdict() {
    cat >scene.tn
    try "$1" "$TENON" solve scene.tn
    try "$1" "$TENON" solve scene.tn --json
    printed "\"status\": \"$2\""
    try "$1" "$TENON" solve scene.tn --quiet -o found.tn
    [ -s found.tn ] || fail "$2: the world is not written"
}

verdict 0 optimal <<'S'
variable x 4; minimize x^2; keep sqrt(x) = 0.01;
S
verdict 0 optimal <<'S'
variable x 0.5; keep x^2 >= 0.25; keep x <= 3; minimize (x - 1)^2;
S
verdict 3 infeasible <<'S'
variable x 4; minimize x^2; keep x = 1; keep x = 2;
S
verdict 3 infeasible <<'S'
variable x 4; variable y 1; minimize x + y; keep x^2 + y^2 <= -1;
S
verdict 3 unbounded <<'S'
variable x 4; minimize x;
S
verdict 3 unbounded <<'S'
variable x 4; variable y 1; minimize x - y; keep x + y = 1;
S
# The same words for the equilibrium of flexible blocks.
verdict 0 optimal <<'S'
world: up z; gravity 9.81; end
object a: block 3 1 1; size 0.3 0.1 0.1; young 1e5; density 1000; end
for j = 0 to 1: for k = 0 to 1: constraint c[j][k]: connect a.node(0,j,k) (-0.15, 0.1*j - 0.05, 0.1*k - 0.05); end end end
S
verdict 3 unbounded <<'S'
world: up z; gravity 9.81; end object a: block 2 2 2; size 1 1 1; young 1e5; end
S
verdict 3 infeasible <<'S'
object a: block 2 2 2; size 1 1 1; young 1e5; end connect a.node(0,0,0) (0,0,0); connect a.node(0,0,0) (0,0,1);
S
# At a kink there is no gradient to balance: a point that meets everything, no optimum that could be proved.
verdict 0 feasible <<'S'
variable x 4; keep x >= 0; minimize abs(x - 1.3) + abs(x - 1.7) * 3;
S

# Problem 106 of Hock and Schittkowski, minimum 7049.24802, whose unknowns and rows differ by orders of magnitude: as it is
# written, and with the first three unknowns in units 1e3 larger, from two starts.
heat() { # unit start
    awk -v u="$1" -v s="$2" 'BEGIN {
        for (i = 1; i <= 3; i++) { printf "variable x%d %g; let X%d = %g * x%d;\n", i, s / u, i, u, i }
        split("200 350 150 225 425", at, " ")
        for (i = 4; i <= 8; i++) printf "variable x%d %g; keep x%d >= 10; keep x%d <= 1000;\n", i, at[i - 3], i, i
        print "keep 0.0025 * (x4 + x6) <= 1; keep 0.0025 * (x5 + x7 - x4) <= 1; keep 0.01 * (x8 - x5) <= 1;"
        print "keep X1 * x6 - 833.33252 * x4 - 100 * X1 + 83333.333 >= 0;"
        print "keep X2 * x7 - 1250 * x5 - X2 * x4 + 1250 * x4 >= 0;"
        print "keep X3 * x8 - 1250000 - X3 * x5 + 2500 * x5 >= 0;"
        print "keep X1 >= 100; keep X1 <= 10000; keep X2 >= 1000; keep X2 <= 10000; keep X3 >= 1000; keep X3 <= 10000;"
        print "minimize X1 + X2 + X3;"
    }' >heat.tn
    verdict 0 optimal <heat.tn
    try 0 "$TENON" solve scene.tn
    printed "objective 7049.2480"
}
heat 1 5000
heat 1000 5000
heat 1 3000
finish
