// ode_pile.cpp: the pyramid in ODE: quick steps with its default of twenty iterations, no sleeping.
#include <ode/ode.h>

#include <vector>

#include "pile.h"
#include "pile_peer.h"

namespace
{

class OdePile : public Pile
{
  public:
    OdePile()
    {
        dInitODE();
        world_ = dWorldCreate();
        space_ = dHashSpaceCreate(nullptr);
        contacts_ = dJointGroupCreate(0);
        dWorldSetGravity(world_, 0, 0, -pile_gravity);
        dCreatePlane(space_, 0, 0, 1, 0);
        for (int i = 0; i < PILE_BOXES; i++) {
            double x[3];
            dMass mass;
            pile_place(i, x);
            dBodyID b = dBodyCreate(world_);
            dMassSetBox(&mass, pile_density, 1, 1, 1);
            dBodySetMass(b, &mass);
            dGeomSetBody(dCreateBox(space_, 1, 1, 1), b);
            dBodySetPosition(b, x[0], x[1], x[2]);
            bodies_.push_back(b);
        }
    }
    ~OdePile() override
    {
        dJointGroupDestroy(contacts_);
        dSpaceDestroy(space_);
        dWorldDestroy(world_);
        dCloseODE();
    }
    void advance(double step) override
    {
        dSpaceCollide(space_, this, &OdePile::near);
        dWorldQuickStep(world_, step);
        dJointGroupEmpty(contacts_);
    }
    void place(int box, double *x) override
    {
        const dReal *p = dBodyGetPosition(bodies_[static_cast<size_t>(box)]);
        for (int k = 0; k < 3; k++)
            x[k] = p[k];
    }

  private:
    static void near(void *self, dGeomID a, dGeomID b)
    {
        auto *pile = static_cast<OdePile *>(self);
        dContact c[8];
        int n = dCollide(a, b, 8, &c[0].geom, sizeof(dContact));
        for (int i = 0; i < n; i++) {
            c[i].surface.mode = dContactApprox1;
            c[i].surface.mu = pile_friction;
            dJointAttach(dJointCreateContact(pile->world_, pile->contacts_, &c[i]), dGeomGetBody(a), dGeomGetBody(b));
        }
    }
    dWorldID world_;
    dSpaceID space_;
    dJointGroupID contacts_;
    std::vector<dBodyID> bodies_;
};

} // namespace

std::unique_ptr<Pile> make_pile() { return std::unique_ptr<Pile>(new OdePile); }
