/* all_models.h: a small model of every sort, and every integrator. */
#ifndef TESTS_WORLD_ALL_MODELS_H
#define TESTS_WORLD_ALL_MODELS_H

/* SETTINGS stands for an integrator and its steps; `c` is a constraint or force whose number is edited. */
static const struct model {
    const char *name, *text, *number;
} models[] = {
    {"chain",
     "world: SETTINGS gravity 9.81; end\n"
     "object a: rod 1 0.05; position 0.5 0 0; rotation 0 1 0 (pi/2); end\n"
     "object b: rod 1 0.05; position 1.5 0 0; rotation 0 1 0 (pi/2); spin 0.3 1 0.2; end\n"
     "connect a.end1 (0, 0, 0); constraint c: connect a.end2 b.end1; end probe z = b.end2.z; probe f = force(c).z;\n",
     "tau"},
    {"motor and limits",
     "world: SETTINGS gravity 9.81; end\n"
     "object a: rod 0.4 0.03; position 0 0 0.2; end object b: rod 0.4 0.03; position 0 0 0.6; end\n"
     "constraint c: revolute world a (0, 0, 0) a.end1 (0, 1, 0) (0, 1, 0); motor speed 6 limit 50; end\n"
     "constraint d: revolute a b a.end2 b.end1 (0, 1, 0) (0, 1, 0); min -0.15; max 0.1; end probe q = angle(d);\n",
     "tau"},
    {"gear and angles",
     "world: SETTINGS end object a: sphere 1; spin 0 0 3; end object b: sphere 1; position 3 0 0; end\n"
     "constraint x: revolute world a (0, 0, 0) (0, 0, 1); end\n"
     "constraint y: revolute world b (3, 0, 0) (0, 0, 1); end constraint c: gear x y 2; end probe q = angle(y);\n",
     "tau"},
    {"contact",
     "world: SETTINGS gravity 9.81; end object floor: plane; end\n"
     "for i = 0 to 2: object box[i]: box 0.5 0.5 0.5; density 200; position (0.03*i) 0 (0.26 + 0.52*i); end end\n"
     "object ball: sphere 0.2; density 500; position 0.1 0.1 2; velocity 1 0 -3; end\n"
     "constraint c: distance box[2].center ball.center 0.75; end contact friction 0.5 bounce 0.2; probe n = "
     "contacts;\n",
     "tau"},
    {"flexible block held",
     "world: SETTINGS gravity 9.81; end\n"
     "object cube: block 2 2 2; size 0.2 0.2 0.2; stiffness 20000; viscosity 20; position -5 0 5; end\n"
     "constraint c: connect cube.node(0, 0, 0) (-5.1, -0.1, 4.9); end probe z = cube.center.z;\n",
     "tau"},
    {"flexible block on a table, pulled",
     "world: SETTINGS gravity 9.81; end object table: plane; end\n"
     "object cube: block 3 2 2; size 0.5 0.4 0.4; stiffness 7000; viscosity 70; position 0 0 0.21; end\n"
     "constraint on-table: outside cube table; tau 0.01; end\n"
     "object w: sphere 0.1; density 500; position 0.6 0 0.3; end\n"
     "constraint c: connect w.center cube.node(3, 1, 1); end push w.center (100*sin(9*t), 0, 0);\n",
     "tau"},
    {"clay, which flows",
     "world: SETTINGS gravity 9.81; end object table: plane; end\n"
     "object cube: block 2 2 2; size 0.3 0.3 0.3; density 1500; stiffness 12000; viscosity 30; incompressible;\n"
     "moldable 0.002; position 0 0 0.16; velocity 0 0 -2; end\n"
     "constraint c: outside cube table; tau 0.01; end\n",
     "tau"},
    {"displacement",
     "world: SETTINGS method displacement; gravity 9.81; end\n"
     "for i = 0 to 2: object link[i]: rod 1 0.05; position (i + 0.5) 0 0; rotation 0 1 0 (pi/2); end end\n"
     "connect link[0].end1 (0, 0, 0); connect link[0].end2 link[1].end1;\n"
     "constraint c: connect link[1].end2 link[2].end1; end\n",
     "compliance"},
    {"displacement with contact",
     "world: SETTINGS method displacement; gravity 9.81; end object floor: plane; end\n"
     "object a: box 0.3 0.2 0.5; position 0 0 0.3; end object b: sphere 0.1; position 0.2 0 0.7; end\n"
     "constraint c: distance a.center b.center 0.45; end contact friction 0.5;\n",
     "compliance"},
    {"joints by coordinates",
     "world: SETTINGS gravity 9.81; joints coordinates; end\n"
     "for i = 0 to 2: object link[i]: rod 1 0.05; position (i + 0.5) 0 0; rotation 0 1 0 (pi/2); end end\n"
     "connect link[0].end1 (0, 0, 0); connect link[0].end2 link[1].end1;\n"
     "constraint c: connect link[1].end2 link[2].end1; end\n",
     "tau"},
    {"curves",
     "world: SETTINGS gravity 9.81; end object c1: circle 0 0 1; kernel fixed; end\n"
     "object p: particle 1; position 1 0 0; velocity 0 0.5 0; end constraint c: on-curve p.center c1; end\n"
     "object e: particle 1; position 2 0 0; end spring p.center e.center stiffness 40 rest 1;\n",
     "tau"},
    {"first order",
     "world: SETTINGS order first; end object a: sphere 0.1; position 0 0 1; end\n"
     "object b: sphere 0.1; position 1 0 1; end constraint c: distance a.center b.center 0.8; end\n"
     "object r: circle 0 0 1; drag 0.5; end object p: particle 1; position 1 0 0; end on-curve p.center r;\n"
     "push p.center (0, 2, 0);\n",
     "tau"},
    {"goals",
     "world: SETTINGS order first; end object a: sphere 0.1; position 0 0 1; end object b: sphere 0.1; position 2 0 0; "
     "end\n"
     "constraint c: distance a.center b.center 1; end\n"
     "minimize (a.center.x - 1)^2 + b.center.z^2 + (b.center.x - 3*a.center.z)^2;\n",
     "tau"},
};

static const char *const settings[] = {
    "integrator adams;",
    "integrator gear;",
    "integrator rk4; step 0.001;",
    "integrator euler; step 0.001;",
    "integrator implicit; step 0.01;",
    "integrator verlet; step 0.001;",
    "integrator nystrom; step 0.001;",
    "integrator rk4; step auto;",
    "integrator euler; step auto;",
    "integrator implicit; step auto;",
};
enum { MODELS = sizeof models / sizeof *models, SETTINGS = sizeof settings / sizeof *settings };

#endif
