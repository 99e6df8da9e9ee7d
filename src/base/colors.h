/* colors.h: colours by name, as CSS has them, and as hexadecimal digits. */
#ifndef BASE_COLORS_H
#define BASE_COLORS_H

#include <stdbool.h>

struct color_name {
    const char *name; /* NULL ends the list */
    unsigned rgb;     /* 0xrrggbb */
};
extern const struct color_name color_names[];

/* Red, green and blue from 0 to 1; false if there is no such colour. Names are in lower case. */
bool color_named(const char *name, double out[3]);
/* "#ff8800" or "#f80". */
bool color_hex(const char *text, double out[3]);
/* Offers the names near a word, as names_offer does. */
void color_offer(const char *word, const char **best);

#endif
