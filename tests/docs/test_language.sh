# Every indented block of docs/language.md runs, and those about limits, the timeline and displacements by every method.
. "$SOURCE/tests/app/lib.sh"
page=$SOURCE/docs/language.md

# example HEADING: the first indented block below a heading.
example() {
    awk -v heading="$1" '
        $0 == heading { inside = 1; next }
        inside && /^#/ { exit }
        inside && /^    / { print substr($0, 5); any = 1; next }
        inside && any && NF { exit }' "$page"
}

for heading in "### Limits and motors" "## The timeline"; do
    example "$heading" >scene.tn
    [ "$(wc -l <scene.tn)" -gt 10 ] || fail "no example below '$heading'"
    for integrator in adams gear rk4 euler implicit; do
        { cat scene.tn; echo "world: integrator $integrator; end"; } >one.tn
        "$TENON" run one.tn --csv one.csv >said 2>&1 || { fail "$heading by $integrator"; cat said; }
    done
done

# The examples of the displacement method, by both methods and all schemes; the second only where bodies have abilities.
for heading in "### The form of 1994" "## The displacement method"; do
    example "$heading" >scene.tn
    [ "$(wc -l <scene.tn)" -gt 8 ] || fail "no example below '$heading'"
    for settings in "scheme A" "scheme B" "scheme gauss-seidel"; do
        { cat scene.tn; echo "world: method displacement; $settings; end"; } >one.tn
        "$TENON" run one.tn >said 2>&1 || { fail "$heading by $settings"; cat said; }
    done
done
example "### The form of 1994" >one.tn
"$TENON" run one.tn >said 2>&1 || { fail "the form of 1994 by dynamic constraints"; cat said; }

# Objects that do not exist have empty fields: late is added at 1, spare is removed then.
columns() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $1, ($c == "" ? "-" : "+") }' one.csv; }
columns late.z | awk '($1 < 1) == ($2 == "+") { exit 1 }' || fail "late is there at the wrong time"
columns spare.x | awk '($1 < 1) != ($2 == "+") { exit 1 }' || fail "spare is there at the wrong time"
columns height | awk '($1 < 1) == ($2 == "+") { exit 1 }' || fail "the probe of late shows something at the wrong time"
# Every block, one file each. What a block speaks of and does not declare is declared behind it.
awk '/^```/ { code = !code } code { next }
    /^    / { if (!inside) { n++; inside = 1; print FNR >("line-" n) } print substr($0, 5) >("block-" n ".tn"); next }
    NF { inside = 0 }' "$page"
echo 'object arm: rod 1 0.02; position 0 5 0; end' >arm.tn
cat >stage <<'S'
ball object ball: sphere 0.1; position 0 0 2; end
upper-rod object upper-rod: rod 1 0.05; position 0 0 3; end
lower-rod object lower-rod: rod 1 0.05; position 0 0 4; end
rod object rod: rod 1 0.05; position 0 0 5; end
tail object tail: sphere 0.1; position 1 0 2; end
body object body: sphere 0.1; position 1.5 0 2; end
head object head: sphere 0.1; position 2 0 2; end
fuse constraint fuse: weld ball world; end
S
blocks=0
for block in block-*.tn; do
    while read -r name declaration; do
        ! grep -qw -- "$name" "$block" || grep -qE "^(object|constraint) $name:" "$block" || echo "$declaration" >>"$block"
    done <stage
    number=${block#block-}
    try 0 "$TENON" run "$block" --until 0.05 --quiet || echo "docs/language.md:$(cat "line-${number%.tn}")"
    blocks=$((blocks + 1))
done
[ "$blocks" -ge 20 ] || fail "only $blocks blocks in docs/language.md"
finish
