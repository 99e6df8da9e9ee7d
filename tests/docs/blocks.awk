# blocks.awk: takes a Markdown page apart, into files of the folder it runs in.
#
#   ```tn       a scene; its first line is "# NAME.tn" or "# NAME.tn: …" and names the file
#   ```c        a program; its first line is "/* NAME.c" and names the file
#   ```csv      a table for scenes of the page; its first line is "# NAME.csv"
#   ```console  commands behind "$ " (continued behind "> "), and below each what it prints: command-NNN holds the
#               command, expected-NNN its output, where-NNN the line of the page
#   ```console unchecked  the same, but what it prints depends on the machine: status-NNN is how it ends, the number
#               behind "unchecked" (0)
# Blocks of other languages are for people alone. Prints what is wrong with the page and fails then.
function wrong(what) { print FILENAME ":" FNR ": " what; bad = 1 }

function begin_command() { number++; id = sprintf("%03d", number); print FNR > ("where-" id); printf "" > ("expected-" id) }

/^```/ && language == "" {
    language = substr($0, 4)
    if (language == "") language = "none"
    first = 1
    command = 0
    next
}
/^```/ { language = ""; name = ""; next }

language == "tn" || language == "c" || language == "csv" {
    if (first) {
        name = $2
        sub(/:$/, "", name)
        if (name !~ ("^[a-z-]+\\." language "$")) wrong("a block of " language " begins with its file name in a comment")
        if (name in seen) wrong(name " is there twice")
        seen[name] = 1
        first = 0
    }
    print > name
}
language ~ /^console unchecked/ && /^\$ / {
    begin_command()
    print substr($0, 3) > ("command-" id)
    print substr(language, 19) + 0 > ("status-" id)
    next
}
language == "console" && /^\$ / { begin_command(); print substr($0, 3) > ("command-" id); command = 1; next }
language == "console" && /^> / && command { print substr($0, 3) > ("command-" id); next }
language == "console" { if (number == 0) wrong("output without a command"); else print > ("expected-" id) }

END {
    if (language != "") wrong("a block is not closed")
    exit bad
}
