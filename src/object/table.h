/* table.h: numbers in rows and columns from a CSV file, to which curves and formulas are fitted. */
#ifndef OBJECT_TABLE_H
#define OBJECT_TABLE_H

enum { TABLE_MOST_ROWS = 100000, TABLE_MOST_COLUMNS = 64 };

struct table {
    int rows, columns;
    double *at; /* rows × columns */
};

/* Values separated by commas, semicolons, tabs or spaces; a first line of words and lines that begin with # are left out. NULL
 * with *message if it cannot be read: a sentence with the line. */
struct table *table_read(const char *path, char **message);
void table_free(struct table *t);

#endif
