/* planted */
#include "base/memory.h"
