# Files, folders and functions that the pages for developers name in backquotes exist, and the walk through one scene in
# docs/architecture.md names at most 20 files.
. "$SOURCE/tests/app/lib.sh"

(cd "$SOURCE" && find src include app studio bench tests tools cmake docs examples -type f && ls ./*.* Makefile) |
    sed 's|^\./||' >files
# Identifiers of the sources, and the words of the build's own files.
(cd "$SOURCE" && find src include app studio bench tests tools \( -name '*.[ch]' -o -name '*.inc' -o -name '*.sh' \) -type f \
    ! -name test_names.sh -exec grep -ohE '[A-Za-z_][A-Za-z0-9_]*' {} + &&
    grep -ohE '[A-Za-z_][A-Za-z0-9_]*' CMakeLists.txt tests/CMakeLists.txt) |
    sort -u >identifiers

# quoted PAGE: what stands in backquotes outside of code blocks, one per line.
quoted() {
    awk '/^```/ { code = !code; next } code || /^    / { next } { text = text " " $0; if ($0 == "") { print text; text = "" } }
        END { print text }' "$1" | grep -oE '`[^`]+`' | tr -d '`' | sort -u
}

# missing PAGE: the names in it that do not exist. Words in capitals (ROOM, WHAT, NAME) stand for others; out/, build
# folders and *.gen.* are made by commands.
missing() {
    quoted "$1" | grep -vE '[A-Z]{4}|^(out|build)|\.gen\.|[*<>…]' | awk '
        FILENAME == "files" { path[$0]; n = split($0, part, "/"); name = ""; dir = ""
            for (i = n; i > 0; i--) { name = part[i] (i < n ? "/" name : ""); path[name] }
            for (i = 1; i < n; i++) for (k = i; k < n; k++) { dir = ""
                for (j = i; j <= k; j++) dir = dir part[j] "/"
                path[dir] }
            next }
        FILENAME == "identifiers" { known[$0]; next }
        /^[A-Za-z0-9_.\/-]+\.(c|h|inc|sh|md|tn|list|awk)$/ || /^[a-z_\/-]+\/$/ { if (!($0 in path)) print; next }
        /^[A-Za-z][A-Za-z0-9]*_[A-Za-z0-9_]+(\(\))?$/ { sub(/\(\)$/, ""); if (!($0 in known)) print }' files identifiers -
}

cat >page.md <<'PAGE'
`src/world/world.h`, `world.h` and `src/nowhere/world.h`; `things/`, `src/things_of_no/`;
`tn_advance`, `tn_advance_nowhere()`, `tests/ROOM/test_WHAT.c`.

    `not_a_name.c` in a block
PAGE
same "a page with three wrong names" "$(missing page.md | tr '\n' ' ')" \
    "src/nowhere/world.h src/things_of_no/ tn_advance_nowhere "

for page in docs/architecture.md docs/method.md CONTRIBUTING.md; do
    for name in $(missing "$SOURCE/$page"); do
        fail "$page: $name does not exist"
    done
done

walk=$(awk '/^## / { in_walk = /One scene, from text to picture/ } in_walk && /^\|/' "$SOURCE/docs/architecture.md")
count=$(echo "$walk" | grep -oE '`[^`]+\.[ch]`' | wc -l)
[ "$count" -ge 10 ] || fail "the walk through one scene names only $count files"
[ "$count" -le 20 ] || fail "the walk through one scene names $count files, more than 20"
finish
