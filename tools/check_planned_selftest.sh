#!/bin/sh
# Does check_planned.sh notice what it is for?
set -u
check=$(cd "$(dirname "$0")" && pwd)/check_planned.sh
wrong=0

# expect MESSAGE: what the check must print about the tree; nothing if all is well.
expect() {
    said=$(sh "$check" house 2>&1)
    status=$?
    if [ "$said" != "$1" ] || { [ -z "$1" ] && [ $status -ne 0 ]; } || { [ -n "$1" ] && [ $status -eq 0 ]; }; then
        echo "expected '$1', got status $status and '$said'"
        wrong=1
    fi
}

mkdir -p house/src/world/features house/src/dynamics
echo '    plan->make_body[i].q = 1;' >house/src/world/features/plan.c
echo '    double q = plan->body[i].q; make_body(plan);' >house/src/dynamics/update.c
expect ''
echo '    plan->island.make_fixed[i] = true;' >>house/src/dynamics/update.c
expect 'src/dynamics/update.c:2: make_fixed: only planning writes what is planned'
exit $wrong
