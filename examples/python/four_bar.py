"""A four-bar linkage with a motor: the torque that turns it, and the path of a point of the coupler."""
import math

import tenon

w = tenon.World()
w.gravity = 9.81
crank = w.add("rod", 0.3, 0.02, density=7800, position=(0, 0, 0.15), name="crank")
coupler = w.add("rod", 0.8, 0.02, density=7800, position=(0.4, 0, 0.35), rotation=(0, 1, 0, "80deg"), name="coupler")
rocker = w.add("rod", 0.6, 0.02, density=7800, position=(0.9, 0, 0.3), name="rocker")
axis = (0, 1, 0)
w.revolute("world", crank, (0, 0, 0), crank.end1, axis, crank.y, motor={"speed": 6, "limit": 500}, name="drive")
w.revolute(crank, coupler, crank.end2, coupler.end1, crank.y, coupler.y, name="pin")
w.revolute("world", rocker, (0.9, 0, 0), rocker.end1, axis, rocker.y, name="pivot")
w.connect(coupler.end2, rocker.end2, name="closing")

found = w.assemble()
assert found.met, found
log = w.run(until=2, frames=100, probes={"torque": "torque(drive).y", "x": "coupler.center.x", "z": "coupler.center.z"})
print(f"torque from {min(log['torque']):.1f} to {max(log['torque']):.1f} N m")
print(f"the coupler's middle moves by {max(log['x']) - min(log['x']):.3f} m and {max(log['z']) - min(log['z']):.3f} m")
assert math.isfinite(log["torque"][-1]) and log["z"][-1] > 0
