/* code.h: memory for machine code that is made while the program runs.
 *
 * Pages are written first and then made executable and no longer writable. The system may refuse either, and gives a
 * process so many mappings only; so what asks for code must be able to do without.
 */
#ifndef BASE_CODE_H
#define BASE_CODE_H

#include <stddef.h>

/* Executable memory with these bytes in it; NULL if there is none to be had. */
void *code_new(const void *bytes, size_t size);
void code_free(void *code, size_t size);

#endif
