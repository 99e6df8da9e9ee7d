/* add.c: new statements where a reader of the text would put them, and one turn of a loop made statements of its own. */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "source/source.h"

/* ---- into a block ---- */

void edit_into_block(tn_source *s, struct edit *e, const struct statement *block, const char *text)
{
    struct span span = parsed_statement(s, block);
    size_t length;
    const char *bytes = source_bytes(s, span.file, &length);
    size_t end = span.to - strlen("end"), line = layout_line_begin(bytes, end);
    if (!layout_blank(bytes, line, end) || line <= span.from) { /* object a: sphere 1; end */
        bool space = end > 0 && (bytes[end - 1] == ' ' || bytes[end - 1] == '\t' || bytes[end - 1] == '\n');
        char *one = mem_print("%s%s ", space ? "" : " ", text);
        edit_put(e, (struct span){span.file, end, end}, one);
        mem_free(one);
        return;
    }
    char *indent = NULL;
    if (block->child_count > 0) {
        const struct statement *last = block->children[block->child_count - 1];
        struct span child = parsed_statement(s, last);
        size_t begin = layout_line_begin(bytes, child.from);
        if (child.file == span.file && layout_blank(bytes, begin, child.from))
            indent = layout_indent(bytes, child.from);
    }
    if (indent == NULL) {
        char *own = layout_indent(bytes, end);
        indent = mem_print("%s  ", own);
        mem_free(own);
    }
    char *lines = layout_lines(text, indent, layout_newline(bytes));
    edit_put(e, (struct span){span.file, line, line}, lines);
    mem_free(lines);
    mem_free(indent);
}

/* ---- among others of its kind ---- */

/* Statements in the order in which texts have them. */
static int rank_of(const struct statement *s)
{
    static const struct {
        const char *word;
        int rank;
    } ranks[] = {{"title", 0},  {"world", 0},   {"include", 1}, {"let", 2},      {"curve", 3},  {"surface", 3},
                 {"path", 3},   {"nail", 3},    {"object", 4},  {"variable", 4}, {"point", 5},  {"constraint", 6},
                 {"force", 7},  {"contact", 8}, {"skin", 9},    {"at", 10},      {"when", 10},  {"whenever", 10},
                 {"probe", 11}, {"camera", 12}, {"show", 12},   {"trace", 12},   {"light", 12}, {"background", 12},
                 {"state", 13}, {NULL, 0}};
    if (s->kind == STATEMENT_GROUP)
        return 1;
    if (s->kind == STATEMENT_FOR)
        return s->child_count > 0 ? rank_of(s->children[0]) : 4;
    for (int i = 0; ranks[i].word != NULL; i++)
        if (strcmp(ranks[i].word, s->word) == 0)
            return ranks[i].rank;
    return words_are_constraint(s->word) ? 6 : 7;
}

/* The statement of the main file that another of this rank comes behind; NULL: it becomes the first. */
static const struct statement *neighbour(tn_source *s, int rank)
{
    const struct parsed *p = parsed_of(s);
    const struct statement *same = NULL, *earlier = NULL;
    for (int i = 0; i < p->root->child_count; i++) {
        const struct statement *c = p->root->children[i];
        if (rank_of(c) == rank)
            same = c;
        if (rank_of(c) < rank)
            earlier = c;
    }
    return same != NULL ? same : earlier;
}

/* Behind the line that a statement ends on, unless another one begins there. */
static size_t behind_line(tn_source *s, const struct statement *st)
{
    const struct parsed *p = parsed_of(s);
    size_t length, at = parsed_statement(s, st).to;
    const char *bytes = source_bytes(s, 0, &length);
    for (int i = 0; i < p->root->child_count; i++) {
        struct span next = parsed_statement(s, p->root->children[i]);
        if (next.from >= at && next.from < layout_line_end(bytes, length, at))
            at = next.to;
    }
    /* a comment that begins there and spans lines goes with it */
    size_t end = layout_line_end(bytes, length, at), open = at;
    while (open < end && !(bytes[open] == '/' && bytes[open + 1] == '*') && bytes[open] != '#')
        open++;
    if (open < end && bytes[open] == '/') {
        const char *close = strstr(bytes + open + 2, "*/");
        if (close != NULL && (size_t)(close - bytes) > end)
            end = layout_line_end(bytes, length, (size_t)(close - bytes));
    }
    return end;
}

