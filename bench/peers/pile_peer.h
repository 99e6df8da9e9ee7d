// pile_peer.h: an engine with the pyramid of pile.h in it.
#ifndef BENCH_PILE_PEER_H
#define BENCH_PILE_PEER_H

#include <memory>

class Pile
{
  public:
    virtual ~Pile() = default;
    virtual void advance(double step) = 0;
    virtual void place(int box, double *x) = 0; // its centre
};

std::unique_ptr<Pile> make_pile(); // of each engine's own file

#endif
