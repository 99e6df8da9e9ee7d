# Every link between the pages of the repository leads to a file and to a heading in it, and every page of docs/ is in its
# index.
. "$SOURCE/tests/app/lib.sh"

# links PAGE: the targets of its links, without those to the network and within the page.
links() { grep -oE '\]\([^)]+\)' "$1" | sed 's/^](//; s/)$//; s/#.*//' | grep -vE '^(https?:|mailto:|$)'; }

for page in "$SOURCE"/*.md "$SOURCE"/docs/*.md; do
    for target in $(links "$page"); do
        [ -e "$(dirname "$page")/$target" ] || fail "${page#"$SOURCE"/}: a link to $target, which is not there"
    done
done
# anchors PAGE: the names that its headings have in links, and those that it declares.
anchors() {
    awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ +/, ""); print }' "$1" | sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g; s/`//g' |
        sed 's/[^[:alnum:] _-]//g; s/ /-/g' | sed 's/.*/\L&/'
    grep -oE '<a id="[^"]+"' "$1" | sed 's/<a id="//; s/"//'
}

# lost PAGE: links to headings that are not there.
lost() {
    grep -oE '\]\([^) ]*#[^) ]+\)' "$1" | sed 's/^](//; s/)$//' | grep -vE '^(https?:|mailto:)' | sort -u | while read -r link; do
        file=${link%%#*}
        to=$1
        [ -z "$file" ] || to=$(dirname "$1")/$file
        case $to in *.md) ;; *) continue ;; esac
        [ -e "$to" ] || continue
        known=known-$(echo "$to" | tr -c 'A-Za-z0-9\n' -)
        [ -e "$known" ] || anchors "$to" >"$known"
        grep -qxF -- "${link#*#}" "$known" || echo "$link"
    done
}

for page in "$SOURCE"/*.md "$SOURCE"/docs/*.md "$SOURCE"/examples/README.md; do
    lost "$page" | while read -r link; do echo "${page#"$SOURCE"/}: a link to $link, which no heading has"; done
done >lost
while IFS= read -r line; do fail "$line"; done <lost
printf '# A (nice) heading: `x`\n[a](#a-nice-heading-x) [b](#nowhere)\n' >page.md
same "a link to no heading" "$(lost page.md)" "#nowhere"

for page in "$SOURCE"/docs/*; do
    name=$(basename "$page")
    [ "$name" = README.md ] || links "$SOURCE/docs/README.md" | grep -qxF "$name" || fail "docs/README.md does not list $name"
done
finish