static void put_beside(tn_source *s, struct edit *e, const char *text, int rank, size_t *at)
{
    size_t length;
    const char *bytes = source_bytes(s, 0, &length);
    const struct statement *beside = neighbour(s, rank);
    char *indent = beside != NULL ? layout_indent(bytes, parsed_statement(s, beside).from) : mem_text("");
    size_t line = beside != NULL ? behind_line(s, beside)
                                 : layout_skip(bytes, strncmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0, length);
    if (beside == NULL && line < length) /* before the first statement, behind the comments above it */
        line = layout_line_begin(bytes, line);
    bool open = line > 0 && bytes[line - 1] != '\n' && !(line == 3 && bytes[0] == '\xEF');
    char *lines = layout_lines(text, indent, layout_newline(bytes));
    char *whole = mem_print("%s%s", open ? layout_newline(bytes) : "", lines);
    if (open) { /* a text without a final newline stays one */
        size_t n = strlen(whole);
        while (n > 0 && (whole[n - 1] == '\n' || whole[n - 1] == '\r'))
            whole[--n] = '\0';
    }
    edit_put(e, (struct span){0, line, line}, whole);
    *at = line + (open ? strlen(layout_newline(bytes)) : 0) + strlen(indent);
    mem_free(whole);
    mem_free(lines);
    mem_free(indent);
}

/* One or more whole statements; NULL after a report. The caller drops the document. */
static struct document *read_added(const char *text, tn_diagnostics *d, int *rank)
{
    struct diagnostics *list = (struct diagnostics *)(void *)d;
    int errors = diagnostics_errors(list);
    struct document *home = document_new(list);
    struct statements all = statement_read(home, list, diagnostics_source(list, "statement", text));
    if (all.count == 0 && diagnostics_errors(list) == errors)
        diagnostics_error(list, (struct place){0}, NULL, "expected a statement to add");
    if (diagnostics_errors(list) == errors) {
        *rank = rank_of(all.at[0]);
        return home;
    }
    document_drop(home);
    return NULL;
}

tn_status tn_source_add(tn_source *s, const tn_place *in, const char *text, tn_place *out, tn_diagnostics *d)
{
    if (s == NULL || text == NULL || !parsed_of(s)->good)
        return TN_WRONG_USE;
    const struct statement *block = in != NULL ? parsed_find(s, in, NULL) : NULL;
    if (in != NULL && (block == NULL || block->kind < STATEMENT_BLOCK || block->kind == STATEMENT_GROUP))
        return TN_WRONG_USE;
    tn_diagnostics *own = d == NULL ? tn_diagnostics_new() : NULL;
    int rank = 0;
    struct document *home = read_added(text, d != NULL ? d : own, &rank);
    document_drop(home);
    tn_diagnostics_free(own);
    if (home == NULL)
        return TN_WRONG_MODEL;
    struct edit e = {.at = {NULL, 0, 0}};
    int file = 0;
    size_t at = 0;
    if (block != NULL) {
        edit_into_block(s, &e, block, text);
        file = e.at.at[0].file;
        at = e.at.at[0].from + strspn(e.at.at[0].new, " \t\r\n");
    } else {
        put_beside(s, &e, text, rank, &at);
    }
    if (!edit_make(s, &e, NULL))
        return TN_WRONG_USE;
    if (!parsed_of(s)->good) {
        tn_source_undo(s);
        return TN_WRONG_MODEL;
    }
    size_t length;
    const char *bytes = source_bytes(s, file, &length);
    at = layout_skip(bytes, at, length); /* comments of the text that was added */
    if (out != NULL && !tn_source_find(s, file, at, out))
        *out = (tn_place){.statement = -1, .file = file};
    return TN_OK;
}
