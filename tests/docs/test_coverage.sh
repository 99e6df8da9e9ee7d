# docs/coverage.md: every row occurs once, has a state, and names only files that exist; what is done has a test.
. "$SOURCE/tests/app/lib.sh"

# judge PAGE ROOT: prints one line per error.
judge() {
    awk -F '|' -v root="$2" '
    function wrong(what) { print FNR ": " what }
    function trim(s) { gsub(/^ +| +$/, "", s); return s }
    # files CELL FOLDER: how many files it names; each must exist.
    function files(cell, folder,  n, part, i, path) {
        n = split(cell, part, "`")
        for (i = 2; i <= n; i += 2) {
            path = part[i]
            if (index(path, folder "/") != 1) wrong(path " is not in " folder "/")
            else if (system("test -f \"" root "/" path "\"") != 0) wrong(path " does not exist")
        }
        return int(n / 2)
    }
    BEGIN {
        split("B 13 G 12 P 8 W 8 S 3", want, " ")
        for (i = 1; i in want; i += 2) for (k = 1; k <= want[i + 1]; k++) rows[want[i] k] = 0
    }
    $2 ~ /^ [BGPWS][0-9]+ $/ {
        id = trim($2)
        if (!(id in rows)) { wrong("there is no row " id); next }
        if (rows[id]++) wrong(id " is there twice")
        if (NF != 7) { wrong(id " has not five columns"); next }
        state = trim($4)
        tests = files($5, "tests")
        examples = files($6, "examples")
        if (trim($3) == "") wrong(id " says nothing")
        if (state !~ /^(yes|not yet|partly: .+)$/) wrong(id ": state \"" state "\"")
        if (state == "not yet" && tests + examples) wrong(id " is not there yet and has a test or an example")
        if (state != "not yet" && !tests) wrong(id " has no test")
    }
    END { for (id in rows) if (!rows[id]) print id " is missing" }' "$1"
}

page=$SOURCE/docs/coverage.md
[ -f "$page" ] || fail "no docs/coverage.md"
said=$(judge "$page" "$SOURCE")
[ -z "$said" ] || { fail "docs/coverage.md"; echo "$said"; }

# It must detect a missing row, a duplicate, a row without a test, a missing file.
notice() {
    judge changed "$SOURCE" | grep -q "$1" || fail "not noticed: $1"
}
grep -v '^| P3 ' "$page" >changed
notice "P3 is missing"
sed '/^| W2 /p' "$page" >changed
notice "W2 is there twice"
sed '/^| B1 /s#test_shape.c#test_no_shape.c#' "$page" >changed
notice "test_no_shape.c does not exist"
sed '/^| W8 /s#`tests/[^|]*|#|#' "$page" >changed
notice "W8 has no test"
sed '/^| S2 /s#| yes#| soon#' "$page" >changed
notice "S2: state"
finish
