/* fuzz_message.c: any bytes as messages of two pages of the studio, one per line; the session ticks now and then. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

static void take(void *user, int page, enum studio_sort sort, const void *bytes, size_t length)
{
    (void)user;
    (void)page;
    (void)sort;
    unsigned sum = 0; /* every byte is there, to be read */
    for (size_t i = 0; i < length; i++)
        sum += ((const unsigned char *)bytes)[i];
    if (length > 0 && sum == 0)
        abort(); /* no message is all zeros */
}

static double now;
static double steady(void *user)
{
    (void)user;
    return now += 1e-4;
}

static const char scene[] =
    "{\"op\":\"open\",\"text\":\"gravity 9.81; let L = 1; object a: rod L 0.1; position 0 0 1; end "
    "for i = 1 to 3: object b[i]: sphere 0.1; position i 0 0; end end connect a.end1 (0, 0, 2); "
    "probe h = a.center.z; trace a.end2;\"}";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct studio_host host = {.send = take, .clock = steady};
    if (size > 20000)
        return 0;
    struct studio *s = studio_new(&host);
    for (int page = 1; page <= 2; page++) {
        static const char hello[] = "{\"op\":\"hello\"}";
        studio_page_opens(s, page);
        studio_message(s, page, hello, sizeof hello - 1);
    }
    studio_message(s, 1, scene, sizeof scene - 1);
    const char *at = (const char *)data, *end = at + size;
    for (int i = 0; at < end && i < 100; i++) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        line = line != NULL ? line : end;
        studio_message(s, 1 + i % 2, at, (size_t)(line - at));
        if (i % 3 == 2)
            studio_tick(s, now += 1.0 / 60, 0.001);
        at = line + 1;
    }
    studio_free(s);
    return 0;
}
