import { noise1, random, ridge } from './random.ts';
import { circle, curve, lines, type Paint, type Point, repeat, shape, stroke } from './svg.ts';

/** The outline of a range of hills from the left edge to the right, closed along `floor`. */
export function hills(seed: string, width: number, top: number, depth: number, floor: number, scale = 160): string {
  const outline = ridge(seed);
  const points: Point[] = [];
  for (let x = -20; x <= width + 20; x += 10) points.push([x, top + depth * (1 - outline(x / scale))]);
  return lines([[-20, floor], ...points, [width + 20, floor]]);
}

/** Pillars of rock as in old Chinese paintings: steep flanks, rounded tops. */
export function pillars(seed: string, width: number, top: number, floor: number, count: number): string {
  const chance = random(seed);
  const jag = noise1(seed);
  return repeat(count, (index) => {
    const x = ((index + chance.range(0.2, 0.8)) * width) / count;
    const half = chance.range(0.3, 0.62) * (width / count);
    const peak = top + chance.range(0, 0.45) * (floor - top);
    const left: Point[] = [];
    const right: Point[] = [];
    for (let part = 0; part <= 10; part++) {
      const y = floor + (peak - floor) * (part / 10);
      const wide = half * (1 - (part / 10) ** 3 * 0.72) * (0.85 + 0.3 * jag(part * 0.9 + index * 20));
      left.push([x - wide, y]);
      right.unshift([x + wide * 0.9, y + 6]);
    }
    return curve([...left, [x, peak - half * 0.22], ...right], true);
  });
}

/** A band of mist: overlapping soft lozenges that thin out to both sides. */
export function mist(seed: string, width: number, y: number, height: number, color: string, opacity = 0.5): string {
  const chance = random(seed);
  return repeat(9, () => {
    const cx = chance.range(-0.1, 1.1) * width;
    const rx = chance.range(0.16, 0.4) * width;
    const ry = chance.range(0.12, 0.3) * height;
    return `<ellipse cx="${cx.toFixed(0)}" cy="${(y + chance.range(-0.5, 0.5) * height).toFixed(0)}" rx="${rx.toFixed(0)}" ry="${ry.toFixed(0)}" fill="${color}" opacity="${opacity}"/>`;
  });
}

/** Slanting rain: long thin strokes, some nearer than others. */
export function rain(seed: string, width: number, height: number, count: number, color: string, slant = 0.16): string {
  const chance = random(seed);
  let near = '';
  let far = '';
  for (let index = 0; index < count; index++) {
    const x = chance.range(-60, width + 60);
    const y = chance.range(-60, height);
    const long = chance.range(30, 110);
    const drop = `M${x.toFixed(0)} ${y.toFixed(0)}l${(-long * slant).toFixed(1)} ${long.toFixed(0)}`;
    if (index % 4 === 0) near += drop;
    else far += drop;
  }
  return stroke(far, color, 1.2, 'opacity=".45"') + stroke(near, color, 2.4, 'opacity=".7"');
}

export function stars(
  seed: string,
  width: number,
  height: number,
  count: number,
  color: string,
  biggest = 2.2,
): string {
  const chance = random(seed);
  return repeat(count, () =>
    circle(
      chance.range(0, width),
      chance.range(0, height),
      0.5 + chance.next() ** 3 * biggest,
      color,
      `opacity="${chance.range(0.4, 1).toFixed(2)}"`,
    ),
  );
}

/** A pine bent by the wind: a crooked trunk under flat cushions of needles. */
export function pine(seed: string, x: number, y: number, size: number, trunk: Paint, needles: Paint): string {
  const chance = random(seed);
  const spine: Point[] = [[x, y]];
  for (let index = 1; index <= 4; index++) {
    spine.push([x + chance.range(-0.14, 0.2) * size, y - (size * index) / 4.4]);
  }
  const trunkLine = stroke(curve(spine), trunk, size * 0.05);
  const cushions = repeat(7, (index) => {
    const [sx, sy] = spine[1 + (index % 4)] ?? [x, y];
    const side = index % 2 === 0 ? 1 : -1;
    const wide = size * chance.range(0.16, 0.3);
    const cx = sx + side * wide * chance.range(0.2, 0.9);
    const top = size * chance.range(0.06, 0.1);
    const cy = sy + chance.range(-0.05, 0.03) * size;
    return shape(
      curve(
        [
          [cx - wide, cy],
          [cx - wide * 0.5, cy - top],
          [cx, cy - top * 1.4],
          [cx + wide * 0.55, cy - top * 0.9],
          [cx + wide, cy + 2],
          [cx, cy + top * 0.35],
        ],
        true,
      ),
      needles,
    );
  });
  return trunkLine + cushions;
}

/** A blade-and-leaf plant growing up from a point. */
export function sprig(seed: string, x: number, y: number, size: number, color: Paint, leaves = 7): string {
  const chance = random(seed);
  const bend = chance.range(-0.3, 0.3) * size;
  const spine = (part: number): Point => [x + bend * part * part, y - size * part];
  const stem = stroke(curve([spine(0), spine(0.35), spine(0.7), spine(1)]), color, Math.max(1.5, size * 0.02));
  return (
    stem +
    repeat(leaves, (index) => {
      const [lx, ly] = spine((index + 1.2) / (leaves + 0.8));
      const side = index % 2 === 0 ? 1 : -1;
      const long = size * 0.26 * (1.15 - index / leaves / 1.4);
      return shape(
        `M${lx.toFixed(1)} ${ly.toFixed(1)}q${(side * long * 0.3).toFixed(1)} ${(-long * 0.7).toFixed(1)} ${(side * long).toFixed(1)} ${(-long * 0.5).toFixed(1)}q${(-side * long * 0.2).toFixed(1)} ${(long * 0.55).toFixed(1)} ${(-side * long).toFixed(1)} ${(long * 0.5).toFixed(1)}Z`,
        color,
      );
    })
  );
}
