# The programs of docs/interface.md are in a test that is compiled and run, line for line.
. "$SOURCE/tests/app/lib.sh"

awk '/^```c$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$SOURCE/docs/interface.md" >shown
[ "$(wc -l <shown)" -gt 40 ] || fail "only $(wc -l <shown) lines of C in docs/interface.md"
grep -vxFf "$SOURCE/tests/model/test_interface.c" shown >missing && fail "not in tests/model/test_interface.c: $(head -3 missing)"
finish
