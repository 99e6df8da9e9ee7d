#!/bin/sh
# gallery.sh [--check | --pictures TENON]: writes examples/README.md from examples/gallery.list, or only checks whether it
# is up to date; with --pictures the command TENON first draws NAME.png next to every NAME.tn, at the time in the list, and
# a movie of at most ten seconds, NAME.mp4, with the options in the list. A scene is shown with its picture and its movie; its
# text is the comment at the top of the scene, with the command and the code. Lines '#+ WISH: SCENE …' make an index at the top;
# a scene that is in none of them is an error.
set -eu
case ${2:-} in "" | /*) tenon=${2:-} ;; *) tenon=$PWD/$2 ;; esac
cd "$(dirname "$0")/../examples"

# movie SCENE OPTION…: small, so that the movies of all scenes are a few megabytes (tests/examples/test_gallery.sh has the
# bounds).
movie() {
    scene=$1
    shift
    until=$(sed -n 's/.*until \([0-9.]*\);.*/\1/p' "$scene.tn" | head -n 1)
    [ "$(awk -v u="${until:-10}" 'BEGIN { print (u > 10) }')" = 0 ] || set -- --until 10 "$@"
    "$tenon" run "$scene.tn" --movie "$scene.large.mp4" --size 480x270 --frames-per-second 24 --quiet "$@" </dev/null
    ffmpeg -nostdin -loglevel error -y -i "$scene.large.mp4" -c:v libx264 -crf 30 -preset slow -tune animation -pix_fmt yuv420p \
        -movflags +faststart "$scene.mp4"
    rm "$scene.large.mp4"
    echo "examples/$scene.mp4"
}

# Pictures take a second or two each, movies ten.
pictures() {
    awk -F'|' '!/^#/ && !/^==/ && NF { gsub(/[ \t]/, "", $1); gsub(/[ \t]/, "", $6)
                                       print $1, $6 == "" ? "-" : $6, $7 }' gallery.list |
        while read -r scene at options; do
            [ "$at" != - ] || at=
            "$tenon" picture "$scene.tn" ${at:+--at "$at"} --size 960x540 -o "$scene.png" --quiet
            mkdir -p "../web/thumbnails/${scene%/*}" # small ones for the studio
            ffmpeg -nostdin -loglevel error -y -i "$scene.png" -vf scale=320:-2 -q:v 5 "../web/thumbnails/$scene.jpg"
            echo "examples/$scene.png"
            # shellcheck disable=SC2086 # options
            movie "$scene" $options
        done
}

page() {
    cat <<'TOP'
# Gallery

Scenes to run, to look at and to change: `tenon run examples/FOLDER/NAME.tn --csv out.csv`, or `make run SCENE=examples/FOLDER/NAME.tn`. Each begins with three lines that say what it is, where it comes from and what to look at. This page is made from [gallery.list](gallery.list) by `make gallery`; the same list drives the test that runs every scene. The [cookbook](../docs/cookbook.md) has twelve smaller models, explained.

By what you want to build:

TOP
    awk -F'|' '
        function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
        function anchor(s) { s = tolower(s); gsub(/[^a-z0-9 -]/, "", s); gsub(/ /, "-", s); return s }
        NR == FNR { if (!/^#/ && !/^==/ && NF > 1) title[trim($1)] = trim($2); next }
        /^#\+/ {
            wish = substr($0, 4)
            n = split(substr(wish, index(wish, ":") + 1), scene, " ")
            row = "- **" substr(wish, 1, index(wish, ":") - 1) "**: "
            for (i = 1; i <= n; i++) {
                if (!(scene[i] in title)) { print "gallery.list: no scene " scene[i] >"/dev/stderr"; exit 1 }
                seen[scene[i]] = 1
                row = row (i > 1 ? ", " : "") "[" title[scene[i]] "](#" anchor(title[scene[i]]) ")"
            }
            print row
        }
        END {
            for (s in title)
                if (!(s in seen)) { print "gallery.list: " s " is under no wish" >"/dev/stderr"; exit 1 }
        }' gallery.list gallery.list
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
            movie = scene ".mp4"
            seen = (getline line < movie) >= 0
            close(movie)
            print "\n" text "\n\n[" file "](" file ")" (seen ? ", [movie](" movie ")" : "") "\n"
            name = scene
            sub(/.*\//, "", name)
            # the benchmarks are about numbers, and one lasts for 2000 s
            out = scene ~ /^benchmarks/ ? " --csv " name ".csv" : " --movie " name ".mp4"
            print "    tenon run examples/" file out "\n\n<details><summary>The scene</summary>\n\n```text"
            while ((getline line < file) > 0) print line
            close(file)
            print "```\n\n</details>"
        }' gallery.list
}

if [ "${1:-}" = --check ]; then
    page | cmp -s - README.md || { echo "examples/README.md does not match gallery.list: run make gallery" >&2; exit 1; }
else
    [ "${1:-}" != --pictures ] || pictures
    page >README.md.new
    mv README.md.new README.md
fi
