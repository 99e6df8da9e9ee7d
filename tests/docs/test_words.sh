# Every word of the language stands in a scene of docs/language.md or of the gallery, which tests/docs/test_readme.sh and
# tests/examples/test_gallery.sh run, except those that are written when a scene is saved.
. "$SOURCE/tests/app/lib.sh"
page=$SOURCE/docs/language.md

# words: those of the index, which "tenon kinds --table index" writes from the tables of kinds.
words() { "$TENON" kinds --table index | grep -oE '^`[^`]+`' | tr -d '`'; }
# saved: words of the tables that only saving writes.
saved() { grep -E '^\| `.*written when a scene is saved' "$page" | sed -E 's/^\| `([^ `]+).*/\1/'; }
# Names of groups of words, which are written nowhere.
groups="affine flexible layer solid surfaces"

# used: the words in the scenes, without comments and texts in quotes.
used() {
    { awk '/^```tn$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$page" && cat "$SOURCE"/examples/*/*.tn; } |
        sed 's/"[^"]*"//g; s/#.*//' | grep -oE '[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z][A-Za-z0-9_]*)*' | sort -u
}

words >all
used >used
[ "$(wc -l <all)" -gt 200 ] || fail "only $(wc -l <all) words"
[ "$(saved | wc -l)" -gt 4 ] || fail "only $(saved | wc -l) words that are written when a scene is saved"
saved | sort -u >exempt
printf '%s\n' $groups >>exempt
# missing USED: words that are neither there nor exempt.
missing() { grep -vxFf "$1" all | grep -vxFf exempt; }
for word in $(missing used); do
    fail "no scene of docs/language.md or the gallery has '$word'"
done
grep -vx nystrom used >fewer
same "without the one use of a word" "$(missing fewer)" nystrom
finish
