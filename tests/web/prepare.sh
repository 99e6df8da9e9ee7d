# prepare.sh: sourced by the tests of the page. Makes $web, a copy of the page's sources in the build folder with the
# packages of the lock file installed. Ends with status 77, which ctest counts as skipped, where node or the packages are
# missing: the page is built into the repository, so that only its developers need them.
set -u
skip() {
    echo "skipped: $*"
    exit 77
}
command -v node >/dev/null 2>&1 || skip "there is no node"
command -v npm >/dev/null 2>&1 || skip "there is no npm"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ] || skip "node is older than 18"

web=$BUILD/web
mkdir -p "$web"
# Two tests may come here at once, and in two builds.
exec 9>"$web/.lock"
flock 9
want=$(cat "$SOURCE/web/package.json" "$SOURCE/web/package-lock.json" | cksum)
if [ "$(cat "$web/.installed" 2>/dev/null)" != "$want" ]; then
    cp "$SOURCE/web/package.json" "$SOURCE/web/package-lock.json" "$web/"
    options='--ignore-scripts --no-audit --no-fund --loglevel=error'
    # shellcheck disable=SC2086
    (cd "$web" && { npm ci --offline $options || npm ci --prefer-offline $options; }) >"$web/install.log" 2>&1 9>&- ||
        skip "npm cannot install the packages of the page: $(grep -m 1 -i error "$web/install.log")"
    printf '%s\n' "$want" >"$web/.installed"
fi
