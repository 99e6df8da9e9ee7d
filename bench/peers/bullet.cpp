// bullet.cpp: Bullet in double precision. impulses: bodies in maximal coordinates, joints by sequential impulses, as games
// use it; reduced, reduced-rk4: reduced coordinates along the tree (btMultiBody), loops by impulses; all with 50 iterations.
// defaults: impulses with Bullet's own iterations and step.
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyPoint2Point.h>
#include <btBulletDynamicsCommon.h>

#include "peer.h"

const std::vector<Method> methods = {
    {"impulses", Method::step, Method::maximal, 0, 10000, 10000, 40},
    {"reduced", Method::step, Method::reduced, 0, 10000, 10000, 40},
    {"reduced-rk4", Method::step, Method::reduced, 0, 10000, 10000, 40},
    {"defaults", Method::fixed, Method::maximal, 1.0 / 60, 10000, 10000, 40},
};

namespace
{

btVector3 vec(const double *p) { return btVector3(p[0], p[1], p[2]); }
btQuaternion quat(const double *q) { return btQuaternion(q[1], q[2], q[3], q[0]); }
btVector3 at(const struct rods &m, int end) { return btVector3(0, 0, end == 1 ? -m.length / 2 : m.length / 2); }

struct rods_pose pose(const btTransform &x, const btVector3 &v, const btVector3 &w)
{
    btQuaternion q = x.getRotation();
    const btVector3 &c = x.getOrigin();
    return {{c.x(), c.y(), c.z()}, {q.w(), q.x(), q.y(), q.z()}, {v.x(), v.y(), v.z()}, {w.x(), w.y(), w.z()}};
}

class Bullet : public Engine
{
  public:
    Bullet(const struct rods &m, const std::string &method, double step)
        : dispatcher_(&configuration_), world_(&dispatcher_, &broadphase_, &solver_, &configuration_), step_(step),
          stages_(method == "reduced-rk4" ? 4 : 1)
    {
        world_.setGravity(btVector3(0, 0, -RODS_GRAVITY));
        if (method != "defaults")
            world_.getSolverInfo().m_numIterations = 50;
        if (method == "impulses" || method == "defaults")
            build_bodies(m);
        else
            build_reduced(m, method == "reduced-rk4");
    }
    ~Bullet() override
    {
        for (auto &c : loops_)
            world_.removeMultiBodyConstraint(c.get());
        for (auto &c : joints_)
            world_.removeConstraint(c.get());
        for (auto &b : bodies_)
            world_.removeRigidBody(b.get());
        for (auto &c : colliders_)
            world_.removeCollisionObject(c.get());
        if (tree_)
            world_.removeMultiBody(tree_.get());
    }
    void advance(double from, double to) override
    {
        int n = step_count(from, to, step_);
        for (int i = 0; i < n; i++)
            world_.stepSimulation((to - from) / n, 0);
        steps_ += n;
    }
    void poses(struct rods_pose *out) override
    {
        for (size_t i = 0; i < bodies_.size(); i++)
            out[i] = pose(bodies_[i]->getWorldTransform(), bodies_[i]->getLinearVelocity(),
                          bodies_[i]->getAngularVelocity());
        if (!tree_)
            return;
        btAlignedObjectArray<btQuaternion> turns;
        btAlignedObjectArray<btVector3> places;
        tree_->forwardKinematics(turns, places);
        std::vector<btVector3> w((size_t)links_.size() + 1), v((size_t)links_.size() + 1);
        tree_->compTreeLinkVelocities(w.data(), v.data()); // in each link's own axes
        for (size_t rod = 0; rod < links_.size(); rod++) {
            int l = links_[rod];
            const btTransform &x = tree_->getLink(l).m_cachedWorldTransform;
            out[rod] = pose(x, x.getBasis() * v[(size_t)l + 1], x.getBasis() * w[(size_t)l + 1]);
        }
    }
    double evaluations() const override { return steps_ * stages_; }

  private:
    void build_bodies(const struct rods &m)
    {
        for (int i = 0; i < m.count; i++) {
            btRigidBody::btRigidBodyConstructionInfo info(m.mass, nullptr, &shape_,
                                                          btVector3(m.across, m.across, m.along));
            info.m_startWorldTransform = btTransform(quat(m.start[i].q), vec(m.start[i].center));
            info.m_linearDamping = info.m_angularDamping = 0;
            bodies_.push_back(std::make_unique<btRigidBody>(info));
            btRigidBody &b = *bodies_.back();
            b.setActivationState(DISABLE_DEACTIVATION);
            b.setFlags(BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY);
            b.setLinearVelocity(vec(m.start[i].velocity));
            b.setAngularVelocity(vec(m.start[i].spin));
            world_.addRigidBody(&b, 0, 0); // nothing collides
        }
        for (int k = 0; k < m.joint_count; k++)
            add_joint(m, m.joints[k]);
    }
    void add_joint(const struct rods &m, struct rods_joint j)
    {
        if (j.a < 0) {
            std::swap(j.a, j.b);
            std::swap(j.a_end, j.b_end);
        }
        btRigidBody &a = *bodies_[(size_t)j.a];
        btVector3 pa = at(m, j.a_end), axis_a = quatRotate(quat(m.start[j.a].q).inverse(), btVector3(0, 1, 0));
        std::unique_ptr<btTypedConstraint> c;
        if (j.b < 0 && m.hinges) {
            c = std::make_unique<btHingeConstraint>(a, pa, axis_a);
        } else if (j.b < 0) {
            auto ball = std::make_unique<btPoint2PointConstraint>(a, pa);
            ball->setPivotB(vec(j.place));
            c = std::move(ball);
        } else {
            btRigidBody &b = *bodies_[(size_t)j.b];
            btVector3 pb = at(m, j.b_end), axis_b = quatRotate(quat(m.start[j.b].q).inverse(), btVector3(0, 1, 0));
            if (m.hinges)
                c = std::make_unique<btHingeConstraint>(a, b, pa, pb, axis_a, axis_b);
            else
                c = std::make_unique<btPoint2PointConstraint>(a, b, pa, pb);
        }
        world_.addConstraint(c.get(), true);
        joints_.push_back(std::move(c));
    }

