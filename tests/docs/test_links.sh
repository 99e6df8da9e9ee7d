# Every link between the pages of the repository leads to a file, and every page of docs/ is in its index.
. "$SOURCE/tests/app/lib.sh"

# links PAGE: the targets of its links, without those to the network and within the page.
links() { grep -oE '\]\([^)]+\)' "$1" | sed 's/^](//; s/)$//; s/#.*//' | grep -vE '^(https?:|mailto:|$)'; }

for page in "$SOURCE"/*.md "$SOURCE"/docs/*.md; do
    for target in $(links "$page"); do
        [ -e "$(dirname "$page")/$target" ] || fail "${page#"$SOURCE"/}: a link to $target, which is not there"
    done
done
for page in "$SOURCE"/docs/*; do
    name=$(basename "$page")
    [ "$name" = README.md ] || links "$SOURCE/docs/README.md" | grep -qxF "$name" || fail "docs/README.md does not list $name"
done
finish
