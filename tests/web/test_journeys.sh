# The journeys of people through the studio, in a headless browser against the real program: one of them, or with
# TENON_LONG all and the rest.
. "$SOURCE/tests/web/prepare.sh"
flock -u 9
"$TENON" studio --help >/dev/null 2>&1 || skip "this program has no studio"
for browser in "${CHROMIUM:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
    [ -x "$browser" ] && break
    browser=
done
[ -n "$browser" ] || skip "there is no Chromium"
export CHROMIUM="$browser" TENON_NODE="$web"
if [ -n "${TENON_LONG:-}" ]; then
    status=0
    for test in "$SOURCE"/tests/web/*.test.mjs; do
        echo "== $(basename "$test")"
        node "$test" || status=1
    done
    exit $status
fi
exec node "$SOURCE/tests/web/journey_new.test.mjs"
