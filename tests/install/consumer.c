/* A stranger's program: knows nothing but what was installed. Also compiled as C++. */
#include <stdio.h>

#include <tenon/tenon.h>

int main(void)
{
    tn_diagnostics *d = tn_diagnostics_new();
    if (!d || tn_diagnostics_count(d) != 0)
        return 1;
    tn_diagnostics_free(d);
    printf("tenon %s\n", TN_VERSION);
    return 0;
}
