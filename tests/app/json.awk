# json.awk: is the input one valid JSON value (RFC 8259), without NaN? Prints nothing and succeeds, or says where not.
# With -v get=KEY prints the value of that member of the outer object, as it stands.
function bad(what) { if (!failed) print "not JSON at character " at ": " what; failed = 1; exit 1 }
function space() { while (substr(text, at, 1) ~ /^[ \t\r\n]$/) at++ }
function string() {
    if (!match(substr(text, at), /^"([^"\\[:cntrl:]]|\\["\\\/bfnrt]|\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F])*"/))
        bad("a string was expected")
    at += RLENGTH
}
function number() {
    if (!match(substr(text, at), /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/)) bad("a value was expected")
    at += RLENGTH
}
# Items between brackets; with keys for an object.
function items(close_, keyed, depth,    start, key) {
    at++
    space()
    if (substr(text, at, 1) == close_) { at++; return }
    for (;;) {
        space()
        if (keyed) {
            start = at
            string()
            key = substr(text, start + 1, at - start - 2)
            if (depth == 1 && (key in seen)) bad("the key " key " comes twice")
            if (depth == 1) seen[key] = 1
            space()
            if (substr(text, at, 1) != ":") bad("a colon was expected")
            at++
        }
        space()
        start = at
        value(depth)
        if (depth == 1 && keyed && key == get) print substr(text, start, at - start)
        space()
        if (substr(text, at, 1) == close_) { at++; return }
        if (substr(text, at, 1) != ",") bad("a comma or " close_ " was expected")
        at++
    }
}
function value(depth,    c, rest) {
    space()
    c = substr(text, at, 1)
    rest = substr(text, at)
    if (c == "{") items("}", 1, depth + 1)
    else if (c == "[") items("]", 0, depth + 1)
    else if (c == "\"") string()
    else if (rest ~ /^true/) at += 4
    else if (rest ~ /^false/) at += 5
    else number()
}
{ text = text $0 "\n" }
END {
    if (failed) exit 1
    at = 1
    value(0)
    space()
    if (at <= length(text)) bad("something follows the value")
    if (get != "" && !(get in seen)) { print "no member " get; exit 1 }
}
