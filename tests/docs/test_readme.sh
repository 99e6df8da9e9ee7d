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

# Lines without a fence: the commands of README.md (but those that need a browser or take minutes), the statements of the first
# movie, and the calls of C on two pages, which are compiled with what the text around them speaks of.
indented() { awk '/^```/ { code = !code; next } !code && /^    [^ ]/ { print substr($0, 5) }' "$SOURCE/$1"; }
mkdir indented
cd indented || exit 1
indented README.md | sed -n 's#^build/##p' | sed 's/   *.*//' | grep -v '^tenon studio' >commands
[ "$(wc -l <commands)" -ge 2 ] || fail "README.md: its commands"
while IFS= read -r command; do
    sh -c "$command" >got 2>&1 </dev/null || { fail "README.md: $command"; cat got; }
done <commands
indented README.md | sed -n 's/^make \([a-z]*\) .*/\1/p' | while read -r target; do
    grep -q "^$target:" "$SOURCE/Makefile" || echo "$target"
done >targets
[ ! -s targets ] || fail "README.md: there is no make $(cat targets)"
indented docs/first-movie.md >statements
[ "$(wc -l <statements)" -ge 3 ] || fail "docs/first-movie.md: its statements"
while IFS= read -r statement; do
    { cat swing.tn && echo "$statement"; } >one.tn
    try 0 "$TENON" check one.tn
done <statements
for name in guide interface; do
    {
        echo '#include "tenon/tenon.h"'
        echo 'void draw(tn_world *w);'
        echo 'void f(tn_world *w, tn_constraint joint, tn_object bob, tn_object o, tn_vec3 point, tn_vec3 mouse, int running, double t);'
        echo 'void f(tn_world *w, tn_constraint joint, tn_object bob, tn_object o, tn_vec3 point, tn_vec3 mouse, int running, double t)'
        echo '{ char *message = 0; (void)t; (void)joint; (void)bob; (void)o; (void)point; (void)mouse; (void)running; (void)message; (void)w;'
        awk '/^```/ { code = !code; next } code { next }
            /^    / && ($1 ~ /^(tn_|double|while)/ || inside) { if (!inside) print "{"; inside = 1; print; next }
            inside { print "}"; inside = 0 }
            END { if (inside) print "}" }' "$SOURCE/docs/$name.md"
        echo '}'
    } >"$name.c"
    [ "$(grep -c tn_ "$name.c")" -ge 8 ] || fail "docs/$name.md: its calls"
    cc -std=c17 -Wall -Wextra -Werror -fsyntax-only -I"$SOURCE/include" "$name.c" >got 2>&1 || { fail "docs/$name.md: its calls"; cat got; }
done
cd ..

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
