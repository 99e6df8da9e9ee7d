/* csv.h: the frames of a run as comma separated values.
 *
 * A header, then one row a frame: t, every probe, then each object's frame and
 * its own coordinates, such as the parameters of a curve, if it has any. The
 * timeline may bring in new objects: their columns join at the end, and the rows
 * before get empty fields. Fields follow RFC 4180; lines end with a line feed.
 */
#ifndef APP_CSV_H
#define APP_CSV_H

#include "files.h"
#include "tenon/tenon.h"

struct csv_column; /* the seven fields of one object, and its own coordinates, if it has such */

struct csv {
    struct outfile file;
    struct csv_column *columns;
    int count;
    int header_count; /* columns the header on the file knows of */
    int variables;    /* objects without columns at the last look */
    int probes;
};

/* False: the file cannot be made; csv.file.error says why. */
bool csv_open(struct csv *c, const char *path, const tn_world *w);
/* Adds the present state as a row; false if it cannot be written. */
bool csv_row(struct csv *c, tn_world *w);
/* Puts the file in its place. */
bool csv_finish(struct csv *c, const tn_world *w);
void csv_abandon(struct csv *c);

/* The pieces of such a file, for others who write one. */
/* A name, quoted where it must be; `suffix` belongs to it. */
void csv_put_text(FILE *out, const char *text, const char *suffix);
/* A comma and a number; what is no number is an empty field. */
void csv_put_number(FILE *out, double x);
/* The seven names and the seven fields of an object; NULL: it is not there. */
void csv_put_names(FILE *out, const char *name);
void csv_put_pose(FILE *out, const tn_pose *p);

#endif
