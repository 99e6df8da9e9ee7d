// The part that is being pulled in, before it exists.
import {
  BoxGeometry, type BufferGeometry, CapsuleGeometry, CylinderGeometry, Mesh, MeshStandardMaterial, Object3D, PlaneGeometry, SphereGeometry, TorusGeometry,
} from "three";
import type { Quat, Vec } from "../model";
import type { PartKind } from "../parts";

function shapeOf(k: PartKind): BufferGeometry {
  const [a, b, c] = k.size, upright = Math.PI / 2;
  if (k.ghost === "rod") return new CylinderGeometry(a, a, c, 24).rotateX(upright);
  if (k.ghost === "box") return new BoxGeometry(a, b, c);
  if (k.ghost === "sphere") return new SphereGeometry(a, 24, 16);
  if (k.ghost === "capsule") return new CapsuleGeometry(a, c, 8, 24).rotateX(upright);
  if (k.ghost === "plane") return new PlaneGeometry(a, b);
  if (k.ghost === "link") return new TorusGeometry(0.4 * a, 0.03, 12, 32).rotateX(upright).scale(1, 1, c / (0.8 * a + 0.06));
  return new TorusGeometry(a, b, 16, 48);
}

export class Ghost {
  readonly root = new Object3D();
  private mesh: Mesh | null = null;
  private readonly material = new MeshStandardMaterial({ color: 0x3d83d8, transparent: true, opacity: 0.55, roughness: 0.6 });

  show(kind: PartKind, at: Vec, turned: Quat): void {
    if (this.mesh?.name !== kind.label) {
      this.hide();
      this.mesh = new Mesh(shapeOf(kind), this.material);
      this.mesh.name = kind.label;
      this.root.add(this.mesh);
    }
    this.mesh.position.set(...at);
    this.mesh.quaternion.set(turned[1], turned[2], turned[3], turned[0]);
  }

  hide(): void {
    if (!this.mesh) return;
    this.root.remove(this.mesh);
    this.mesh.geometry.dispose();
    this.mesh = null;
  }
}
