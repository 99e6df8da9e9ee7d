/* csv.h: the frames of a run as comma-separated values.
 *
 * A header, then one row per frame: t, every probe, then each object's frame. The
 * timeline may add objects: their columns are appended, and earlier rows get empty
 * fields. Fields follow RFC 4180; lines end with a line feed.
 */
#ifndef APP_CSV_H
#define APP_CSV_H

#include "files.h"
#include "tenon/tenon.h"

struct csv_column; /* the seven fields of one object */

struct csv {
    struct outfile file;
    bool units; /* in the header: t [s], a.x [m] */
    struct csv_column *columns;
    int count;
    int header_count; /* columns in the header of the file */
    int variables;    /* objects without columns at the last update */
    int probes;
};

/* False: the file cannot be created; csv.file.error says why. */
bool csv_open(struct csv *c, const char *path, const tn_world *w, bool units);
/* Adds the present state as a row; false if it cannot be written. */
bool csv_row(struct csv *c, tn_world *w);
/* Completes the file under its name. */
bool csv_finish(struct csv *c, const tn_world *w);
void csv_abandon(struct csv *c);

/* Parts of a CSV file, for other writers. */
/* A name with its suffix, quoted if necessary. */
void csv_put_text(FILE *out, const char *text, const char *suffix);
/* A comma and a number; NaN is an empty field. */
void csv_put_number(FILE *out, double x);
/* The first field of a header. */
void csv_put_time(FILE *out, bool units);
/* The seven names and the seven fields of an object; NULL: the object does not exist now. */
void csv_put_names(FILE *out, const char *name, bool units);
void csv_put_pose(FILE *out, const tn_pose *p);

#endif
