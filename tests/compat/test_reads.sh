# What an earlier version could read is read for ever: its examples, the scenes of its pages, and its records.
. "$SOURCE/tests/app/lib.sh"

# Each folder of tests/compat is a version.
for version in "$SOURCE"/tests/compat/*/; do
    find "$version" -name '*.tn' ! -path '*/parts/*' | sort >scenes
    [ -s scenes ] || fail "$version: no scenes"
    while IFS= read -r scene; do
        try 0 "$TENON" run "$scene" --quiet --until 0.1
    done <scenes
    for record in "$version"*.tnr; do
        cp "$record" stored.tnr # a record of format 2 needs no file beside it
        try 0 "$TENON" replay stored.tnr --csv replayed.csv
        cmp -s replayed.csv "${record%.tnr}.csv" || fail "$record: replayed to other numbers"
        try 0 "$TENON" picture stored.tnr --at 0.5 --size 160x90 -o drawn.png
        [ -s drawn.png ] || fail "$record: not drawn"
    done
done
finish
