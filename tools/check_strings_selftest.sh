#!/bin/sh
# Does check_strings.sh find the words? With and without git.
set -u
check=$(cd "$(dirname "$0")" && pwd)/check_strings.sh
wrong=0
mkdir -p house/tools
: >house/clean.c
cp "$check" house/tools/

expect() {
    sh "$check" house >said 2>&1
    status=$?
    [ "$status" = "$1" ] && return
    echo "$2: expected status $1, got $status:"
    cat said
    wrong=1
}

both() {
    expect 0 "$1, nothing planted"
    # The words are split so that this file does not contain them.
    for word in "TO""DO" "FIX""ME" "../""shared" "/""work/"; do
        printf 'a line\nwith %s in it\n' "$word" >"house/a file.c"
        [ -d house/.git ] && git -C house add "a file.c"
        expect 1 "$1, planted $word"
        grep -qF 'a file.c:2:' said || { echo "$1, $word: the place is not reported"; wrong=1; }
        [ -d house/.git ] && git -C house rm -q --cached "a file.c"
        rm "house/a file.c"
    done
}

both "without git"
git -C house init -q && git -C house add clean.c tools
both "with git"
exit $wrong
