/* diagnostic_codes.c: diagnostics as data for editors: codes, spans in bytes, changes that mend them.
 *
 * The code of a message follows from its words, by one table: a message that is added with usual words has the right code
 * without further ado, and tests/base/test_diagnostic_codes.c holds the table against the messages that there are.
 */
#include <string.h>

#include "base/diagnostics.h"
#include "base/memory.h"

/* ---- codes ---- */

/* The first that occurs counts. */
static const struct {
    const char *words, *code;
} codes[] = {
    {"a unit touches its number", "loose-unit"},
    {"touches its number", "loose-unit"},
    {"but '", "ambiguous-unit"},
    {"does not fit '", "wrong-unit"},
    {"unknown colour", "unknown-color"},
    {"expected a colour", "unknown-color"},
    {"unknown name", "unknown-name"},
    {"unknown function", "unknown-name"},
    {"no let of the scene", "unknown-name"},
    {"there is no 'let", "unknown-name"},
    {"has nothing named", "unknown-name"},
    {"has no point", "unknown-name"},
    {"no such", "unknown-name"},
    {"there is no ", "unknown-name"},
    {"expected ';'", "missing-semicolon"},
    {"expected 'end'", "missing-end"},
    {"closes nothing", "missing-end"},
    {"has no end: expected", "syntax"},
    {"is neither a number nor a name", "syntax"},
    {"is not a number: expected", "syntax"},
    {"number too large", "wrong-number"},
    {"cannot include", "cannot-read"},
    {"cannot read", "cannot-read"},
    {"cannot be used:", "cannot-read"},
    {"includes itself", "circular"},
    {"defined by itself", "circular"},
    {"refers to itself", "circular"},
    {"leads back to", "circular"},
    {"is taken", "name-taken"},
    {"is reserved", "name-taken"},
    {"already", "name-taken"},
    {"declared in every round", "name-taken"},
    {"stands twice", "given-twice"},
    {"is given twice", "given-twice"},
    {"each once", "given-twice"},
    {"has no place in", "misplaced"},
    {"which belongs ", "misplaced"},
    {"is not part of", "misplaced"},
    {"is no part of", "misplaced"},
    {"goes with", "misplaced"},
    {"is no statement", "unknown-word"},
    {"is not a statement", "unknown-word"},
    {"expected a statement of", "unknown-word"},
    {"expected a setting", "unknown-word"},
    {"to be finite", "wrong-number"},
    {" must ", "wrong-number"},
    {"must not", "wrong-number"},
    {"expected a constant", "not-constant"},
    {" given", "wrong-count"},
    {"takes no more", "wrong-count"},
    {"at most", "too-large"},
    {"too large", "too-large"},
    {"is one number", "wrong-type"},
    {"expected a point", "wrong-type"},
    {"expected a direction", "wrong-type"},
    {"expected an object", "wrong-type"},
    {", met a", "wrong-type"},
    {", met the", "wrong-type"},
    {"not a function", "wrong-type"},
    {"expected ", "syntax"},
};

const char *tn_diagnostics_code(const tn_diagnostics *d, int i)
{
    if (i < 0 || i >= tn_diagnostics_count(d))
        return "";
    const char *message = tn_diagnostics_get(d, i).message;
    for (size_t k = 0; k < sizeof codes / sizeof *codes; k++)
        if (strstr(message, codes[k].words) != NULL)
            return codes[k].code;
    return "model";
}

/* ---- places in bytes ---- */

/* Moves behind n characters of the line. */
static const char *behind(const char *s, int n)
{
    for (; n > 0 && *s != '\0' && *s != '\n'; n--)
        for (s++; ((unsigned char)*s & 0xC0) == 0x80; s++)
            continue;
    return s;
}

/* The text that diagnostic i is in, and the bytes that it is about; NULL if it has no place. */
static const char *find(const tn_diagnostics *d, int i, size_t *from, size_t *to)
{
    const tn_diagnostic g = tn_diagnostics_get(d, i);
    const char *text = diagnostics_text_of(d, i);
    if (text == NULL || g.line < 1)
        return NULL;
    const char *s = strncmp(text, "\xEF\xBB\xBF", 3) == 0 && g.line == 1 ? text + 3 : text;
    for (int line = 1; line < g.line && strchr(s, '\n') != NULL; line++)
        s = strchr(s, '\n') + 1;
    s = behind(s, g.column - 1);
    *from = (size_t)(s - text);
    *to = (size_t)(behind(s, g.length > 0 ? g.length : 0) - text);
    return text;
}

bool tn_diagnostics_span(const tn_diagnostics *d, int i, size_t *from, size_t *to)
{
    size_t a, b;
    if (i < 0 || i >= tn_diagnostics_count(d) || find(d, i, &a, &b) == NULL)
        return false;
    if (from != NULL)
        *from = a;
    if (to != NULL)
        *to = b;
    return true;
}

const char *tn_diagnostics_near(const tn_diagnostics *d, int i, int k)
{
    return k == 0 && i >= 0 && i < tn_diagnostics_count(d) ? tn_diagnostics_get(d, i).near : NULL;
}

/* ---- mending ---- */

/* What a message says to write, up to the first alternative: "…: write 2*g or 0.002kg". */
static char *advised(const char *message)
{
    const char *s = strstr(message, "write ");
    if (s == NULL)
        return NULL;
    s += 6;
    const char *end = strstr(s, " or ");
    return mem_print("%.*s", (int)(end != NULL ? (size_t)(end - s) : strlen(s)), s);
}

char *tn_diagnostics_fix(const tn_diagnostics *d, int i, size_t *from, size_t *to)
{
    size_t a, b;
    const char *text = i >= 0 && i < tn_diagnostics_count(d) ? find(d, i, &a, &b) : NULL;
    if (text == NULL)
        return NULL;
    const tn_diagnostic g = tn_diagnostics_get(d, i);
    const char *code = tn_diagnostics_code(d, i);
    char *fix = NULL;
    if (g.near != NULL) {
        fix = mem_text(g.near);
    } else if (strcmp(code, "missing-semicolon") == 0 && strstr(g.message, "expected ';' after") != NULL) {
        fix = mem_text(";");
        b = a;
    } else if (strcmp(code, "loose-unit") == 0 && strstr(g.message, "write ") != NULL) {
        fix = mem_print("%.*s", (int)(b - a), text + a); /* the unit moves to its number */
        while (a > 0 && strchr(" \t*", text[a - 1]) != NULL)
            a--;
    } else if (strcmp(code, "ambiguous-unit") == 0 || strstr(g.message, "; to subtract write ") != NULL) {
        fix = advised(g.message);
    }
    if (fix != NULL && from != NULL)
        *from = a;
    if (fix != NULL && to != NULL)
        *to = b;
    return fix;
}
