#!/bin/sh
# The programs of examples/c run, and print what their first comment says where it does; these are short enough to be read.
. "$SOURCE/tests/app/lib.sh"

found=0 said=0
for source in "$SOURCE"/examples/c/*.c; do
    name=$(basename "$source" .c)
    found=$((found + 1))
    sed -n '/^ \* prints$/,/^ \*\//{s/^ \*   //p;}' "$source" >wanted
    "$BUILD/tests/example_$name" >got 2>err || fail "examples/c/$name.c ended with status $?: $(cat err)"
    [ -s got ] || fail "examples/c/$name.c prints nothing"
    [ -s wanted ] || continue
    said=$((said + 1))
    [ "$(wc -l <"$source")" -le 100 ] || fail "examples/c/$name.c has more than 100 lines"
    cmp -s wanted got || { fail "examples/c/$name.c prints something else"; diff wanted got; }
done
[ $found -ge 8 ] && [ $said -ge 7 ] || fail "only $found programs in examples/c, $said of them say what they print"
finish
