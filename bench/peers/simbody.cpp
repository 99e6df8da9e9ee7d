// simbody.cpp: Simbody. Reduced coordinates by a recursion along the tree; loops are closed by constraints, whose errors
// are projected away after every step. merson, cpodes (Adams): error control; merson-fixed: fixed steps, projected to
// 1e-12; defaults: Merson with Simbody's own accuracy.
#include <Simbody.h>

#include "peer.h"

using namespace SimTK;

const std::vector<Method> methods = {
    {"merson", Method::accuracy, Method::reduced, 0, 10000, 10000, 40},
    {"merson-fixed", Method::step, Method::reduced, 0, 1000, 1000, 40},
    {"defaults", Method::fixed, Method::reduced, 1e-3, 10000, 10000, 40},
    {"cpodes", Method::accuracy, Method::reduced, 0, 1000, 0, 0},
};

namespace
{

Vec3 vec(const double *p) { return Vec3(p[0], p[1], p[2]); }

class Simbody : public Engine
{
  public:
    Simbody(const struct rods &m, const std::string &method, double value) : matter_(system_), forces_(system_)
    {
        Force::Gravity(forces_, matter_, Vec3(0, 0, -RODS_GRAVITY));
        Body::Rigid body(MassProperties(m.mass, Vec3(0), Inertia(m.across, m.across, m.along)));
        rods_.resize((size_t)m.count);
        for (int k = 0; k < m.joint_count; k++)
            if (!m.joints[k].closes)
                add_mobilizer(m, m.joints[k], body);
        for (int k = 0; k < m.joint_count; k++)
            if (m.joints[k].closes)
                add_loop(m, m.joints[k]);
        system_.realizeTopology();
        State state = system_.getDefaultState();
        system_.realizeModel(state);
        for (size_t i = 0; i < rods_.size(); i++)
            if (m.hinges)
                rods_[i].setOneU(state, 0, (int)i <= m.size ? 1 : -1); // couplers do not turn
        system_.realize(state, Stage::Velocity);
        if (method == "cpodes")
            integrator_ = std::make_unique<CPodesIntegrator>(system_, CPodes::Adams, CPodes::Functional);
        else
            integrator_ = std::make_unique<RungeKuttaMersonIntegrator>(system_);
        if (method == "merson-fixed") {
            integrator_->setFixedStepSize(value);
            integrator_->setConstraintTolerance(1e-12);
            integrator_->setProjectEveryStep(true);
        } else if (method != "defaults") {
            integrator_->setAccuracy(value);
        }
        integrator_->setReturnEveryInternalStep(false);
        integrator_->initialize(state);
    }
    void advance(double, double to) override
    {
        while (integrator_->getTime() < to - 1e-14)
            integrator_->stepTo(to, to);
    }
    void poses(struct rods_pose *out) override
    {
        const State &s = integrator_->getState();
        system_.realize(s, Stage::Velocity);
        for (size_t i = 0; i < rods_.size(); i++) {
            Transform x = rods_[i].getBodyTransform(s);
            Quaternion q = x.R().convertRotationToQuaternion();
            SpatialVec v = rods_[i].getBodyVelocity(s);
            for (int k = 0; k < 3; k++) {
                out[i].center[k] = x.p()[k];
                out[i].velocity[k] = v[1][k];
                out[i].spin[k] = v[0][k];
            }
            for (int k = 0; k < 4; k++)
                out[i].q[k] = q[k];
        }
    }
    double evaluations() const override { return integrator_->getNumRealizations(); }

  private:
    // Position of an end on a rod.
    static Vec3 at(const struct rods &m, int end) { return Vec3(0, 0, end == 1 ? -m.length / 2 : m.length / 2); }

    // The joint's frames on both bodies are turned so that its coordinates begin at zero; hinges turn about their z.
    void add_mobilizer(const struct rods &m, const struct rods_joint &j, const Body::Rigid &body)
    {
        MobilizedBody &parent = j.a >= 0 ? rods_[(size_t)j.a] : matter_.updGround();
        const double *q = m.start[j.b].q;
        Rotation child(Quaternion(q[0], q[1], q[2], q[3])), base;
        if (j.a >= 0) {
            const double *p = m.start[j.a].q;
            base = Rotation(Quaternion(p[0], p[1], p[2], p[3]));
        }
        Rotation axis = m.hinges ? Rotation(-Pi / 2, XAxis) : Rotation(); // its z is the world's y
        Vec3 place = j.a >= 0 ? at(m, j.a_end) : vec(j.place);
        Transform in_parent(~base * axis, place), in_child(~child * axis, at(m, j.b_end));
        if (m.hinges)
            rods_[(size_t)j.b] = MobilizedBody::Pin(parent, in_parent, body, in_child);
        else
            rods_[(size_t)j.b] = MobilizedBody::Ball(parent, in_parent, body, in_child);
    }

    // In the plane two rows close a hinge; the third of a ball would be redundant.
    void add_loop(const struct rods &m, const struct rods_joint &j)
    {
        if (m.hinges) {
            for (int row = 0; row < 2; row++) {
                UnitVec3 normal(row == 0 ? XAxis : ZAxis);
                Constraint::PointInPlane(rods_[(size_t)j.a], axis_of(m, j.a, normal),
                                         plane_height(m, j.a_end, j.a, normal), rods_[(size_t)j.b], at(m, j.b_end));
            }
        } else {
            Constraint::Ball(matter_.updGround(), vec(j.place), rods_[(size_t)j.a], at(m, j.a_end));
        }
    }
    // A direction of the world at the start, in the axes of a rod; and how far an end lies along it.
    static UnitVec3 axis_of(const struct rods &m, int rod, UnitVec3 d)
    {
        const double *q = m.start[rod].q;
        return UnitVec3(~Rotation(Quaternion(q[0], q[1], q[2], q[3])) * Vec3(d));
    }
    static double plane_height(const struct rods &m, int end, int rod, UnitVec3 d)
    {
        return dot(Vec3(axis_of(m, rod, d)), at(m, end));
    }

    MultibodySystem system_;
    SimbodyMatterSubsystem matter_;
    GeneralForceSubsystem forces_;
    std::vector<MobilizedBody> rods_;
    std::unique_ptr<Integrator> integrator_;
};

} // namespace

std::unique_ptr<Engine> make_engine(const struct rods &model, const std::string &method, double value)
{
    return std::make_unique<Simbody>(model, method, value);
}
