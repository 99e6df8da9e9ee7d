/* state_words.h: what describe_state.c and make_state.c share. */
#ifndef MODEL_MAKE_STATE_WORDS_H
#define MODEL_MAKE_STATE_WORDS_H

#include "world/run/carried_state.h"

/* unnamed[3] is the fourth of its type in the order of the text, where names do not tell. */
#define STATE_UNNAMED "unnamed"

#endif
