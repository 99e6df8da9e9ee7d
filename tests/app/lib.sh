# lib.sh: helper functions for the tests of the command; each test sources it and ends with `finish`.
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

# said TEXT, printed TEXT: standard error, standard output of the last try contains it. silent: both are empty.
said() { grep -qF -- "$1" err || { fail "$ran: standard error lacks: $1"; sed 's/^/    /' err; }; }
printed() { grep -qF -- "$1" out || { fail "$ran: standard output lacks: $1"; sed 's/^/    /' out; }; }
silent() { [ ! -s out ] && [ ! -s err ] || fail "$ran: is not silent"; }
one_line_each() { [ "$(grep -c . err)" -eq "$1" ] || fail "$ran: $(grep -c . err) lines on standard error, not $1"; }

# same WHAT A B
same() { [ "$2" = "$3" ] || fail "$1: \"$2\" is not \"$3\""; }
no_leftovers() { [ -z "$(find . -name '.tenon-*')" ] || fail "temporary files are left: $(find . -name '.tenon-*')"; }

# effort FULL BRIEF: prints FULL, or BRIEF where sanitizers make everything slow (TENON_BRIEF is set) and this is not the
# long run (TENON_LONG).
effort() { if [ -n "${TENON_BRIEF:-}" ] && [ -z "${TENON_LONG:-}" ]; then echo "$2"; else echo "$1"; fi; }

# For commands in the background. The machine may be busy: nothing here depends on time, except the limit of about ten
# minutes against hangs.
# running PID: the process has not ended; one that ended and was not waited for has not been forgotten yet.
running() { [ -r "/proc/$1/stat" ] && ! grep -q ') Z ' "/proc/$1/stat"; }
# await PID COMMAND...: waits until the command succeeds while the process runs; otherwise a failure.
await() {
    awaited=$1 polls=0
    shift
    until "$@"; do
        polls=$((polls + 1))
        if { ! running "$awaited" && ! "$@"; } || [ $polls -gt 12000 ]; then # it may have ended just now, with success
            fail "waited in vain for: $*"
            return 1
        fi
        sleep 0.05
    done
}
# spent PID: its processor time so far, in hundredths of a second.
spent() { sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; }
has_spent() { [ "$(spent "$1")" -ge "$2" ]; }
# works_on PID: waits until it catches signals and has computed for a while since.
works_on() { await "$1" grep -q '^SigCgt:.*[4567c-f]...$' "/proc/$1/status" && await "$1" has_spent "$1" $(($(spent "$1") + 30)); }
has_files() { [ "$(find "$1" -name "$2" -size +0 2>/dev/null | wc -l)" -ge "$3" ]; } # FOLDER PATTERN HOW-MANY
# clean_soon: temporary files disappear, at the latest when a program that is still running has ended.
clean_soon() {
    polls=0
    while [ -n "$(find . -name '.tenon-*')" ] && [ $polls -lt 12000 ]; do
        sleep 0.05
        polls=$((polls + 1))
    done
    no_leftovers
}

finish() {
    [ "$failures" -eq 0 ] && exit 0
    echo "$failures failures"
    exit 1
}
