/* texts.c: memory, growing text, and the edit distance of words. */
#include "texts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

void *texts_memory(void *old, size_t bytes)
{
    void *p = realloc(old, bytes ? bytes : 1);
    if (!p)
        files_out_of_memory(bytes);
    return p;
}

char *texts_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(texts_memory(NULL, size), text, size);
}

static void reserve(struct buffer *b, size_t more)
{
    if (b->length + more + 1 <= b->room)
        return;
    b->room = 2 * (b->length + more + 32);
    b->at = texts_memory(b->at, b->room);
}

void buffer_add(struct buffer *b, const char *text, size_t length)
{
    reserve(b, length);
    memcpy(b->at + b->length, text, length);
    b->length += length;
    b->at[b->length] = 0;
}

void buffer_print(struct buffer *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        return;
    reserve(b, (size_t)length);
    va_start(args, format);
    vsnprintf(b->at + b->length, (size_t)length + 1, format, args);
    va_end(args);
    b->length += (size_t)length;
}

void buffer_clear(struct buffer *b)
{
    b->length = 0;
    if (b->at)
        b->at[0] = 0;
}

void buffer_free(struct buffer *b)
{
    free(b->at);
    *b = (struct buffer){0};
}

void word_list_add(struct word_list *l, const char *text)
{
    l->at = texts_memory(l->at, sizeof *l->at * (size_t)(l->count + 1));
    l->at[l->count++] = texts_copy(text);
}

bool word_list_has(const struct word_list *l, const char *text)
{
    for (int i = 0; i < l->count; i++)
        if (!strcmp(l->at[i], text))
            return true;
    return false;
}

void word_list_free(struct word_list *l)
{
    for (int i = 0; i < l->count; i++)
        free(l->at[i]);
    free(l->at);
    *l = (struct word_list){0};
}

enum { LONGEST = 40 }; /* longer words are never looked up */

/* Edit distance (insert, delete, replace, swap neighbours) from a to b; keeps the last three rows of the table. */
static int distance(const char *a, const char *b)
{
    int la = (int)strlen(a), lb = (int)strlen(b);
    int row[3][LONGEST + 1];
    if (la > LONGEST || lb > LONGEST)
        return LONGEST;
    for (int j = 0; j <= lb; j++)
        row[0][j] = j;
    for (int i = 1; i <= la; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= lb; j++) {
            int best = before[j - 1] + (a[i - 1] != b[j - 1]);
            if (before[j] + 1 < best)
                best = before[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && earlier[j - 2] + 1 < best)
                best = earlier[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[la % 3][lb];
}

/* Like distance, but a prefix of at least three letters counts as one edit: --frames-per for --frames-per-second. */
static int remoteness(const char *word, const char *known)
{
    size_t length = strlen(word);
    int edits = distance(word, known);
    return edits > 1 && length >= 3 && !strncmp(word, known, length) ? 1 : edits;
}

void texts_offer(const char *word, const char *known, const char **best)
{
    int length = (int)strlen(word);
    int permitted = length > 7 ? 3 : (length + 2) / 3;
    int here = remoteness(word, known);
    if (here <= permitted && (!*best || here < remoteness(word, *best)))
        *best = known;
}
