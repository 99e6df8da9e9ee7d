# The programs of examples/python run, and their own assertions hold.
. "$SOURCE/tests/app/lib.sh"
export PYTHONPATH="$BUILD/python" PYTHONDONTWRITEBYTECODE=1
count=0
for program in "$SOURCE"/examples/python/*.py; do
    try 0 "$PYTHON" -W error "$program"
    [ -s out ] || fail "$program prints nothing"
    cat out
    grep -qF "$(basename "$program")" "$SOURCE/examples/python/README.md" || fail "README.md does not list $program"
    count=$((count + 1))
done
[ $count -ge 8 ] || fail "there are $count programs, not eight"
[ -s chain.png ] && [ -s chain.svg ] || fail "pictures.py leaves no picture"
finish
