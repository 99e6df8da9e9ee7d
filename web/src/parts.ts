// The parts that people pull into the view: what is written for each, and what its ghost looks like.
import type { Quat, Vec } from "./model";
import { turnAbout } from "./model";

export interface PartKind {
  label: string;
  /** What its objects are called: rod1, rod2, … */
  base: string;
  /** Statements inside the object's block. */
  words: string;
  /** Shape and sizes of the ghost. */
  ghost: "rod" | "box" | "sphere" | "capsule" | "torus" | "link" | "plane" | "ring";
  size: Vec;
  /** Named points in the object's frame, for snapping. */
  points: [string, Vec][];
  /** Rods come in tilted, so that they swing when they are nailed at one end. */
  tilted?: boolean;
  tip: string;
}

const ends = (h: number): [string, Vec][] => [["end1", [0, 0, -h]], ["end2", [0, 0, h]]];

export const parts: PartKind[] = [
  { label: "Rod", base: "rod", words: "rod 1 0.04;", ghost: "rod", size: [0.04, 0.04, 1], points: ends(0.5), tilted: true, tip: "A solid rod, 1 m long" },
  { label: "Box", base: "box", words: "box 0.4 0.4 0.4;", ghost: "box", size: [0.4, 0.4, 0.4], points: [["center", [0, 0, 0]]], tip: "A solid box" },
  { label: "Sphere", base: "sphere", words: "sphere 0.2;", ghost: "sphere", size: [0.2, 0.2, 0.2], points: [["center", [0, 0, 0]]], tip: "A solid ball" },
  { label: "Capsule", base: "capsule", words: "capsule 0.1 0.5;", ghost: "capsule", size: [0.1, 0.1, 0.5], points: ends(0.35), tilted: true, tip: "A rod with round ends" },
  { label: "Cylinder", base: "cylinder", words: "cylinder 0.2 0.4;", ghost: "rod", size: [0.2, 0.2, 0.4], points: ends(0.2), tip: "A solid cylinder" },
  { label: "Torus", base: "torus", words: "torus 0.3 0.06;", ghost: "torus", size: [0.3, 0.06, 0], points: [["center", [0, 0, 0]]], tip: "A ring" },
  { label: "Chain link", base: "link", words: "link 0.4 0.22 0.03;", ghost: "link", size: [0.22, 0.06, 0.4], points: ends(0.17), tilted: true, tip: "A chain link of round wire" },
  { label: "Particle", base: "particle", words: "particle 1;", ghost: "sphere", size: [0.05, 0.05, 0.05], points: [["center", [0, 0, 0]]], tip: "A point with a mass of 1 kg" },
  { label: "Floor", base: "floor", words: "plane;", ghost: "plane", size: [3, 3, 0], points: [], tip: "Fixed ground; bodies land on it" },
  { label: "Soft block", base: "soft", words: "block 4 4 4; size 0.4 0.4 0.4; stiffness 20000; viscosity 100;", ghost: "box", size: [0.4, 0.4, 0.4], points: [["center", [0, 0, 0]]], tip: "A block that bends and bulges" },
  { label: "Curve", base: "curve", words: "circle 0 0 0.5; width 0.03; kernel fixed;", ghost: "ring", size: [0.5, 0.015, 0], points: [], tip: "A circle on which points can slide" },
];

export const tilt: Quat = turnAbout([0, 1, 0], Math.PI / 4);

/** The shortest decimal within a tolerance of a number. */
export function short(x: number, tolerance: number): string {
  for (let digits = 0; digits < 12; digits++) {
    const s = x.toFixed(digits);
    if (Math.abs(Number(s) - x) <= tolerance) return Number(s) === 0 ? "0" : s.includes(".") ? s.replace(/\.?0+$/, "") : s;
  }
  return String(x);
}

export const shortVec = (v: readonly number[], tolerance: number): string => v.map((x) => short(x, tolerance)).join(" ");
export const tuple = (v: readonly number[], tolerance: number): string => `(${v.map((x) => short(x, tolerance)).join(", ")})`;
