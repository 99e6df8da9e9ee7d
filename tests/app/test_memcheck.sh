# No uninitialised byte is hashed, compared or kept: edits, undo, snapshots and texts of a small model under memcheck.
# Skipped without valgrind, and in builds with sanitizers, with which it does not work.
. "$SOURCE/tests/app/lib.sh"
sanitized=$(sed -n 's/^TENON_SANITIZE:STRING=//p' "$BUILD/CMakeCache.txt")
if [ -n "$sanitized" ] || ! command -v valgrind >/dev/null; then
    echo "left out: no valgrind here, or a build with sanitizers"
    exit 0
fi

# edited WORLD: a hinge with all its limits, a joint that counts turns, and edits of every sort
edited() {
    cat <<END
world: $1 until 1; end
object floor: plane; end
object a: box 0.3 0.2 0.5; position 0 0 1; end
object b: capsule 0.07 0.3; position 0.09 0 0.52; end
object c: rod 0.4 0.02; position 1 0 1; end
constraint hip: object1 a; object2 b; hinge 0.09 0 -0.27 0 0 0.21; axial 0 0 1 min -1 max 1; angle 0 0 1 0 0 1 max 1.4; end
constraint axle: revolute world c c.center (0, 1, 0); end
constraint d: connect a.corner1 (0.15, 0.1, 1.25); end
$2
probe turn = angle(axle);
undo
redo
run 0.05
off d
grab a
drag 0 0 1.1
run 0.05
set tau d 0.2
undo
remove c
undo
write written.tn
END
}

checked() {
    try 0 sh -c 'valgrind -q --error-exitcode=9 "$TENON" shell <commands'
    [ -s written.tn ] || fail "nothing was written"
    rm -f written.tn
}

for method in "" "method displacement;" "joints coordinates;"; do
    edited "$method" "" >commands
    checked
done
edited "" "contact friction 0.5;" >commands
checked
finish
