// pile.cpp: shared by the programs that pile up boxes: command line, clock, movement of the boxes.
//
//   PROGRAM list                         problem pyramid
//   PROGRAM problem pyramid UNTIL STEP   prints processor seconds of all steps, and how far a box moved in the last sixth
#include "pile_peer.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "pile.h"

static double seconds()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

static std::vector<double> places(Pile &pile)
{
    std::vector<double> x(3 * PILE_BOXES);
    for (int i = 0; i < PILE_BOXES; i++)
        pile.place(i, &x[3 * static_cast<size_t>(i)]);
    return x;
}

int main(int argc, char **argv)
{
    if (argc == 2 && std::strcmp(argv[1], "list") == 0) {
        std::puts("problem pyramid");
        return 0;
    }
    if (argc != 5 || std::strcmp(argv[1], "problem") != 0 || std::strcmp(argv[2], "pyramid") != 0)
        return 2;
    const double until = std::atof(argv[3]), step = std::atof(argv[4]);
    const int steps = static_cast<int>(std::lround(until / step)), late = steps - steps / 6;
    auto pile = make_pile();
    std::vector<double> before;
    double time = 0, moved = 0;
    for (int i = 0; i < steps; i++) {
        const double start = seconds();
        pile->advance(step);
        time += seconds() - start;
        if (i == late)
            before = places(*pile);
    }
    const std::vector<double> after = places(*pile);
    for (size_t i = 0; i < after.size() && !before.empty(); i += 3)
        moved = std::fmax(moved, std::hypot(after[i] - before[i],
                                            std::hypot(after[i + 1] - before[i + 1], after[i + 2] - before[i + 2])));
    std::printf("%.17g %.17g\n", time, moved);
    return 0;
}
