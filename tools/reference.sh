#!/bin/sh
# reference.sh [--check]: writes docs/reference.md, every function and type of the public headers with its comment, from
# include/tenon/*.h; with --check, fails if the page is out of date. A public function without a comment of its own, before
# it or behind it, is an error.
#
# A comment that starts in the first column belongs to the declarations up to the next blank line or comment. A comment
# /* ---- words ---- */ starts a section. The comment at the top of a header introduces it.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
page=$top/docs/reference.md
new=$(mktemp)
trap 'rm -f "$new"' EXIT
headers="types diagnostics kinds def world model edit record scene goals view hooks"
for header in "$top"/include/tenon/*.h; do # others, then pictures, which are a library of their own
    name=$(basename "$header" .h)
    case " $headers tenon picture " in *" $name "*) ;; *) headers="$headers $name" ;; esac
done
cd "$top/include/tenon"
export LC_ALL=C
files=
for name in $headers picture; do
    files="$files $name.h"
done
# shellcheck disable=SC2086
awk '
    /^TN_API / && previous !~ /\*\/ *$/ { wanted = $0; where = FILENAME ":" FNR }
    wanted != "" && /;/ { if ($0 !~ /\/\*/) { print "reference.sh: no comment: " where ": " wanted; bad = 1 } wanted = "" }
    { previous = $0 ~ /^TN_API/ ? "" : $0 }
    END { exit bad }' $files >&2
# shellcheck disable=SC2086
awk '
    function strip(s) { sub(/^ \* ?/, "", s); sub(/^ \*$/, "", s); return s }
    # Comments as Markdown: lines indented by two columns or more are code.
    function prose(s,   n, i, line, out, code) {
        n = split(s, line, "\n")
        for (i = 1; i <= n; i++) {
            if (line[i] ~ /^  +[^ ]/) { if (!code) out = out "\n"; code = 1; out = out "    " line[i] "\n"; continue }
            if (code && line[i] != "") out = out "\n"
            code = 0
            out = out line[i] "\n"
        }
        sub(/\n+$/, "", out)
        return out
    }
    function name_of(d,   s) {
        s = d
        if (s ~ /\(/) {
            if (s ~ /^typedef/) { sub(/\(.*/, "", s); sub(/.*[ *]/, "", s); return s }
            sub(/\(.*/, "", s); sub(/.*[ *]/, "", s); return s
        }
        sub(/;.*$/, "", s); sub(/.*[ }*]/, "", s); return s
    }
    function flush_group(   i) {
        if (count > 0) {
            for (i = 1; i <= functions; i++) {
                printf "<a id=\"%s\"></a>", called[i]
                all[++total] = called[i]
            }
            if (functions > 0) printf "\n"
            printf "```c\n%s```\n\n", code
            if (comment != "") printf "%s\n\n", prose(comment)
            comment = ""
        }
        count = functions = 0
        code = ""
    }
    function declare(text, is_function) {
        count++
        code = code text "\n"
        if (is_function) called[++functions] = name_of(text)
    }
    function head_comment() {
        sub("^" FILENAME ": *", "", comment)
        printf "## tenon/%s\n\n%s\n\n", FILENAME, prose(toupper(substr(comment, 1, 1)) substr(comment, 2))
        comment = ""
        fresh = 0
    }
    function section(   title, rest) {
        title = comment
        rest = ""
        if (title ~ /\n/) { rest = title; sub(/^[^\n]*\n/, "", rest); sub(/^\n+/, "", rest); sub(/\n.*/, "", title) }
        gsub(/^-+ *| *-+$/, "", title)
        printf "### %s\n\n", toupper(substr(title, 1, 1)) substr(title, 2)
        comment = rest
        if (rest != "") { printf "%s\n\n", prose(rest); comment = "" }
    }
    function end_comment() {
        if (fresh) head_comment()
        else if (comment ~ /^----/) section()
    }
    FNR == 1 { flush_group(); fresh = 1; inside = body = 0; comment = "" }
    inside { # a comment
        line = $0
        done = line ~ /\*\/ *$/
        sub(/ *\*\/ *$/, "", line)
        line = strip(line)
        comment = comment "\n" line
        if (done) { inside = 0; sub(/\n+$/, "", comment); end_comment() }
        next
    }
    body { # a declaration of several lines
        text = text "\n" $0
        if ($0 ~ /^}/ || (!braces && $0 ~ /;[^;]*$/)) {
            body = 0
            if (inlined) { sub(/\n{.*/, ";", text); sub(/^static inline /, "", text) }
            sub(/^TN_API /, "", text)
            declare(text, kind == "function")
        }
        next
    }
    /^\/\*/ {
        flush_group()
        comment = $0
        sub(/^\/\* ?/, "", comment)
        if (comment ~ /\*\/ *$/) { sub(/ *\*\/ *$/, "", comment); end_comment() } else inside = 1
        next
    }
    /^TN_DEFAULTS\(/ {
        text = $0
        sub(/^TN_DEFAULTS\(/, "", text); sub(/\);.*/, "", text)
        split(text, part, ", ")
        declare(part[1] " " part[2] "(void);", 1)
        next
    }
    /^(TN_API|typedef|enum|static inline) / {
        text = $0
        inlined = $0 ~ /^static/
        kind = $0 ~ /^typedef|^enum/ ? "type" : "function"
        braces = ($0 ~ /{ *$/ || inlined)
        if (!braces && $0 ~ /;/) { sub(/^TN_API /, "", text); declare(text, kind == "function"); next }
        body = 1
        next
    }
    /^#define TN_/ && comment != "" { # of a macro with arguments its head is enough
        text = $0
        sub(/ *\\$/, "", text)
        declare(text, 0)
    }
    /^$/ {
        if (count > 0) flush_group()
        else if (comment != "") printf "%s\n\n", prose(comment)
        comment = ""
    }
    END {
        flush_group()
        printf "## All functions\n\n"
        for (i = 2; i <= total; i++) # by name
            for (k = i; k > 1 && all[k - 1] > all[k]; k--) { t = all[k]; all[k] = all[k - 1]; all[k - 1] = t }
        for (i = 1; i <= total; i++) printf "%s[%s](#%s)\n", (i > 1 ? "· " : ""), all[i], all[i]
    }' $files >"$new.body"
{
    echo "<!-- Made by tools/reference.sh from include/tenon/*.h: change the headers, then run it. -->"
    echo "# Reference of the C interface"
    echo
    echo "Every type and function of the public headers, in their order, with the comments that stand there. Memory that is the"
    echo "caller's is freed with [tn_free](#tn_free); definitions start from their default makers. [interface.md](interface.md) is"
    echo "the same by tasks, [examples/c](../examples/c) has whole programs."
    echo
    echo "| header | about |"
    echo "|---|---|"
    for file in $files; do
        first=$(sed -n '1{s|^/\* [a-z_]*\.h: *||;s| *\*/$||;p;}' "$file")
        anchor=$(echo "tenon$file" | tr -d './')
        echo "| [tenon/$file](#$anchor) | $first |"
    done
    echo
    echo "[All functions](#all-functions) by name."
    echo
    cat "$new.body"
} >"$new"
rm -f "$new.body"
if [ "${1:-}" = --check ]; then
    diff "$page" "$new" >/dev/null || { echo "docs/reference.md is out of date: run tools/reference.sh"; exit 1; }
else
    cp "$new" "$page"
fi
