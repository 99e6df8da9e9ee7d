// ode.cpp: Open Dynamics Engine. Bodies in maximal coordinates; joints by error reduction and impulses.
// step: dWorldStep, a direct solution of the whole system each step; quick: dWorldQuickStep, 50 iterations; both with an
// error reduction of 0.8. defaults: dWorldQuickStep with ODE's own iterations and error reduction; it has no default step.
#include <ode/ode.h>

#include "peer.h"

const std::vector<Method> methods = {
    {"step", Method::step, Method::maximal, 0, 100, 100, 40},
    {"quick", Method::step, Method::maximal, 0, 10000, 10000, 40},
    {"defaults", Method::fixed, Method::maximal, 1.0 / 60, 10000, 10000, 40},
};

namespace
{

class Ode : public Engine
{
  public:
    Ode(const struct rods &m, const std::string &method, double step) : quick_(method != "step"), step_(step)
    {
        dInitODE();
        world_ = dWorldCreate();
        dWorldSetGravity(world_, 0, 0, -RODS_GRAVITY);
        if (method != "defaults") {
            dWorldSetQuickStepNumIterations(world_, 50);
            dWorldSetERP(world_, 0.8);
        }
        dWorldSetAutoDisableFlag(world_, 0);
        for (int i = 0; i < m.count; i++)
            add_body(m, m.start[i]);
        for (int k = 0; k < m.joint_count; k++)
            add_joint(m, m.joints[k]);
    }
    ~Ode() override
    {
        dWorldDestroy(world_);
        dCloseODE();
    }
    void advance(double from, double to) override
    {
        int n = step_count(from, to, step_);
        for (int i = 0; i < n; i++) {
            if (quick_)
                dWorldQuickStep(world_, (to - from) / n);
            else
                dWorldStep(world_, (to - from) / n);
        }
        steps_ += n;
    }
    void poses(struct rods_pose *out) override
    {
        for (size_t i = 0; i < bodies_.size(); i++) {
            const dReal *x = dBodyGetPosition(bodies_[i]), *q = dBodyGetQuaternion(bodies_[i]);
            const dReal *v = dBodyGetLinearVel(bodies_[i]), *w = dBodyGetAngularVel(bodies_[i]);
            out[i] = {{x[0], x[1], x[2]}, {q[0], q[1], q[2], q[3]}, {v[0], v[1], v[2]}, {w[0], w[1], w[2]}};
        }
    }
    double evaluations() const override { return steps_; }

  private:
    void add_body(const struct rods &m, const struct rods_pose &p)
    {
        dBodyID b = dBodyCreate(world_);
        dMass mass;
        dMassSetParameters(&mass, m.mass, 0, 0, 0, m.across, m.across, m.along, 0, 0, 0);
        dBodySetMass(b, &mass);
        dBodySetPosition(b, p.center[0], p.center[1], p.center[2]);
        dBodySetQuaternion(b, p.q);
        dBodySetLinearVel(b, p.velocity[0], p.velocity[1], p.velocity[2]);
        dBodySetAngularVel(b, p.spin[0], p.spin[1], p.spin[2]);
        bodies_.push_back(b);
    }
    void add_joint(const struct rods &m, const struct rods_joint &j)
    {
        dBodyID a = j.a >= 0 ? bodies_[(size_t)j.a] : nullptr, b = j.b >= 0 ? bodies_[(size_t)j.b] : nullptr;
        dJointID joint = m.hinges ? dJointCreateHinge(world_, nullptr) : dJointCreateBall(world_, nullptr);
        if (a == nullptr)
            std::swap(a, b);
        dJointAttach(joint, a, b);
        if (m.hinges) {
            dJointSetHingeAnchor(joint, j.place[0], j.place[1], j.place[2]);
            dJointSetHingeAxis(joint, 0, 1, 0);
        } else {
            dJointSetBallAnchor(joint, j.place[0], j.place[1], j.place[2]);
        }
    }

    dWorldID world_;
    std::vector<dBodyID> bodies_;
    bool quick_;
    double step_, steps_ = 0;
};

} // namespace

std::unique_ptr<Engine> make_engine(const struct rods &model, const std::string &method, double value)
{
    return std::make_unique<Ode>(model, method, value);
}
