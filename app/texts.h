/* texts.h: memory and text for the command: growing buffers, copies, the word most similar to a misspelt one. */
#ifndef APP_TEXTS_H
#define APP_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

/* Allocates, or ends the program if memory runs out. Free with free(). */
void *texts_memory(void *old, size_t bytes);
char *texts_copy(const char *text);

/* Text that grows; all zero is empty. `at` is zero-terminated once something was added. */
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

/* A list of copied texts. */
struct word_list {
    char **at;
    int count;
};
void word_list_add(struct word_list *l, const char *text);
bool word_list_has(const struct word_list *l, const char *text);
void word_list_free(struct word_list *l);

/* Keeps the most similar word offered so far in *best, which starts as NULL; words too different from `word` are
 * ignored. */
void texts_offer(const char *word, const char *known, const char **best);

#endif
