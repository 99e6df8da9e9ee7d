#!/bin/sh
# check_structs.sh [REPOSITORY]: no struct or union of src/ has more than 60 members: a larger one mixes what belongs to
# different owners. Members of a struct defined inside another count as that one's own; the member that it is counts once.
# In the public headers every struct that a program fills (…_def, …_options, …_hook, …_settings) begins with its size, so
# that members can be added. Prints one line per violation and fails if there is any.
set -u
cd "${1:-$(dirname "$0")/..}" || exit 1
wrong=0

find include -name '*.h' 2>/dev/null | sort | xargs -r awk '
/^typedef struct.*{$/ { first = ""; open = 1; next }
open && first == "" && /;/ { first = $0 }
open && /^} tn_[a-z_]*;/ {
    name = $2
    sub(/;.*/, "", name)
    if (name ~ /_(def|options|hook|settings)$/ && first !~ /^ *size_t (def_)?size;/) {
        print FILENAME ":" FNR ": " name " does not begin with its size"
        bad = 1
    }
    open = 0
}
END { exit bad }' || wrong=1

find src -name '*.[ch]' | sort | xargs awk -v most=60 '
function finish() {
    if (count[depth] > most) {
        print file ":" line[depth] ": " title[depth] " has " count[depth] " members, at most " most
        bad = 1
    }
}
# How many names a declaration declares: commas outside of parentheses and brackets, and one.
function declared(text, i, c, level, n) {
    n = 1
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c ~ /[({[]/) level++
        if (c ~ /[])}]/) level--
        if (c == "," && level == 0) n++
    }
    return n
}
function look(text, i, c) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "{") {
            depth++
            is[depth] = said ~ /(struct|union)[ \t]*[A-Za-z_0-9]*[ \t]*$/ && said !~ /[=(]/
            title[depth] = said
            gsub(/^[ \t]+|[ \t]+$/, "", title[depth])
            count[depth] = 0
            line[depth] = FNR
            said = ""
        } else if (c == "}") {
            if (is[depth]) finish()
            depth--
            said = "inner"
        } else if (c == ";") {
            if (depth > 0 && is[depth] && said ~ /[A-Za-z_]/) count[depth] += declared(said)
            said = ""
        } else
            said = said c
    }
    said = said " "
}
FNR == 1 { depth = 0; said = ""; inside = 0; file = FILENAME }
/^[ \t]*#/ || continued { continued = /\\$/; next }
{
    text = $0
    while (1) {
        if (inside) {
            end = index(text, "*/")
            if (end == 0) next
            text = substr(text, end + 2)
            inside = 0
        }
        start = index(text, "/*")
        if (start == 0) break
        end = index(substr(text, start + 2), "*/")
        if (end > 0)
            text = substr(text, 1, start - 1) " " substr(text, start + end + 3)
        else {
            look(substr(text, 1, start - 1))
            inside = 1
            next
        }
    }
    gsub(/"([^"\\]|\\.)*"/, "\"\"", text)
    gsub(/'"'"'([^'"'"'\\]|\\.)*'"'"'/, "0", text)
    look(text)
}
END { exit bad }' || wrong=1
exit $wrong
