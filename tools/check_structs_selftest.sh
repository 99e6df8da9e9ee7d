#!/bin/sh
# Does check_structs.sh notice what it is for?
set -u
check=$(cd "$(dirname "$0")" && pwd)/check_structs.sh
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

# members N: N declarations, some of them with commas, comments and brackets that do not count.
members() {
    echo '    int first[2], (*second)(int a, int b); /* a, b; c */'
    i=2
    while [ $i -lt "$1" ]; do
        echo "    ARRAY(struct thing) m$i; /* one, of two; three"
        echo '                              * lines */'
        i=$((i + 1))
    done
}

mkdir -p house/src/base
{ echo 'struct wide {'; members 60; echo '};'; } >house/src/base/wide.h
expect ''
{ echo 'struct wide {'; members 61; echo '};'; } >house/src/base/wide.h
expect 'src/base/wide.h:1: struct wide has 61 members, at most 60'
# what is inside is counted apart
{ echo 'struct outer {'; members 59; echo '    struct {'; members 59; echo '    } inner;'; echo '};'; } >house/src/base/wide.h
expect ''
# values and functions are no members
{ echo 'static const struct wide w = {'; members 70; echo '};'; echo 'struct wide f(void)'; echo '{'; members 70; echo '}'; } \
    >house/src/base/wide.h
expect ''
# what programs fill has its size
mkdir -p house/include/tenon
printf 'typedef struct {\n    size_t size; /* one */\n    int a;\n} tn_good_def;\ntypedef struct {\n    int a;\n} tn_result;\n' \
    >house/include/tenon/a.h
expect ''
printf 'typedef struct {\n    int a;\n    size_t size;\n} tn_bad_options;\n' >>house/include/tenon/a.h
expect 'include/tenon/a.h:11: tn_bad_options does not begin with its size'
exit $wrong
