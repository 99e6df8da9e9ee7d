// bullet_gelatin.cpp: the falling cube of `tenon bench flexible` in Bullet: 10×10×10 nodes, 1 m wide, density 1000, Young's
// modulus 1e5 Pa, its lower face 0.3 m above a plane.
//
//   PROGRAM list                           problem gelatin-links, problem gelatin-elements
//   PROGRAM problem NAME UNTIL STEP        prints processor seconds of all steps, and the smallest fraction of its volume
//
// links: its position-based soft body, as stiff as it can be. elements: its explicit finite elements (neo-Hookean, with a
// Poisson's ratio of 0.45).
#include <btBulletDynamicsCommon.h>

#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableGravityForce.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btDeformableNeoHookeanForce.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <memory>
#include <vector>

namespace
{

constexpr int side = 10; // nodes
constexpr double density = 1000, young = 1e5, poisson = 0.45;

double seconds()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

int node(int i, int j, int k) { return i + side * (j + side * k); }

// Six tetrahedra around the long diagonal of each cell, all with a positive volume.
std::vector<int> tetrahedra()
{
    static const int way[6][2] = {{1, 3}, {5, 1}, {3, 2}, {2, 6}, {4, 5}, {6, 4}}; // corners by bits, from 0 to 7
    std::vector<int> out;
    for (int c = 0; c < (side - 1) * (side - 1) * (side - 1); c++) {
        const int i = c % (side - 1), j = c / (side - 1) % (side - 1), k = c / (side - 1) / (side - 1);
        for (const auto &w : way)
            for (int corner : {0, w[0], w[1], 7})
                out.push_back(node(i + (corner & 1), j + (corner >> 1 & 1), k + (corner >> 2)));
    }
    return out;
}

// The triangles that belong to one tetrahedron only: Bullet finds contacts by them.
void add_surface(btSoftBody &body, const std::vector<int> &tetra)
{
    static const int face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    std::map<std::array<int, 3>, std::pair<int, std::array<int, 3>>> seen;
    for (size_t t = 0; t < tetra.size(); t += 4)
        for (const auto &f : face) {
            std::array<int, 3> own{}, sorted{};
            for (size_t k = 0; k < 3; k++)
                own[k] = sorted[k] = tetra[t + static_cast<size_t>(f[k])];
            std::sort(sorted.begin(), sorted.end());
            seen[sorted].first++;
            seen[sorted].second = own;
        }
    for (const auto &s : seen)
        if (s.second.first == 1)
            body.appendFace(s.second.second[0], s.second.second[1], s.second.second[2]);
}

// The cube with its masses and tetrahedra.
btSoftBody *cube(btSoftBodyWorldInfo &info, const std::vector<int> &tetra)
{
    std::vector<btVector3> x;
    std::vector<btScalar> mass(side * side * side, 0);
    const btScalar cell = btScalar(1.0 / (side - 1));
    for (int n = 0; n < side * side * side; n++)
        x.emplace_back(btScalar(n % side) * cell - btScalar(0.5), btScalar(n / side % side) * cell - btScalar(0.5),
                       btScalar(n / side / side) * cell + btScalar(0.3));
    for (size_t t = 0; t < tetra.size(); t++)
        mass[static_cast<size_t>(tetra[t])] += btScalar(density) * cell * cell * cell / 24;
    auto *body = new btSoftBody(&info, static_cast<int>(x.size()), x.data(), mass.data());
    for (size_t t = 0; t < tetra.size(); t += 4)
        body->appendTetra(tetra[t], tetra[t + 1], tetra[t + 2], tetra[t + 3]);
    for (size_t t = 0; t < tetra.size(); t += 4) // springs of the one, neighbours of the other
        for (size_t i = 0; i < 4; i++)
            for (size_t j = 0; j < i; j++)
                body->appendLink(tetra[t + i], tetra[t + j], nullptr, true);
    add_surface(*body, tetra);
    return body;
}

double volume(const btSoftBody &body, const std::vector<int> &tetra)
{
    double sum = 0;
    auto at = [&](size_t t) { return body.m_nodes[tetra[t]].m_x; };
    for (size_t t = 0; t < tetra.size(); t += 4) {
        const btVector3 a = at(t + 1) - at(t), b = at(t + 2) - at(t), c = at(t + 3) - at(t);
        sum += double(a.dot(b.cross(c))) / 6; // inverted elements count as negative
    }
    return sum;
}

struct World {
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btStaticPlaneShape plane{btVector3(0, 0, 1), 0};
    btRigidBody ground{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &plane, btVector3(0, 0, 0))};
    btDeformableBodySolver deformable;
    btDeformableMultiBodyConstraintSolver deformable_contacts;
    btSequentialImpulseConstraintSolver contacts;
    std::vector<std::unique_ptr<btDeformableLagrangianForce>> forces;
    std::unique_ptr<btDiscreteDynamicsWorld> world;
    btSoftBody *body = nullptr;
};

