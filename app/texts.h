/* texts.h: small helps with memory and text for the command: growing buffers, copies, the word nearest to a misspelt
 * one. */
#ifndef APP_TEXTS_H
#define APP_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

/* Memory or the end of the program: the command has nothing sensible to do without. Free with free(). */
void *texts_memory(void *old, size_t bytes);
char *texts_copy(const char *text);

/* Text that grows; all zero is empty. `at` is always ended by a zero byte once something was added. */
struct buffer {
    char *at;
    size_t length, room;
};
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void buffer_print(struct buffer *b, const char *format, ...);
void buffer_add(struct buffer *b, const char *text, size_t length);
void buffer_clear(struct buffer *b);
void buffer_free(struct buffer *b);

/* Texts kept in order, each a copy. */
struct word_list {
    char **at;
    int count;
};
void word_list_add(struct word_list *l, const char *text);
bool word_list_has(const struct word_list *l, const char *text);
void word_list_free(struct word_list *l);

/* Remembers the nearest word offered so far; words too far from `word` are passed over. *best starts as NULL. */
void texts_offer(const char *word, const char *known, const char **best);

#endif
