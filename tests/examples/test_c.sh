#!/bin/sh
# The programs of examples/c print what their first comment says, and are short enough to be read.
. "$SOURCE/tests/app/lib.sh"

found=0
for source in "$SOURCE"/examples/c/*.c; do
    name=$(basename "$source" .c)
    found=$((found + 1))
    [ "$(wc -l <"$source")" -le 100 ] || fail "examples/c/$name.c has more than 100 lines"
    sed -n '/^ \* prints$/,/^ \*\//{s/^ \*   //p;}' "$source" >wanted
    [ -s wanted ] || fail "examples/c/$name.c does not say what it prints"
    "$BUILD/tests/example_$name" >got 2>err || fail "examples/c/$name.c ended with status $?: $(cat err)"
    cmp -s wanted got || { fail "examples/c/$name.c prints something else"; diff wanted got; }
done
[ $found -ge 7 ] || fail "only $found programs in examples/c"
finish
