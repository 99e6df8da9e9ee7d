/* stage.h: the objects that the examples of kinds use. */
#ifndef TESTS_KINDS_STAGE_H
#define TESTS_KINDS_STAGE_H

static const char stage[] = "world: until 0.05; frames 20; end\n"
                            "object a: rod 1 0.05; position 0 0 2; end\n"
                            "object b: rod 1 0.05; position 0 0 1; end\n"
                            "object ball: sphere 0.1; position 1 0 0.1; end\n"
                            "object wheel: cylinder 0.2 0.1; rotation 1 0 0 (pi/2); position 3 0 0.2; end\n"
                            "object ground: plane; end\n"
                            "object dot1: particle 1; position 5 0 1; end\n"
                            "object upper: box 0.1 0.1 0.1; position 7 0 0; end\n"
                            "object lower: box 0.1 0.1 0.1; position 7 1 0; end\n"
                            "object cart: box 0.1 0.1 0.1; position 9 0 0; end\n"
                            "object jelly: block 1 1 1; size 0.1 0.1 0.1; stiffness 1000; position 11 0 0; end\n"
                            "object ring: circle 0 0 1; kernel fixed; end\n"
                            "constraint hip: revolute world upper upper.center (0, 0, 1); end\n"
                            "constraint knee: revolute world lower lower.center (0, 0, 1); end\n"
                            "constraint rail: slider world cart cart.center (1, 0, 0); end\n"
                            "path loop(t) = (cos(t), sin(t), 0.1);\n"
                            "surface bowl(x, y, z) = x^2 + y^2 - z;\n";

#endif
