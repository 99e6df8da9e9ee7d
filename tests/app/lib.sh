# lib.sh: small words for the tests of the command; each test sources it and ends with `finish`.
set -u
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# try STATUS COMMAND...: runs it with its output in the files out and err, and checks the exit status.
try() {
    want=$1
    shift
    ran=$*
    "$@" >out 2>err </dev/null
    got=$?
    [ "$got" -eq "$want" ] && return
    fail "$ran: status $got, not $want"
    sed 's/^/    /' err
}

# said TEXT, printed TEXT: standard error, standard output of the last try has it. silent: neither has anything.
said() { grep -qF -- "$1" err || { fail "$ran: standard error lacks: $1"; sed 's/^/    /' err; }; }
printed() { grep -qF -- "$1" out || { fail "$ran: standard output lacks: $1"; sed 's/^/    /' out; }; }
silent() { [ ! -s out ] && [ ! -s err ] || fail "$ran: is not silent"; }
one_line_each() { [ "$(grep -c . err)" -eq "$1" ] || fail "$ran: $(grep -c . err) lines on standard error, not $1"; }

# same WHAT A B
same() { [ "$2" = "$3" ] || fail "$1: \"$2\" is not \"$3\""; }
no_leftovers() { [ -z "$(find . -name '.tenon-*')" ] || fail "temporary files are left: $(find . -name '.tenon-*')"; }

finish() {
    [ "$failures" -eq 0 ] && exit 0
    echo "$failures failures"
    exit 1
}
