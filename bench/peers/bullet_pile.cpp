// bullet_pile.cpp: the pyramid in Bullet, with its default settings: ten iterations, a margin of 4 cm, no sleeping.
#include <btBulletDynamicsCommon.h>

#include <vector>

#include "pile.h"
#include "pile_peer.h"

namespace
{

class BulletPile : public Pile
{
  public:
    BulletPile() : dispatcher_(&configuration_), world_(&dispatcher_, &broadphase_, &solver_, &configuration_)
    {
        world_.setGravity(btVector3(0, 0, btScalar(-pile_gravity)));
        add(0, &ground_, btVector3(0, 0, 0), btVector3(0, 0, 0));
        btVector3 inertia;
        box_.calculateLocalInertia(btScalar(pile_density), inertia);
        for (int i = 0; i < PILE_BOXES; i++) {
            double x[3];
            pile_place(i, x);
            add(btScalar(pile_density), &box_, inertia, btVector3(btScalar(x[0]), btScalar(x[1]), btScalar(x[2])));
        }
    }
    ~BulletPile() override
    {
        for (auto &b : bodies_)
            world_.removeRigidBody(b.get());
    }
    void advance(double step) override { world_.stepSimulation(btScalar(step), 0, btScalar(step)); }
    void place(int box, double *x) override
    {
        const btVector3 &o = bodies_[static_cast<size_t>(box) + 1]->getWorldTransform().getOrigin();
        for (int k = 0; k < 3; k++)
            x[k] = o[k];
    }

  private:
    void add(btScalar mass, btCollisionShape *shape, const btVector3 &inertia, const btVector3 &at)
    {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
        info.m_startWorldTransform.setOrigin(at);
        bodies_.emplace_back(new btRigidBody(info));
        bodies_.back()->setFriction(btScalar(std::sqrt(pile_friction))); // it multiplies the two
        bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(bodies_.back().get());
    }
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_;
    btStaticPlaneShape ground_{btVector3(0, 0, 1), 0};
    btBoxShape box_{btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))};
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

} // namespace

std::unique_ptr<Pile> make_pile() { return std::unique_ptr<Pile>(new BulletPile); }
