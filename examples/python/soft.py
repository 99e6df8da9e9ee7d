"""A soft block falls on a table and is deformed: how flat does it get?"""
import tenon

w = tenon.World()
w.settings.integrator = "euler"
w.settings.step = "auto"
w.gravity = 9.81
jelly = w.add("block", 4, 4, 3, size=(0.3, 0.3, 0.2), stiffness=4000, viscosity=40, position=(0, 0, 0.25), name="jelly")
table = w.add("plane", name="table")
w.outside(jelly, table, tau=0.005)


def height() -> float:
    """Of the block, m."""
    z = [node[2] for node in jelly.nodes().tolist()]
    return float(max(z) - min(z))


least = height()


def look(world: tenon.World) -> None:
    """Called at every frame."""
    global least
    least = min(least, height())


w.run(until=0.6, frames=60, each=look)
print(f"it is 0.200 m high, {least:.3f} m at the worst, {height():.3f} m in the end")
assert 0.1 < least < 0.2
