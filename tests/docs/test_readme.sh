# The pages stay correct: every scene of README.md, the first movie, the cookbook, the cheat sheet and the guide runs, the program of the guide compiles, and every
# command prints what the page shows.
. "$SOURCE/tests/app/lib.sh"
here=$SOURCE/tests/docs

# The commands of the pages are typed as tenon or build/tenon.
mkdir bin
cat >bin/tenon <<'SH'
#!/bin/sh
# What draws many frames draws them small here, and at most ten a second.
case " $* " in
*" --size "*) ;;
*" run "*" --movie "* | *" run "*" --frames "*) set -- "$@" --size 96x54 --frames-per-second 10 ;;
*" replay "*" --movie "*) set -- "$@" --size 96x54 ;;
esac
exec "$TENON" "$@"
SH
chmod +x bin/tenon
PATH=$PWD/bin:$PATH
sanitized=$(sed -n 's/^TENON_SANITIZE:STRING=//p' "$BUILD/CMakeCache.txt")

# programs PAGE: a build with sanitizers has no library that another program could link; there they are skipped.
programs() {
    for source in *.c; do
        [ -f "$source" ] || return
        [ -z "$sanitized" ] || return
        cc -std=c17 -Wall -Wextra -Werror "$source" -o "${source%.c}" -I"$SOURCE/include" -L"$BUILD/lib" -ltenon \
            >log 2>&1 || { fail "$1: $source does not compile"; cat log; }
    done
}

page() {
    rm -rf page
    mkdir page
    cd page || exit 1
    awk -f "$here/blocks.awk" "$SOURCE/$1" || fail "$1: its blocks"
    scenes=0
    for scene in *.tn; do
        [ -f "$scene" ] || continue
        scenes=$((scenes + 1))
        try 0 "$TENON" run "$scene" --quiet
    done
    [ "$scenes" -ge "$2" ] || fail "$1: only $scenes scenes"
    programs "$1"
    shown=0
    for command in command-*; do
        [ -f "$command" ] || continue
        id=${command#command-}
        [ ! -f "status-$id" ] || [ -z "$sanitized" ] || continue # movies take long there
        sed -i 's#build/tenon#tenon#g' "$command"
        [ -n "$sanitized" ] && grep -q '^\./' "$command" && continue
        LD_LIBRARY_PATH=$BUILD/lib sh "$command" >got 2>&1 </dev/null
        status=$?
        shown=$((shown + 1))
        if [ -f "status-$id" ]; then
            [ $status = "$(cat "status-$id")" ] || { fail "$1:$(cat "where-$id"): status $status: $(cat "$command")"; cat got; }
            continue
        fi
        awk -f "$here/same.awk" "expected-$id" got >difference ||
            { fail "$1:$(cat "where-$id"): $(head -n 1 "$command")"; cat difference; }
    done
    [ "$shown" -ge "$3" ] || fail "$1: only $shown commands"
    cd ..
}

page README.md 1 1
page docs/first-movie.md 1 2
page docs/cookbook.md 12 14
page docs/cheat-sheet.md 3 0
page docs/guide.md 8 12
page docs/language.md 9 0

# The checker itself must detect errors.
printf 'tip = 1.2345, steps 5\n' >a
printf 'tip = 1.2346, steps 5\n' >b
awk -f "$here/same.awk" a b >/dev/null || fail "rounding must not count"
printf 'tip = 1.3, steps 5\n' >b
awk -f "$here/same.awk" a b >/dev/null && fail "a wrong number must be noticed"
printf 'top = 1.2345, steps 5\n' >b
awk -f "$here/same.awk" a b >/dev/null && fail "a wrong word must be noticed"
printf '' >b
awk -f "$here/same.awk" a b >/dev/null && fail "a missing line must be noticed"
finish
