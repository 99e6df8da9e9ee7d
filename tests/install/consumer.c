/* A program outside Tenon that uses only libtenon. Also compiled as C++.
 * A ball falls for a second; if its position is right, the program prints the version of the library. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <tenon/tenon.h>

int main(void)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_pose pose;
    bool good = tn_read_text(w, "fall", "world: up z; gravity 9.81; end\nobject ball: sphere 0.1; end\n", d) == TN_OK &&
                tn_advance(w, 1.0) == TN_OK && tn_object_pose(w, tn_object_find(w, "ball"), &pose) == TN_OK &&
                fabs(pose.position.z + 9.81 / 2) < 1e-6;
    tn_diagnostics_free(d);
    tn_world_free(w);
    if (!good || strcmp(tn_version(), TN_VERSION) != 0)
        return 1;
    printf("tenon %s\n", tn_version());
    return 0;
}
