/* document.h: a text, the world made of it, and one undo stack for both.
 *
 * A step is what happens between document_begin and document_end, to the text and to the world. Undo goes back to the
 * moment before it, with time and motion, to the bit; redo to the moment from which it was undone.
 */
#ifndef STUDIO_DOCUMENT_H
#define STUDIO_DOCUMENT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "tenon/tenon.h"

enum { DOCUMENT_STEPS = 500, DOCUMENT_LABEL = 80, DOCUMENT_KEY = 96 };
#define DOCUMENT_BYTES ((size_t)512 << 20) /* of snapshots, those of the timeline included */

struct document_step {
    char label[DOCUMENT_LABEL];
    char key[DOCUMENT_KEY];      /* changes of the same number while a slider moves are one step; "": none */
    double t;                    /* when it was made */
    int texts;                   /* edits of the source in it */
    tn_snapshot *before, *after; /* `after` is taken when it is undone */
};

struct document {
    tn_source *source;
    tn_world *world;
    tn_snapshot *start; /* of the world, as it was read */
    bool ahead;         /* the world could not follow the text */
    struct document_step step[DOCUMENT_STEPS];
    int count, done;             /* steps; those from `done` on are undone */
    int texts;                   /* edits of the source when the open step began, */
    int since;                   /* and when it was opened again; -1: it is new */
    void (*changed)(void *user); /* called after every change of the text by undo and redo; NULL: nothing */
    void *user;
    tn_image_reader *images;     /* NULL: none */
    _Atomic(tn_world *) reading; /* that reads a text now; NULL: none */
};

/* Takes the source over. False, after a report to d (may be NULL), if its text has errors: the world is empty then, and
 * follows as soon as the text is right. */
bool document_open(struct document *m, tn_source *source, tn_diagnostics *d);
void document_close(struct document *m);
void document_begin(struct document *m, const char *label);
/* Goes on with the last step if it has this key and nothing was undone; otherwise false. */
bool document_again(struct document *m, const char *key);
void document_end(struct document *m);
/* Takes back what was done since document_begin or document_again. */
void document_abandon(struct document *m);
/* Brings the world to the text. False if the text has errors: the world goes on as it is. */
bool document_apply(struct document *m, tn_applied *out, tn_diagnostics *d);
/* Ends a reading that takes too long, from another thread: the text is then one that the world could not follow. */
void document_interrupt(struct document *m);
/* Back to t = 0, to the present text; inside of a step. */
bool document_restart(struct document *m, tn_diagnostics *d);
/* False if there is nothing. */
bool document_undo(struct document *m);
bool document_redo(struct document *m);

#endif
