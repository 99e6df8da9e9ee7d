// simbody_problems.cpp: the published problems of truths.h by Simbody, in reduced coordinates.
//
//   PROGRAM list                          "problem NAME" for each
//   PROGRAM problem NAME UNTIL ACCURACY   prints processor seconds, the error, measured as for Tenon, and done
#include <Simbody.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <unistd.h>

#include "truths.h"

using namespace SimTK;

namespace
{

double processor_seconds()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct Problem {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};

    // A body that turns about z at `at` of its parent; its frame is there, its centre of mass at `com`.
    MobilizedBody hinge(MobilizedBody &parent, Vec3 at, double mass, Vec3 com, double inertia)
    {
        Inertia about(inertia + mass * com[1] * com[1], inertia + mass * com[0] * com[0],
                      inertia + mass * com.normSqr(), -mass * com[0] * com[1], 0, 0);
        return MobilizedBody::Pin(parent, Transform(at), Body::Rigid(MassProperties(mass, com, about)), Transform());
    }
    // The point p of a meets the point q of b, in the plane.
    void meet(MobilizedBody &a, Vec3 p, MobilizedBody &b, Vec3 q)
    {
        Constraint::PointInPlane(a, UnitVec3(XAxis), p[0], b, q);
        Constraint::PointInPlane(a, UnitVec3(YAxis), p[1], b, q);
    }
};

// Seconds of the processor; the integrator is left at the end, frames as given.
template <class Look> double run(Integrator &integrator, double until, double frame, Look look)
{
    double spent = 0;
    for (long k = 1; (double)k * frame <= until * (1 + 1e-9); k++) {
        double to = std::min(until, (double)k * frame), start = processor_seconds();
        while (integrator.getTime() < to * (1 - 1e-14))
            integrator.stepTo(to, to);
        spent += processor_seconds() - start;
        look(integrator.getState());
    }
    return spent;
}

void pendulum(double until, double accuracy)
{
    Problem p;
    Force::Gravity(p.forces, p.matter, Vec3(0, -9.81, 0));
    // hangs along −y of its frame, which begins turned to the left
    MobilizedBody bob =
        MobilizedBody::Pin(p.matter.updGround(), Transform(),
                           Body::Rigid(MassProperties(1, Vec3(0, -1, 0), Inertia(1, 0, 1))), Transform());
    p.system.realizeTopology();
    State state = p.system.getDefaultState();
    bob.setOneQ(state, 0, -Pi / 2);
    CPodesIntegrator integrator(p.system, CPodes::Adams, CPodes::Functional);
    integrator.setAccuracy(accuracy);
    integrator.initialize(state);
    double worst = 0;
    double seconds = run(integrator, until, 0.5, [&](const State &s) {
        double xy[2], q = bob.getOneQ(s, 0);
        truth_pendulum(s.getTime(), xy);
        worst = std::max(worst, std::hypot(std::sin(q) - xy[0], -std::cos(q) - xy[1]));
    });
    std::printf("%.6g %.6g done\n", seconds, worst);
}

// Names and numbers as published; angles are relative along the tree, as the coordinates there are.
void andrews(bool iftomm, double until, double accuracy)
{
    const double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092, ss = 0.035, sa = 0.01874,
                 sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308, tb = 0.00916, u = 0.04, ua = 0.01228, ub = 0.00449,
                 zf = 0.02, zt = 0.04, fa = 0.01421;
    const Vec3 A(-0.06934, -0.00227, 0), B(-0.03635, 0.03273, 0), C(0.014, 0.072, 0);
    static const double start[2][7] = {
        {-0.0617138900142764496358948458001, 0, 0.455279819163070380255912382449, 0.222668390165885884674473185609,
         0.487364979543842550225598953530, -0.222668390165885884674473185609, 1.23054744454982119249735015568},
        {-0.0620, 2.145868537995153188890452e-04, 4.552798121003702241861871e-01, 2.226683759030274733899446e-01,
         4.873649811406327957261600e-01, -2.226683759030274733899446e-01, 1.230547439156600762550755}};
    Problem p;
    MobilizedBody &ground = p.matter.updGround();
    MobilizedBody k1 = p.hinge(ground, Vec3(0), 0.04325, Vec3(ra, 0, 0), 2.194e-6);
    MobilizedBody k2 = p.hinge(k1, Vec3(rr, 0, 0), 0.00365, Vec3(-da, 0, 0), 4.410e-7);
    MobilizedBody k3 = p.hinge(ground, B, 0.02373, Vec3(sb, -sa, 0), 5.255e-6);
    MobilizedBody k5 = p.hinge(ground, A, 0.07050, Vec3(ta, tb, 0), 1.169e-5);
    MobilizedBody k4 = p.hinge(k5, Vec3(zt, 0, 0), 0.00706, Vec3(0, -(e - ea), 0), 5.667e-7);
    MobilizedBody k7 = p.hinge(ground, A, 0.05498, Vec3(-ub, -ua, 0), 1.912e-5);
    MobilizedBody k6 = p.hinge(k7, Vec3(0, -u, 0), 0.00706, Vec3(zf - fa, 0, 0), 5.667e-7);
    p.meet(k3, Vec3(0, -ss, 0), k2, Vec3(-d, 0, 0));
    p.meet(k4, Vec3(0, -e, 0), k2, Vec3(-d, 0, 0));
    p.meet(k6, Vec3(zf, 0, 0), k2, Vec3(-d, 0, 0));
    Force::TwoPointLinearSpring(p.forces, ground, C, k3, Vec3(sd, -sc, 0), 4530, 0.07785);
    Force::MobilityConstantForce(p.forces, k1, 0, 0.033);
    p.system.realizeTopology();
    State state = p.system.getDefaultState();
    const MobilizedBody *order[] = {&k1, &k2, &k3, &k4, &k5, &k6, &k7};
    for (int i = 0; i < 7; i++)
        order[i]->setOneQ(state, 0, start[iftomm][i]);
    RungeKuttaMersonIntegrator integrator(p.system);
    integrator.setAccuracy(accuracy);
    integrator.initialize(state);
    double seconds = run(integrator, until, 0.001, [](const State &) {});
    double worst = 0;
    for (int i = 0; i < (iftomm ? 1 : 7); i++) {
        double truth = iftomm ? truth_andrews_iftomm[2].value : truth_andrews[i].value;
        worst = std::max(worst, std::fabs(order[i]->getOneQ(integrator.getState(), 0) - truth));
    }
    std::printf("%.6g %.6g done\n", seconds, worst);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && std::string(argv[1]) == "list") {
        std::printf("problem pendulum\nproblem andrews\nproblem andrews-iftomm\n");
        return 0;
    }
    if (argc != 5)
        return 2;
    std::string name = argv[2];
    alarm(60); // for an integrator that never comes back
    try {
        if (name == "pendulum")
            pendulum(std::atof(argv[3]), std::atof(argv[4]));
        else
            andrews(name == "andrews-iftomm", std::atof(argv[3]), std::atof(argv[4]));
    } catch (const std::exception &x) {
        std::fprintf(stderr, "%s\n", x.what());
        return 1;
    }
    return 0;
}
