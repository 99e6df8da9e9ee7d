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
# At a kink there is no gradient to balance: a point that meets everything, no optimum that could be proved.
verdict 0 feasible <<'S'
variable x 4; keep x >= 0; minimize abs(x - 1.3) + abs(x - 1.7) * 3;
S
finish
