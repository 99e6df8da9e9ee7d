// peer.h: one program for each engine that Tenon is measured beside; this is what they share.
//
//   PROGRAM list                             its methods, one per line: name; step, accuracy or fixed; maximal or reduced
//                                            coordinates; the value of a fixed one; and the largest size of open
//                                            chains, towers and four-bars (0: not at all)
//   PROGRAM METHOD MODEL SIZE VALUE UNTIL LIMIT [TRUTH]
//                                            runs a model of rods.h, and prints one line: processor seconds per
//                                            simulated second and of the whole run, largest gap, drift, error, steps or
//                                            evaluations, and the word done or stopped (after LIMIT processor seconds).
//                                            TRUTH is a file for rods_truth_read.
//
// Only stepping is timed. Poses are taken at the frames of rods.h, by all engines alike.
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <memory>
#include <string>
#include <vector>

#include "rods.h"

struct Method {
    const char *name;
    enum Value { step, accuracy, fixed } value; // a step in s; an error tolerance; the engine's own default
    enum Coordinates { maximal, reduced } coordinates;
    double given;                // the value of a fixed one
    int open, towers, four_bars; // largest sizes
};

// One engine with one model in it.
class Engine
{
  public:
    virtual ~Engine() = default;
    virtual void advance(double from, double to) = 0; // s
    virtual void poses(struct rods_pose *out) = 0;    // of all rods, in their order
    virtual double evaluations() const = 0;
};

// Of each engine's own file.
extern const std::vector<Method> methods;
std::unique_ptr<Engine> make_engine(const struct rods &model, const std::string &method, double value);

// The number of equal steps, of at most `step`, from one time to another.
int step_count(double from, double to, double step);

#endif
