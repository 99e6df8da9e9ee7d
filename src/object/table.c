/* table.c: see table.h. */
#include "object/table.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/open_file.h"

enum { LONGEST_LINE = 4096 };

static bool separates(char c) { return c == ',' || c == ';' || c == '\t' || c == ' ' || c == '\r' || c == '\n'; }

/* The numbers of a line: how many; -1: something is not a number, *wrong begins there. */
static int line_numbers(const char *line, double *out, const char **wrong)
{
    int count = 0;
    for (const char *at = line;;) {
        while (separates(*at) || *at == '"')
            at++;
        if (*at == '\0' || *at == '#')
            return count;
        char *end;
        double x = strtod(at, &end);
        *wrong = at;
        if (end == at || !(separates(*end) || *end == '\0' || *end == '"') || !isfinite(x) ||
            count == TABLE_MOST_COLUMNS)
            return -1;
        out[count++] = x;
        at = end;
    }
}

static char *add_line(struct table *t, int number, const char *line)
{
    double x[TABLE_MOST_COLUMNS];
    const char *wrong = line;
    int count = line_numbers(line, x, &wrong);
    if (count == 0)
        return NULL;
    if (count < 0 && t->rows == 0 && t->columns == 0) { /* a header */
        t->columns = -1;
        return NULL;
    }
    if (count < 0)
        return mem_print("line %d: expected a number, met '%.*s'", number, (int)strcspn(wrong, ",;\t\r\n"), wrong);
    if (t->columns <= 0)
        t->columns = count;
    if (count != t->columns)
        return mem_print("line %d has %d number%s, the lines before have %d", number, count, count == 1 ? "" : "s",
                         t->columns);
    if (t->rows == TABLE_MOST_ROWS)
        return mem_print("it has more than %d lines", TABLE_MOST_ROWS);
    if ((t->rows & (t->rows - 1)) == 0) /* room for twice as many, at powers of two */
        t->at = mem_resize(t->at, sizeof(double) * (size_t)t->rows * (size_t)count,
                           sizeof(double) * (size_t)(t->rows > 0 ? 2 * t->rows : 1) * (size_t)count);
    memcpy(t->at + (size_t)t->rows++ * (size_t)count, x, sizeof(double) * (size_t)count);
    return NULL;
}

static char *read_lines(FILE *file, struct table *t)
{
    char line[LONGEST_LINE];
    char *message = NULL;
    for (int number = 1; message == NULL && fgets(line, sizeof line, file) != NULL; number++) {
        if (strlen(line) == sizeof line - 1)
            message = mem_print("line %d is longer than %d characters: this is not a table", number, LONGEST_LINE - 2);
        else
            message = add_line(t, number, line);
    }
    if (message == NULL && ferror(file))
        message = mem_text(strerror(errno));
    if (message == NULL && t->rows == 0)
        message = mem_text("there are no numbers in it");
    return message;
}

struct table *table_read(const char *path, char **message)
{
    struct table *t = MEM_NEW(struct table);
    char why[OPEN_WHY];
    FILE *file = open_regular(path, why);
    *message = file == NULL ? mem_print("%s: %s", path, why) : read_lines(file, t);
    if (file != NULL)
        fclose(file);
    if (*message == NULL)
        return t;
    table_free(t);
    return NULL;
}

void table_free(struct table *t)
{
    if (t == NULL)
        return;
    mem_free(t->at);
    mem_free(t);
}
