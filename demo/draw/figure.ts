import type { Point } from './svg.ts';

/** Angles in degrees from hanging straight down, positive towards where the figure faces; `lean` and `head` from upright. */
export type Pose = {
  lean: number;
  head: number;
  front: readonly [upper: number, lower: number];
  back: readonly [upper: number, lower: number];
  near: readonly [thigh: number, shin: number];
  far: readonly [thigh: number, shin: number];
};

export const poses = {
  stand: { lean: 0, head: 0, front: [8, 14], back: [-8, 2], near: [4, -2], far: [-5, -6] },
  walk: { lean: 5, head: 2, front: [-26, 10], back: [28, 44], near: [28, 6], far: [-20, -36] },
  run: { lean: 20, head: 6, front: [-60, 20], back: [58, 130], near: [70, -14], far: [-30, -95] },
  sit: { lean: -4, head: 4, front: [30, 62], back: [20, 50], near: [86, 4], far: [80, -6] },
  crouch: { lean: 34, head: -10, front: [40, 70], back: [20, 60], near: [95, -40], far: [60, -70] },
  reach: { lean: 8, head: -14, front: [128, 138], back: [-14, 4], near: [10, 2], far: [-12, -16] },
  offer: { lean: 6, head: 6, front: [62, 84], back: [-6, 10], near: [8, 0], far: [-8, -12] },
  leap: { lean: 16, head: -6, front: [118, 130], back: [-70, -100], near: [82, -20], far: [-52, -90] },
  fall: { lean: -38, head: -24, front: [150, 170], back: [110, 140], near: [60, 20], far: [20, -40] },
  guard: { lean: 8, head: 0, front: [70, 100], back: [-70, -40], near: [50, -20], far: [-38, -44] },
} as const satisfies Record<string, Pose>;

export type Joints = {
  hip: Point;
  neck: Point;
  head: Point;
  headSize: number;
  shoulder: Point;
  frontElbow: Point;
  frontHand: Point;
  backElbow: Point;
  backHand: Point;
  nearKnee: Point;
  nearFoot: Point;
  farKnee: Point;
  farFoot: Point;
};

/** Where the joints of a figure are; `size` is its height when standing, `hip` where it turns, facing right. */
export function joints(hip: Point, size: number, pose: Pose, heads = 5.5): Joints {
  const headSize = size / heads / 2;
  const leg = size * 0.25;
  const arm = size * 0.165;
  const body = size * 0.5 - headSize * 2.1;
  const neck = step(hip, body, 180 - pose.lean);
  const shoulder = step(neck, body * 0.12, -pose.lean);
  const frontElbow = step(shoulder, arm, pose.front[0]);
  const backElbow = step(shoulder, arm, pose.back[0]);
  const nearKnee = step(hip, leg, pose.near[0]);
  const farKnee = step(hip, leg, pose.far[0]);
  return {
    hip,
    neck,
    shoulder,
    headSize,
    head: step(neck, headSize * 1.12, 180 - pose.lean - pose.head),
    frontElbow,
    frontHand: step(frontElbow, arm, pose.front[1]),
    backElbow,
    backHand: step(backElbow, arm, pose.back[1]),
    nearKnee,
    nearFoot: step(nearKnee, leg, pose.near[1]),
    farKnee,
    farFoot: step(farKnee, leg, pose.far[1]),
  };
}

/** From a point, `length` onwards; 0 degrees is straight down, 90 is forward. */
export function step(from: Point, length: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [from[0] + Math.sin(angle) * length, from[1] + Math.cos(angle) * length];
}