void prepare(btSoftBodyWorldInfo &info)
{
    info.m_gravity.setValue(0, 0, btScalar(-9.81));
    info.m_sparsesdf.Initialize();
}

void make_links(World &w, const std::vector<int> &tetra)
{
    auto *world = new btSoftRigidDynamicsWorld(&w.dispatcher, &w.broadphase, &w.contacts, &w.configuration);
    w.world.reset(world);
    prepare(world->getWorldInfo());
    world->setGravity(btVector3(0, 0, btScalar(-9.81)));
    w.body = cube(world->getWorldInfo(), tetra);
    w.body->m_materials[0]->m_kLST = 1;
    w.body->m_cfg.piterations = 4;
    world->addSoftBody(w.body);
}

void make_elements(World &w, const std::vector<int> &tetra)
{
    w.deformable_contacts.setDeformableSolver(&w.deformable);
    auto *world = new btDeformableMultiBodyDynamicsWorld(&w.dispatcher, &w.broadphase, &w.deformable_contacts,
                                                         &w.configuration, &w.deformable);
    w.world.reset(world);
    prepare(world->getWorldInfo());
    world->setGravity(btVector3(0, 0, btScalar(-9.81)));
    world->setImplicit(false);
    w.body = cube(world->getWorldInfo(), tetra);
    w.body->initializeDmInverse();
    w.body->m_tetraScratches.resize(w.body->m_tetras.size()); // as its own file readers do
    w.body->m_tetraScratchesTn.resize(w.body->m_tetras.size());
    w.body->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDN;
    w.body->setSelfCollision(false);
    world->addSoftBody(w.body);
    w.forces.emplace_back(new btDeformableGravityForce(btVector3(0, 0, btScalar(-9.81))));
    w.forces.emplace_back(
        new btDeformableNeoHookeanForce(btScalar(young / (2 * (1 + poisson))),
                                        btScalar(young * poisson / ((1 + poisson) * (1 - 2 * poisson))), btScalar(0)));
    for (auto &f : w.forces)
        world->addForce(w.body, f.get());
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && std::strcmp(argv[1], "list") == 0) {
        std::puts("problem gelatin-links\nproblem gelatin-elements");
        return 0;
    }
    const bool links = argc == 5 && std::strcmp(argv[2], "gelatin-links") == 0;
    if (argc != 5 || std::strcmp(argv[1], "problem") != 0 || (!links && std::strcmp(argv[2], "gelatin-elements") != 0))
        return 2;
    const double until = std::atof(argv[3]), step = std::atof(argv[4]);
    const std::vector<int> tetra = tetrahedra();
    auto *w = new World; // never freed: its parts refer to one another
    links ? make_links(*w, tetra) : make_elements(*w, tetra);
    w->world->addRigidBody(&w->ground);
    const double whole = volume(*w->body, tetra);
    double time = 0, least = 1;
    for (int i = 0; i < static_cast<int>(std::lround(until / step)); i++) {
        const double start = seconds();
        w->world->stepSimulation(btScalar(step), 0, btScalar(step));
        time += seconds() - start;
        least = std::fmin(least, volume(*w->body, tetra) / whole);
    }
    std::printf("%.17g %.17g\n", time, least);
    return std::isfinite(least) ? 0 : 1;
}
