"""A chain of 1,000 links as arrays: positions without a copy, and the tension in all joints at once."""
import tenon

links = 1000
w = tenon.loads(f"""world: integrator rk4; step 0.002; end
gravity 9.81;
for i = 1 to {links}: object link[i]: particle 0.1; position (0.01*i) 0 0; end end
connect link[1].center (0.01, 0, 0);
for i = 2 to {links}: distance link[i-1].center link[i].center 0.01; end""")
q = w.positions  # the memory of the world itself
w.advance(0.1)
lowest = min(q[2::3])
loads = w.loads()  # one row per constraint, 20 numbers each
tension = [sum(f * f for f in row[12:15]) ** 0.5 for row in (loads.tolist())]
print(f"{len(q)} coordinates; the lowest link is at z = {lowest:.4f} m")
print(f"tension at the nail {tension[0]:.2f} N, in the middle {tension[links // 2]:.2f} N, at the end {tension[-1]:.2f} N")
assert abs(lowest + 0.5 * 9.81 * 0.1**2) < 1e-3
