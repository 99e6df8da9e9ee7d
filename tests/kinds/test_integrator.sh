# A command built with an additional integrator: options, compare and kinds know it.
. "$SOURCE/tests/app/lib.sh"
heun=$BUILD/tests/tenon_heun
cat >fall.tn <<'END'
world: gravity 10; until 1; end
object a: particle 1; end
probe depth = a.center.z;
END
try 0 "$heun" run fall.tn --integrator heun
printed "depth = -5"
try 2 "$heun" run fall.tn --integrator huen
said "did you mean heun?"
try 0 "$heun" run --help
printed "heun"
try 0 "$heun" compare fall.tn --methods dynamic --solvers sparse
printed "dynamic      heun"
try 0 "$heun" kinds
printed "Heun's method of order 2"
finish
