/* kinds.h: the table of kinds as data. */
#ifndef APP_KINDS_H
#define APP_KINDS_H

#include <stdio.h>

/* A JSON list of all kinds, as `tenon kinds --json` prints it. */
void kinds_json(FILE *out);
/* All words of the language in the order of the alphabet, each with links to the sections of docs/language.md. */
void kinds_index(FILE *out);

#endif
