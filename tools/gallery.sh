#!/bin/sh
# gallery.sh [--check]: writes examples/README.md from examples/gallery.list, or only says whether it is up to date.
# A scene gets a picture if NAME.png lies beside NAME.tn; its text is the comment on top of the scene.
set -eu
cd "$(dirname "$0")/../examples"

page() {
    cat <<'TOP'
# Gallery

Scenes to run, to look at and to change: `tenon run examples/FOLDER/NAME.tn --csv out.csv`, or `make run SCENE=examples/FOLDER/NAME.tn`. Each begins with three lines that say what it is, where it comes from and what to look at. This page is made from [gallery.list](gallery.list) by `make gallery`; the same list drives the test that runs every scene.
TOP
    awk -F'|' '
        function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
        /^#/ || /^[ \t]*$/ { next }
        /^==/ { print "\n## " trim($2) "\n\n" trim($3); next }
        {
            scene = trim($1)
            print "\n### " trim($2) "\n\n" trim($3)
            picture = scene ".png"
            if ((getline line < picture) >= 0) { print "\n![" trim($2) "](" picture ")"; close(picture) }
            text = ""
            file = scene ".tn"
            for (i = 1; i <= 3 && (getline line < file) > 0; i++) { sub(/^# */, "", line); text = text (i > 1 ? " " : "") line }
            close(file)
            print "\n" text "\n\n[" file "](" file ")"
        }' gallery.list
}

if [ "${1:-}" = --check ]; then
    page | cmp -s - README.md || { echo "examples/README.md is not what gallery.list says: make gallery" >&2; exit 1; }
else
    page >README.md.new
    mv README.md.new README.md
fi
