/* kind.h: what the tables of kinds (tenon/kinds.h) say: words, numbers, ranges, usages. */
#ifndef BASE_KIND_H
#define BASE_KIND_H

#include "tenon/kinds.h"

/* The parameter of this word in a list that may be NULL; NULL: there is none. */
const tn_parameter *parameter_find(const tn_parameter *list, const char *word);
/* The first of a list that is known by its place; NULL: there is none. */
const tn_parameter *parameter_argument(const tn_parameter *list);
/* Numbers of a list follow one another: where those of p begin. */
int parameter_place(const tn_parameter *list, const tn_parameter *p);
/* Are all of n numbers within the range of p? */
bool parameter_allows(const tn_parameter *p, const double *value, int n);
enum { PARAMETER_TEXT = 80 };
/* What the numbers of p must: "be greater than zero", "not be negative"; in `text`, which is returned. */
const char *parameter_must(const tn_parameter *p, char text[PARAMETER_TEXT]);
/* How many numbers: "1 number", "3 numbers", "3 or 6 numbers". */
const char *parameter_count_text(const tn_parameter *p, char text[PARAMETER_TEXT]);
/* The default as numbers: how many were read. */
int parameter_standard(const tn_parameter *p, double *value);

enum { KIND_USAGE = 400 };
/* The statement: "spring P Q stiffness k rest r damping c", or without its options. Forms are separated by "  |  ". */
const char *kind_usage(const tn_kind *k, bool options, char text[KIND_USAGE]);
/* The same for a word and its arguments. */
const char *kind_statement(const char *word, const char *arguments, char text[KIND_USAGE]);
/* Is a word in a list that is ended by NULL? */
bool kind_in_list(const char *const *list, const char *word);
bool kind_has_synonym(const tn_kind *k, const char *word);

/* What an argument stands for by the word that it has in a usage: P, Q, R point, D, E direction, A, B object, J, K joint,
 * F vector, s, c surface or curve, path, frame that word itself; a number behind the letter makes no difference (P1, P2).
 * Anything else is a number (d). The first of each is its letter. */
char kind_letter(const char *word);
enum { KIND_WORD = 24 };
/* The next argument of a form, copied to `word`; false at its end. Moves *at. */
bool kind_next(const char **at, char word[KIND_WORD]);

#endif
