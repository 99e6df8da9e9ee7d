/* code.h: memory for machine code generated at run time.
 *
 * Pages are written first and then made executable and no longer writable. The system may refuse either, and gives a
 * process a limited number of mappings; so the caller must be able to do without. Whoever asks for the same bytes gets the
 * same memory, from any thread: code has no data of its own.
 */
#ifndef BASE_CODE_H
#define BASE_CODE_H

#include <stddef.h>

/* Executable memory that holds these bytes; NULL if the system refuses. */
void *code_new(const void *bytes, size_t size);
void code_free(void *code, size_t size);

#endif
