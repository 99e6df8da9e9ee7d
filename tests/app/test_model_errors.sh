# A wrong model: status 1, every error with its place, nothing written.
. "$SOURCE/tests/app/lib.sh"
cat >bad.tn <<'S'
object a: sphere 0.1; end
connct a.center (0, 0, 1);
connect a.middle (0, 0, 1);
S
for command in run check assemble compare; do
    try 1 "$TENON" $command bad.tn
    said "bad.tn:2:1: error:"
    said "connect"
    said "bad.tn:3:"
    said "^"
    said "2 errors in bad.tn"
    [ ! -s out ] || fail "$command of a wrong model prints results"
done
try 1 "$TENON" run bad.tn --csv x.csv --json
[ ! -e x.csv ] || fail "a wrong model wrote a file"
[ ! -s out ] || fail "a wrong model printed JSON"
try 1 "$TENON" run missing.tn
said "missing.tn"
try 1 "$TENON" check .
said "."
no_leftovers
finish
