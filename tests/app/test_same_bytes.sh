# The same scene gives the same record, byte for byte: run twice, and for any number of threads.
. "$SOURCE/tests/app/lib.sh"

# same_record SCENE OPTION...: runs of it, at 1, 1, 2 and 3 threads.
numbers=$(effort "1 1 3" "1 3")
same_record() {
    scene=$1
    shift
    for threads in $numbers; do
        try 0 "$TENON" run "$scene" "$@" --threads $threads --record now.tnr --quiet
        [ -f first.tnr ] || cp now.tnr first.tnr
        cmp -s first.tnr now.tnr || fail "$scene $*: the record of another run, with $threads threads, differs"
    done
    rm -f first.tnr now.tnr
}
same_record "$SOURCE/examples/barzel-barr-1988/towers.tn" --until 1.5
same_record "$SOURCE/examples/barzel-barr-1988/pandora.tn" --until "$(effort 3 0.5)" --integrator rk4 --step 0.002
same_record "$SOURCE/examples/mechanisms/four-bar.tn" --integrator gear --until 1
same_record "$SOURCE/examples/particles/bouncing-balls.tn"
same_record "$SOURCE/examples/benchmarks/n-four-bar.tn" --until 2
same_record "$SOURCE/examples/benchmarks/andrews.tn" --until 0.01

# Large enough for parallel loops over bodies and constraints: a chain, a tree, and many small chains; a rod that is held
# twice, so that one island is singular.
cat >large.tn <<'EOF'
let L = 0.5;
world: up z; gravity 9.81; end
for i = 0 to 1499:
  object link[i]: rod L 0.02; position ((i + 0.5)*L) 0 0; rotation 0 1 0 (pi/2); spin 0 (0.1*sin(i)) 0; end
end
constraint hook: connect link[0].end1 (0, 0, 0); end
for i = 1 to 1499:
  constraint joint[i]: connect link[i-1].end2 link[i].end1; end
end
for i = 1 to 701:
  object twig[i]: rod 1 0.05; position (0.1*i) 5 0; end
end
for i = 1 to 350:
  constraint left[i]: connect twig[i].end1 twig[2*i].end2; tau 0.2; end
  constraint right[i]: connect twig[i].end1 twig[2*i+1].end2; tau 0.2; end
end
for k = 0 to 449:
  object a[k]: rod 1 0.05; position k (-5) 0; end
  object b[k]: rod 1 0.05; position k (-5) (-1); end
  constraint top[k]: revolute world a[k] (k, -5, 0.5) (1, 0, 0); end
  constraint low[k]: connect a[k].end1 b[k].end2; end
end
constraint twice: connect a[7].end2 (7, -5, 0.5); end
drag linear 0.1 angular 0.01;
EOF
same_record large.tn --until 0.01 --integrator rk4 --step 0.005
for options in $(effort "--integrator=verlet --integrator=nystrom" "--integrator=verlet"); do
    same_record large.tn --until 0.01 ${options%=*} ${options#*=} --step 0.005
done
same_record large.tn --until "$(effort 0.02 0.005)" --tolerance 1e-6
sed 's/^drag.*//' large.tn >bare.tn
same_record bare.tn --until "$(effort 0.05 0.01)" --integrator euler --step 0.005
finish
