"""What stiffness makes a mass swing with a period of 1.5 s? A sweep, then a check beside the formula."""
import math

import tenon

scene = """let k = 10;
world: until 1.5; frames 60; end
object m: particle 2; position 0.1 0 0; end
spring m.center (0, 0, 0) stiffness k;
"""
table = tenon.sweep(scene, {"k": "20:50:61"}, {"miss": "last(abs(m.center.x - 0.1) + abs(vel(m.center).x))"}, text=True)
best = table.best("miss")
exact = 2 * (2 * math.pi / 1.5) ** 2
print(f"{table.runs} runs: k = {best['k']:.2f} N/m; the formula says {exact:.2f} N/m")
assert abs(best["k"] - exact) <= 0.5
