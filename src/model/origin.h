/* origin.h: where the things of a world come from: the statement, and the turn of the loops around it.
 *
 * A reading leaves one edition: its statements that have made something, each once, the turns of its loops, each once,
 * and for every thing two numbers. Editions do not change once they are kept, and are shared by clones.
 */
#ifndef MODEL_ORIGIN_H
#define MODEL_ORIGIN_H

#include "model/model.h"
#include "tenon/model.h"

/* A text that several hold. */
struct kept_text {
    atomic_int users;
    size_t length;
    char *at; /* zero-terminated */
};
struct kept_text *kept_text_new(const char *text);           /* a copy */
struct kept_text *kept_text_take(char *text, size_t length); /* takes it over */
struct kept_text *kept_text_again(struct kept_text *t);      /* held once more */
void kept_text_drop(struct kept_text *t);                    /* once less; NULL: nothing */

/* Identifies a source among all: its address is not used again while an edition holds it. */
struct source_key {
    atomic_int users;
};
struct source_key *source_key_new(void);
void source_key_drop(struct source_key *k);

struct edition_file {
    char *path;
    struct kept_text *text; /* NULL: it was read without a source */
};

/* A statement that has made something. */
struct edition_statement {
    int number; /* in its text */
    int file;
    uint32_t from, to; /* bytes */
    int line, column, end_line, end_column;
};

/* A turn of a loop. */
struct edition_turn {
    int up;   /* the turn around it; -1: none */
    int name; /* of the variable, in `names` */
    double value;
};

/* One thing. In the order of the text within its type. */
struct origin {
    uint32_t statement; /* among those of the edition */
    int turn;           /* the innermost; -1: none */
    uint32_t slot, generation;
    uint32_t index; /* of a point; of others 1 if an event brings it */
    uint8_t type;   /* tn_thing_type */
};

struct edition {
    atomic_int users;
    struct source_key *key; /* NULL: read without a source */
    unsigned long revision; /* of the source */
    ARRAY(struct edition_file) files;
    ARRAY(struct edition_statement) statements;
    ARRAY(char *) names;
    ARRAY(struct edition_turn) turns;
    ARRAY(struct origin) things;
    int *sorted; /* numbers of things by type and slot */
};
void edition_keep(struct edition *e);
void edition_drop(struct edition *e);
/* The entry of a thing; NULL: it is of another. */
const struct origin *edition_find(const struct edition *e, tn_thing t);

/* The texts of a reading that a source has made, for its edition. */
struct edition_source {
    struct source_key *key;
    unsigned long revision;
    int count;
    const char *const *path;
    struct kept_text *const *text;
};

/* What a reading that was right has made, as an edition of its world; not if none of it comes from a text. `takes` (may be
 * NULL) is the edition that it takes the place of. */
void origin_keep(struct reading *r, const struct edition_source *source, const struct edition *takes);
/* The edition of a source in a world; NULL: there is none. */
struct edition *origin_edition(const tn_world *w, const struct source_key *key);
/* Lets go of editions that nothing can bring back. */
void origin_sweep(tn_world *w);
/* What an instance has made. */
tn_thing origin_thing(const struct reading *r, tn_thing_type type, const struct instance *i);

#endif
