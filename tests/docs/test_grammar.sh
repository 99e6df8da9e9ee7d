# docs/language.md mentions every word of the language: the tables of src/model/words.c, the kinds and their parameters.
. "$SOURCE/tests/app/lib.sh"
page=$SOURCE/docs/language.md
[ -f "$page" ] || fail "no docs/language.md"

# The words of the tables: static const char *const …_words[] = {"…", …};
awk '/^static const char \*const [a-z]+_words\[\]/ { inside = 1 }
     inside { n = split($0, part, "\""); for (i = 2; i <= n; i += 2) print part[i] }
     /};/ { inside = 0 }' "$SOURCE/src/model/words.c" | sort -u >words
tables=$(wc -l <words)
[ "$tables" -gt 25 ] || fail "only $tables words found in src/model/words.c"
"$TENON" kinds | awk '/^  / { print $1 }' >>words
"$TENON" kinds --json | tr '{' '\n' | sed -n 's/^"word": *"\([^"]*\)".*/\1/p' >>words
[ "$(wc -l <words)" -gt $((tables + 150)) ] || fail "too few kinds"

sort -u words | while read -r word; do
    grep -qE "(^|[^a-z0-9-])$word([^a-z0-9-]|\$)" "$page" || echo "$word"
done >missing
[ ! -s missing ] || { fail "docs/language.md does not have:"; cat missing; }
finish
