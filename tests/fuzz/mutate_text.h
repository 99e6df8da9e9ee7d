/* mutate_text.h: mutations of a scene that leave most of it valid: words, numbers and whole statements, not bytes.
 *
 * Random changes of bytes give texts that are refused early; these reach the code after the parser.
 */
#ifndef TESTS_FUZZ_MUTATE_TEXT_H
#define TESTS_FUZZ_MUTATE_TEXT_H

#include <stdbool.h>
#include <string.h>

#include "fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

struct piece {
    size_t at, length;
};

static inline unsigned text_random(unsigned *state, size_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (unsigned)((*state >> 8) % (below > 0 ? below : 1));
}

static inline bool text_is_word(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '-';
}

static inline bool text_is_number(uint8_t c) { return (c >= '0' && c <= '9') || c == '.' || c == '-'; }

/* Replaces a piece by `length` bytes; the text is unchanged if that does not fit. */
static inline size_t text_splice(uint8_t *data, size_t size, size_t most, struct piece p, const void *put,
                                 size_t length)
{
    if (size - p.length + length > most)
        return size;
    memmove(data + p.at + length, data + p.at + p.length, size - p.at - p.length);
    memcpy(data + p.at, put, length);
    return size - p.length + length;
}

/* A word, or a statement with its ';', at or after a position. */
static inline struct piece text_word(const uint8_t *data, size_t size, size_t at)
{
    while (at < size && !text_is_word(data[at]))
        at++;
    while (at > 0 && at < size && text_is_word(data[at - 1]))
        at--;
    struct piece p = {at, 0};
    while (at + p.length < size && text_is_word(data[at + p.length]))
        p.length++;
    return p;
}

static inline struct piece text_statement(const uint8_t *data, size_t size, size_t at)
{
    while (at > 0 && data[at - 1] != ';' && data[at - 1] != ':')
        at--;
    struct piece p = {at, 0};
    while (at + p.length < size && data[at + p.length] != ';')
        p.length++;
    p.length += at + p.length < size ? 1 : 0;
    return p;
}

static inline size_t text_put_number(uint8_t *data, size_t size, size_t most, struct piece p, unsigned *state)
{
    static const char *const numbers[] = {"0",     "1",   "-1",     "2",   "0.5",   "1e-3", "1e9",           "1e-9",
                                          "1e300", "-0",  "1e-300", "(t)", "(1/3)", "(-t)", "(1e300*1e300)", "3",
                                          "10",    "(pi)"};
    const char *put = numbers[text_random(state, sizeof numbers / sizeof *numbers)];
    return text_splice(data, size, most, p, put, strlen(put));
}

static inline size_t text_mutate(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    unsigned state = seed;
    uint8_t copy[256];
    size_t from = text_random(&state, size), to = text_random(&state, size);
    unsigned choice = text_random(&state, 8);
    bool statement = choice < 3;
    struct piece a = statement ? text_statement(data, size, from) : text_word(data, size, from),
                 b = statement ? text_statement(data, size, to) : text_word(data, size, to);
    if (choice >= 7 || a.length == 0 || a.length > sizeof copy)
        return LLVMFuzzerMutate(data, size, most);
    memcpy(copy, data + a.at, a.length);
    if (choice == 0) /* remove a statement */
        return text_splice(data, size, most, a, "", 0);
    if (choice == 1) /* duplicate a statement */
        return text_splice(data, size, most, (struct piece){b.at, 0}, copy, a.length);
    if (text_is_number(data[a.at]) && choice > 3)
        return text_put_number(data, size, most, a, &state);
    /* replace a word or statement by another */
    if (statement || text_is_number(data[a.at]) == text_is_number(b.at < size ? data[b.at] : 0))
        return text_splice(data, size, most, b, copy, a.length);
    return LLVMFuzzerMutate(data, size, most);
}

#endif
