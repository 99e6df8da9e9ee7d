# The same scene gives the same record, byte for byte: run twice, and for any number of threads.
. "$SOURCE/tests/app/lib.sh"

# same_record SCENE OPTION...: three runs of it, at 1, 1 and 2 threads.
same_record() {
    scene=$1
    shift
    for threads in 1 1 2; do
        try 0 "$TENON" run "$SOURCE/examples/$scene.tn" "$@" --threads $threads --record now.tnr --quiet
        [ -f first.tnr ] || cp now.tnr first.tnr
        cmp -s first.tnr now.tnr || fail "$scene $*: the record of another run, with $threads threads, differs"
    done
    rm -f first.tnr now.tnr
}
same_record barzel-barr-1988/towers --until 1.5
same_record barzel-barr-1988/pandora --until 3 --integrator rk4 --step 0.002
same_record mechanisms/four-bar --integrator gear --until 1
same_record particles/bouncing-balls
same_record benchmarks/n-four-bar --until 2
same_record benchmarks/andrews --until 0.01
finish
