/* connector.c: see connector.h (method §1). */
#include "connector/connector.h"

void connector_signals(const struct connector *connectors, int count, const struct pose *poses,
                       const struct time_signal *times, struct signal *out)
{
    for (int i = 0; i < count; i++)
        out[i] = connector_signal(&connectors[i], poses, times);
}
