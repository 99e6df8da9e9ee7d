# Every scene of examples/gallery.list runs to its end with its own settings, holds together without the fallback solver
# and satisfies the checks of the list; the list and the folders have the same scenes, and examples/README.md is made from
# it. With sanitizers a scene runs for at most half a second, unless this is the long run, and the checks are skipped.
. "$SOURCE/tests/app/lib.sh"
examples=$SOURCE/examples
json="$SOURCE/tests/app/json.awk"
member() { awk -v get="$1" -f "$json" out; }
# field N: the N-th field of the line, without the spaces around it
field() { printf '%s\n' "$line" | awk -F'|' -v n="$1" '{ gsub(/^[ \t]+|[ \t]+$/, "", $n); print $n }'; }

# check TEXT: one check against run.csv and the report in out; prints what is wrong.
check() {
    case $1 in
    redundant\ *)
        want=$(printf '%s\n' "$1" | awk '{ for (i = 2; i <= NF; i++) printf "%s\"%s\"", (i > 2 ? ", " : ""), $i }')
        [ "$(member redundant)" = "[$want]" ] || echo "redundant are $(member redundant), not [$want]"
        ;;
    *) awk -F, -v check="$1" '
        BEGIN {
            n = split(check, word, " "); low = word[2] + 0; high = word[3] + 0; from = -1; to = 1e9
            good = n >= 3
            for (i = 4; i <= n; i++)
                if (word[i] == "once") once = 1
                else if (word[i] == "from" && i < n) from = word[++i] + 0
                else if (word[i] == "to" && i < n) to = word[++i] + 0
                else good = 0
            if (!good) { print "not understood: " check; exit }
        }
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == word[1]) column = i; if (!column) { print "no probe " word[1]; exit }; next }
        $1 >= from && $1 <= to {
            rows++
            inside = $column != "" && $column + 0 >= low && $column + 0 <= high
            if (inside) met = 1
            else if (!once) { print check ": it is " $column " at t = " $1; said = 1; exit }
        }
        END { if (column && !said && (!rows || !met)) print check ": never" }' run.csv ;;
    esac
}

most=$(effort 1e9 0.5)
grep -v -e '^#' -e '^$' -e '^==' "$examples/gallery.list" >scenes
while IFS= read -r line; do
    scene=$(field 1)
    same "$scene: fields" "$(printf '%s\n' "$line" | awk -F'|' '{ print (NF >= 5 && NF <= 7 && (NF < 7 || $7 ~ /^ *--/)) }')" 1
    [ -f "$examples/$scene.tn" ] || { fail "$scene is in the list and not there"; continue; }
    same "$scene: three lines of text on top" "$(head -n 3 "$examples/$scene.tn" | grep -c '^# ')" 3
    [ -f "$examples/$scene.png" ] || fail "$scene has no picture: make gallery"
    [ -f "$examples/$scene.mp4" ] || fail "$scene has no movie: make gallery"
    grep -q '^camera from ' "$examples/$scene.tn" || fail "$scene has no camera"
    own=$(sed -n 's/.*until \([0-9.]*\);.*/\1/p' "$examples/$scene.tn" | head -n 1)
    length=$(awk -v own="${own:-0}" -v most="$most" 'BEGIN { if (own > most) print "--until " most }')
    # shellcheck disable=SC2086 # an option and its value, or nothing
    try 0 "$TENON" run "$examples/$scene.tn" --json --quiet --csv run.csv $length
    same "$scene: fallbacks" "$(member fallbacks)" 0
    [ -z "$length" ] || continue # the checks are for the end
    awk -v d="$(member deviation)" -v most="$(field 4)" 'BEGIN { exit !(most > 0 && d != "" && d + 0 <= most + 0) }' ||
        fail "$scene: deviation $(member deviation), more than $(field 4)"
    case $(field 5) in *redundant*) ;; *) same "$scene: redundant" "$(member redundant)" "[]" ;; esac
    field 5 | tr ';' '\n' | sed 's/^ *//; s/ *$//; /^$/d' >checks
    [ -s checks ] || fail "$scene: no checks"
    while IFS= read -r one; do
        wrong=$(check "$one")
        [ -z "$wrong" ] || fail "$scene: $wrong"
    done <checks
done <scenes

# Movies are small: what is committed stays in the repository for ever.
(cd "$examples" && wc -c -- */*.mp4) >sizes
awk '$2 != "total" && $1 > 300000 { print $2 " has " $1 " bytes, more than 300,000" }
    $2 == "total" && $1 > 12e6 { print "all movies together have " $1 " bytes, more than 12 million" }' sizes >large
while IFS= read -r line; do fail "$line"; done <large

# The same scenes in both places.
awk -F'|' '{ gsub(/[ \t]/, "", $1); print $1 }' scenes | sort >listed
(cd "$examples" && ls -- */*.tn) | sed 's/\.tn$//' | sort >there
[ -s listed ] || fail "the list is empty"
diff listed there >differ || { fail "the list (<) and the folders (>) differ:"; cat differ; }
same "scenes listed twice" "$(uniq -d listed)" ""

try 0 "$SOURCE/tools/gallery.sh" --check
finish