    void build_reduced(const struct rods &m, bool rk4)
    {
        tree_ = std::make_unique<btMultiBody>(m.count, 0, btVector3(0, 0, 0), true, false);
        tree_->setBaseWorldTransform(btTransform::getIdentity());
        links_.resize((size_t)m.count);
        int next = 0;
        for (int k = 0; k < m.joint_count; k++)
            if (!m.joints[k].closes)
                add_link(m, m.joints[k], next++);
        tree_->finalizeMultiDof();
        tree_->setLinearDamping(0);
        tree_->setAngularDamping(0);
        tree_->setMaxCoordinateVelocity(1e9);
        tree_->setUseGyroTerm(true);
        tree_->useRK4Integration(rk4);
        for (size_t rod = 0; rod < links_.size() && m.hinges; rod++)
            tree_->setJointVel(links_[rod], (int)rod <= m.size ? 1 : -1); // couplers do not turn
        world_.addMultiBody(tree_.get());
        for (int link = -1; link < m.count; link++) { // constraints find each other through these
            colliders_.push_back(std::make_unique<btMultiBodyLinkCollider>(tree_.get(), link));
            colliders_.back()->setCollisionShape(&shape_);
            world_.addCollisionObject(colliders_.back().get(), 0, 0);
            if (link < 0)
                tree_->setBaseCollider(colliders_.back().get());
            else
                tree_->getLink(link).m_collider = colliders_.back().get();
        }
        for (int k = 0; k < m.joint_count; k++)
            if (m.joints[k].closes)
                add_loop(m, m.joints[k]);
    }
    void add_link(const struct rods &m, const struct rods_joint &j, int link)
    {
        btQuaternion base = j.a >= 0 ? quat(m.start[j.a].q) : btQuaternion::getIdentity();
        btQuaternion turn = quat(m.start[j.b].q).inverse() * base; // from the parent's axes to its own
        btVector3 inertia(m.across, m.across, m.along), pivot = j.a >= 0 ? at(m, j.a_end) : vec(j.place);
        int parent = j.a >= 0 ? links_[(size_t)j.a] : -1;
        links_[(size_t)j.b] = link;
        if (m.hinges)
            tree_->setupRevolute(link, m.mass, inertia, parent, turn,
                                 quatRotate(quat(m.start[j.b].q).inverse(), btVector3(0, 1, 0)), pivot, -at(m, j.b_end),
                                 true);
        else
            tree_->setupSpherical(link, m.mass, inertia, parent, turn, pivot, -at(m, j.b_end), true);
    }
    void add_loop(const struct rods &m, const struct rods_joint &j)
    {
        std::unique_ptr<btMultiBodyPoint2Point> c;
        if (j.b < 0)
            c = std::make_unique<btMultiBodyPoint2Point>(
                tree_.get(), links_[(size_t)j.a], static_cast<btRigidBody *>(nullptr), at(m, j.a_end), vec(j.place));
        else
            c = std::make_unique<btMultiBodyPoint2Point>(tree_.get(), links_[(size_t)j.a], tree_.get(),
                                                         links_[(size_t)j.b], at(m, j.a_end), at(m, j.b_end));
        c->setMaxAppliedImpulse(1e12);
        world_.addMultiBodyConstraint(c.get());
        loops_.push_back(std::move(c));
    }

    // Nothing collides: its pools, megabytes otherwise, may be small.
    static btDefaultCollisionConstructionInfo small_pools()
    {
        btDefaultCollisionConstructionInfo info;
        info.m_defaultMaxPersistentManifoldPoolSize = info.m_defaultMaxCollisionAlgorithmPoolSize = 16;
        return info;
    }

    btDefaultCollisionConfiguration configuration_{small_pools()};
    btCollisionDispatcher dispatcher_;
    btDbvtBroadphase broadphase_;
    btMultiBodyConstraintSolver solver_;
    btMultiBodyDynamicsWorld world_;
    btSphereShape shape_{0.01};
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::vector<std::unique_ptr<btTypedConstraint>> joints_;
    std::unique_ptr<btMultiBody> tree_;
    std::vector<std::unique_ptr<btMultiBodyPoint2Point>> loops_;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> colliders_;
    std::vector<int> links_; // of each rod
    double step_, stages_, steps_ = 0;
};

} // namespace

std::unique_ptr<Engine> make_engine(const struct rods &model, const std::string &method, double value)
{
    return std::make_unique<Bullet>(model, method, value);
}
