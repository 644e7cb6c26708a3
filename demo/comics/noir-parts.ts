import { joints, type Pose, step } from '../draw/figure.ts';
import { random } from '../draw/random.ts';
import {
  at,
  blend,
  blur,
  circle,
  curve,
  ellipse,
  fade,
  glow,
  gradient,
  lines,
  type Paint,
  type Point,
  radial,
  rect,
  repeat,
  screen,
  shape,
  stroke,
  taper,
} from '../draw/svg.ts';

/** Black ink, grey dots, and light that only neon gives. */
export const ink = '#08080f';
export const deep = '#10142b';
export const steel = '#2b3566';
export const bone = '#e9e6da';
export const red = '#ff2f45';
export const cyan = '#36e4ff';
export const magenta = '#ff3fae';
export const amber = '#ffc940';
export const neon = [cyan, magenta, amber, red] as const;

/** Tubes of light: the sign's line once as a halo, once white-hot. */
export function tube(d: string, color: string, width = 6): string {
  return (
    blur(width * 2.2, stroke(d, color, width * 2.4)) +
    stroke(d, color, width) +
    stroke(d, '#ffffff', width * 0.35, 'opacity=".85"')
  );
}

/** Signs without letters: fish, glass, moon, bowl, arrow, cat, umbrella. */
export const signs: Record<string, (color: string, width?: number) => string> = {
  fish: (c, t = 6) => tube('M-60 0C-30 -34 26 -34 48 0C26 34 -30 34 -60 0ZM48 0L76 -26V26Z', c, t),
  glass: (c, t = 6) => tube('M-40 -50H40L0 -2ZM0 -2V46M-26 46H26', c, t) + circle(12, -34, 7, red),
  moon: (c, t = 6) => tube('M14 -46A46 46 0 1 0 40 28A38 38 0 0 1 14 -46Z', c, t),
  bowl: (c, t = 6) =>
    tube('M-52 -4H52Q46 44 0 44Q-46 44 -52 -4ZM-24 -20q-12 -14 0 -28M4 -20q-12 -14 0 -28M32 -20q-12 -14 0 -28', c, t),
  arrow: (c, t = 6) => tube('M-44 -40Q40 -40 40 14M12 -8L40 20L66 -8', c, t),
  cat: (c, t = 6) =>
    tube('M-46 -44L-30 -14Q0 -26 30 -14L46 -44Q60 44 0 44Q-60 44 -46 -44ZM-20 6v8M20 6v8M-8 24q8 8 16 0', c, t),
  umbrella: (c, t = 6) =>
    tube(
      'M-56 4Q-50 -46 0 -48Q50 -46 56 4Q42 -10 28 4Q14 -10 0 4Q-14 -10 -28 4Q-42 -10 -56 4ZM0 4V40q0 14 -14 14t-14 -12',
      c,
      t,
    ),
};

export function dots(w: number, h: number, color: string, step: number, dot: number, opacity = 1): string {
  return rect(0, 0, w, h, screen(color, step, dot), `opacity="${opacity}"`);
}

/** Halftone that grows from nothing to full between two heights. */
export function dotFade(w: number, from: number, to: number, color: string, step = 11): string {
  const rows = Math.floor((to - from) / step);
  return repeat(rows, (row) => {
    const y = from + row * step;
    const r = (step * 0.62 * row) / rows;
    return `<path d="M${row % 2 ? 0 : step / 2} ${y.toFixed(1)}H${w}" stroke="${color}" stroke-width="${(r * 2).toFixed(1)}" stroke-linecap="round" stroke-dasharray="0 ${step}"/>`;
  });
}

/** A street between two walls of houses, seen towards (vx, vy); signs hang over it, the wet ground gives all of it back. */
export function street(seed: string, w: number, h: number, vx = 0.5, vy = 0.52, lights = 7): string {
  const chance = random(seed);
  const [px, py] = [w * vx, h * vy];
  const wall = (side: -1 | 1): string => {
    const edge = side < 0 ? -w * 0.05 : w * 1.05;
    const toward = (depth: number, height: number): Point => {
      const near: Point = [edge, py + (height - py) * 1];
      return [near[0] + (px - near[0]) * depth, near[1] + (py - near[1]) * depth];
    };
    return repeat(6, (house) => {
      const [d0, d1] = [1 - 0.94 ** 0 + house * 0.148, (house + 1) * 0.148];
      const top = -h * chance.range(0.1, 0.75) - house * h * 0.6;
      const face = lines([toward(d0, h * 1.25), toward(d0, top), toward(d1, top), toward(d1, h * 1.25)]);
      const tone = house % 2 ? '#141936' : '#0d1026';
      const windows = repeat(13, (row) =>
        repeat(3, (column) => {
          if (!chance.chance(0.66)) return '';
          const [a, b] = [d0 + (d1 - d0) * (0.14 + column * 0.29), d0 + (d1 - d0) * (0.14 + column * 0.29 + 0.17)];
          const [y0, y1] = [
            top + (h * 1.1 - top) * (0.05 + row * 0.068),
            top + (h * 1.1 - top) * (0.05 + row * 0.068 + 0.036),
          ];
          const lit = chance.chance(0.34);
          return shape(
            lines([toward(a, y0), toward(b, y0), toward(b, y1), toward(a, y1)]),
            lit ? chance.pick(['#ffd98a', '#ffc35a', '#8fd8ff']) : '#1f2750',
            lit ? 'opacity=".92"' : '',
          );
        }),
      );
      return (
        shape(
          face,
          gradient([
            [0, tone],
            [1, ink],
          ]),
        ) +
        windows +
        stroke(lines([toward(d1, top), toward(d1, h * 1.25)], false), ink, 4)
      );
    });
  };
  const hang = repeat(lights, (index) => {
    const side = index % 2 ? 1 : -1;
    const depth = 0.12 + (index / lights) * 0.62;
    const x = px + side * (w * 0.5) * (1 - depth) * 0.86;
    const y = py - h * 0.42 * (1 - depth) * chance.range(0.5, 1.25);
    const draw = Object.values(signs)[(index * 2 + chance.int(0, 1)) % 7] ?? (() => '');
    return at(x, y, draw(chance.pick(neon), 5), (1 - depth) * 1.55);
  });
  const ground = shape(
    lines([
      [-20, h + 20],
      [px - w * 0.02, py],
      [px + w * 0.02, py],
      [w + 20, h + 20],
    ]),
    gradient([
      [0, '#2d3f8a'],
      [0.4, '#121737'],
      [1, ink],
    ]),
  );
  const mirror = blend(
    'screen',
    `<g transform="translate(0 ${num(py * 2.7)}) scale(1 -1.7)" opacity=".42">${blur(12, hang)}</g>`,
  );
  const wet = repeat(26, () => {
    const part = chance.next() ** 0.6;
    const y = py + (h - py) * part;
    return rect(
      px + (chance.next() - 0.5) * w * part * 1.3,
      y,
      30 + 150 * part,
      1.5 + 3 * part,
      chance.pick(neon),
      'opacity=".35" rx="2"',
    );
  });
  const haze = circle(
    px,
    py,
    w * 0.4,
    radial([
      [0, '#8fb4ff', 0.55],
      [1, '#8fb4ff', 0],
    ]),
  );
  return rect(0, 0, w, h, fade('#060612', '#22306e')) + haze + wall(-1) + wall(1) + ground + haze + mirror + wet + hang;
}

function num(value: number): string {
  return value.toFixed(1);
}

export function skyline(seed: string, w: number, h: number, floor: number, tone: string, tall = 0.5): string {
  const chance = random(seed);
  let x = -20;
  let all = '';
  while (x < w + 20) {
    const wide = chance.range(0.07, 0.16) * w;
    const top = floor - chance.range(0.25, 1) * h * tall;
    all +=
      rect(x, top, wide + 2, h - top + 40, tone) +
      (chance.chance(0.4) ? rect(x + wide * 0.4, top - h * 0.05, 5, h * 0.05, tone) : '') +
      (chance.chance(0.3) ? rect(x + wide * 0.2, top - h * 0.03, wide * 0.4, h * 0.03, tone) : '');
    for (let wy = top + 14; wy < Math.min(floor, h) - 10; wy += 26)
      for (let wx = x + 10; wx < x + wide - 14; wx += 20)
        if (chance.chance(0.22)) all += rect(wx, wy, 9, 13, chance.pick(['#ffd98a', '#ffc35a', '#5c6cc0']));
    x += wide;
  }
  return all;
}

export function moon(x: number, y: number, r: number, color: string = bone): string {
  return (
    circle(
      x,
      y,
      r * 1.9,
      radial([
        [0, color, 0.35],
        [1, color, 0],
      ]),
    ) +
    circle(x, y, r, color) +
    circle(x, y, r, screen('#b9b39c', 12, 3.2), `clip-path="inset(0)"`) +
    circle(x - r * 0.24, y - r * 0.18, r * 0.78, color, 'opacity=".82"')
  );
}

export function umbrella(x: number, y: number, r: number, turn = 0, color: string = red): string {
  const dome = `M${-r} 0Q${-r * 0.9} ${-r * 0.86} 0 ${-r * 0.92}Q${r * 0.9} ${-r * 0.86} ${r} 0Q${r * 0.8} ${-r * 0.2} ${r * 0.5} 0Q${r * 0.25} ${-r * 0.2} 0 0Q${-r * 0.25} ${-r * 0.2} ${-r * 0.5} 0Q${-r * 0.8} ${-r * 0.2} ${-r} 0Z`;
  const ribs = stroke(
    `M0 ${-r * 0.92}Q${-r * 0.5} ${-r * 0.7} ${-r * 0.5} 0M0 ${-r * 0.92}Q${r * 0.5} ${-r * 0.7} ${r * 0.5} 0M0 ${-r * 0.92}V0`,
    '#8f0f22',
    r * 0.02,
  );
  const shade =
    shape(
      `M0 ${-r * 0.92}Q${r * 0.9} ${-r * 0.86} ${r} 0Q${r * 0.8} ${-r * 0.2} ${r * 0.5} 0Q${r * 0.5} ${-r * 0.7} 0 ${-r * 0.92}Z`,
      '#a80f2a',
      'opacity=".55"',
    ) + shape(dome, screen('#7a0a1d', 10, 2));
  const grip =
    stroke(`M0 0V${r * 0.95}q0 ${r * 0.16} ${-r * 0.12} ${r * 0.16}t${-r * 0.12} ${-r * 0.14}`, '#0c0c14', r * 0.045) +
    stroke(`M0 ${-r * 0.92}v${-r * 0.1}`, '#0c0c14', r * 0.04);
  return at(
    x,
    y,
    grip +
      shape(dome, color) +
      shade +
      ribs +
      stroke(
        `M${-r * 0.82} ${-r * 0.3}Q${-r * 0.6} ${-r * 0.72} ${-r * 0.2} ${-r * 0.8}`,
        '#ffb3bb',
        r * 0.03,
        'opacity=".8"',
      ),
    1,
    turn,
  );
}

/** The man in the long coat, from the side or the back; `rim` is the neon that finds his edge. */
export function sleuth(
  x: number,
  y: number,
  size: number,
  pose: Pose,
  facing: 1 | -1,
  rim: string,
  thief = false,
): string {
  const j = joints([0, -size * 0.5], size, pose, 6.4);
  const coat = thief ? '#1d1030' : '#15151f';
  const leg = (knee: Point, foot: Point): string =>
    shape(
      taper(j.hip, knee, size * 0.1, size * 0.075) +
        taper(knee, foot, size * 0.075, size * 0.05) +
        taper(foot, [foot[0] + size * 0.07, foot[1] + size * 0.008], size * 0.05, size * 0.04),
      ink,
    );
  const arm = (elbow: Point, hand: Point, tone: string): string =>
    shape(taper(j.shoulder, elbow, size * 0.085, size * 0.075) + taper(elbow, hand, size * 0.075, size * 0.06), tone) +
    circle(hand[0], hand[1], size * 0.026, '#d9b79a');
  const swing = (pose.near[0] + pose.far[0]) / 2;
  const tail = Math.min(pose.near[0], pose.far[0]) - (pose.lean > 12 ? 34 : 6);
  const outline: Point[] = [
    [j.neck[0] - size * 0.085, j.neck[1] + size * 0.03],
    [j.neck[0] + size * 0.085, j.neck[1] + size * 0.03],
    [j.hip[0] + size * 0.08, j.hip[1] - size * 0.03],
    step(j.hip, size * 0.3, Math.max(pose.near[0], pose.far[0]) * 0.6 + 12),
    step(j.hip, size * 0.24, swing),
    step(j.hip, size * 0.33, tail),
    [j.hip[0] - size * 0.08, j.hip[1] - size * 0.03],
  ];
  const r = j.headSize * 0.78;
  const [hx, hy] = j.head;
  const hat = thief
    ? shape(`M${hx - r} ${hy}A${r} ${r} 0 0 1 ${hx + r} ${hy}L${hx - r * 1.5} ${hy + r * 0.2}Z`, '#2a1746') +
      stroke(`M${hx - r * 0.1} ${hy - r * 0.1}H${hx + r * 0.9}`, bone, r * 0.16)
    : shape(
        `M${hx - r * 1.7} ${hy - r * 0.32}Q${hx} ${hy - r * 0.02} ${hx + r * 1.8} ${hy - r * 0.42}Q${hx + r * 1.1} ${hy - r * 0.66} ${hx + r * 0.92} ${hy - r * 0.75}L${hx + r * 0.66} ${hy - r * 1.55}Q${hx} ${hy - r * 1.28} ${hx - r * 0.6} ${hy - r * 1.6}L${hx - r * 0.9} ${hy - r * 0.7}Z`,
        coat,
      ) +
      stroke(`M${hx - r * 0.86} ${hy - r * 0.74}Q${hx} ${hy - r * 0.5} ${hx + r * 0.9} ${hy - r * 0.8}`, rim, r * 0.16);
  const collar = shape(
    lines([
      [j.neck[0] - size * 0.07, j.neck[1] + size * 0.03],
      [j.neck[0] - size * 0.05, j.neck[1] - size * 0.045],
      [j.neck[0] + size * 0.015, j.neck[1] + size * 0.02],
      [j.neck[0] + size * 0.06, j.neck[1] - size * 0.03],
      [j.neck[0] + size * 0.07, j.neck[1] + size * 0.05],
    ]),
    '#26262f',
  );
  const d = curve(outline, true);
  const edge =
    stroke(curve(outline.slice(1, 4)), rim, size * 0.012, 'opacity=".95"') +
    stroke(`M${hx + r * 0.8} ${hy}A${r} ${r} 0 0 1 ${hx + r * 0.1} ${hy + r * 0.95}`, rim, size * 0.008);
  return `<g transform="translate(${num(x)} ${num(y)}) scale(${facing} 1)">${arm(j.backElbow, j.backHand, ink)}${leg(j.farKnee, j.farFoot)}${leg(j.nearKnee, j.nearFoot)}${shape(d, fade('#2a2b3d', coat))}${shape(d, screen('#3d4066', 9, 1.8))}${stroke(`M${num(j.hip[0] - size * 0.08)} ${num(j.hip[1] - size * 0.05)}L${num(j.hip[0] + size * 0.08)} ${num(j.hip[1] - size * 0.055)}`, ink, size * 0.02)}${circle(hx, hy, r, '#c9a687')}${shape(`M${hx - r} ${hy - r * 0.1}A${r} ${r} 0 0 0 ${hx + r * 0.2} ${hy + r}Q${hx - r * 0.2} ${hy} ${hx + r} ${hy - r * 0.2}Z`, '#3a2a33')}${collar}${hat}${edge}${arm(j.frontElbow, j.frontHand, '#1d1e2b')}</g>`;
}

/** A child in a yellow raincoat. */
export function child(x: number, y: number, size: number, facing: 1 | -1, up = false): string {
  const coat = 'M-34 -120Q0 -150 34 -120L52 -26H-52Z';
  const hood = 'M-40 -140Q-44 -206 0 -208Q46 -206 40 -140Q0 -120 -40 -140Z';
  const eyes = up
    ? circle(6, -162, 4.5, ink) + circle(26, -164, 4.5, ink)
    : stroke('M0 -160q6 5 12 0M20 -161q6 5 12 0', ink, 3.5);
  return `<g transform="translate(${x} ${y}) scale(${(facing * size) / 210} ${size / 210})">${rect(-28, -30, 20, 30, '#243060')}${rect(8, -30, 20, 30, '#243060')}${shape('M-34 0h30v-12h-26ZM4 0h34q-4 -12 -14 -12h-20Z', red)}${shape(coat, fade('#ffd94d', '#e09a1c'))}${shape(hood, '#ffd94d')}${circle(10, -160, 29, '#f0c8a0')}${eyes}${stroke('M10 -146q6 6 12 0', '#7a3d2c', 3.5)}${circle(0, -152, 6, '#ff8a70', 'opacity=".6"')}${up ? shape(taper([26, -104], [66, -150], 22, 16), '#f3b733') + circle(68, -153, 9, '#f0c8a0') : shape(taper([24, -104], [32, -60], 22, 16), '#f3b733')}</g>`;
}

export function lamp(
  x: number,
  top: number,
  floor: number,
  w: number,
  tint: Paint = radial(
    [
      [0, '#ffe9ae', 0.6],
      [1, '#ffe9ae', 0],
    ],
    0.5,
    0,
    1,
  ),
): string {
  return (
    shape(
      lines([
        [x - 26, top],
        [x + 26, top],
        [x + w, floor],
        [x - w, floor],
      ]),
      tint,
    ) +
    ellipse(x, floor, w, w * 0.16, '#ffe9ae', 'opacity=".34"') +
    stroke(`M${x + w * 1.1} ${floor}V${top - 40}q0 -26 -30 -26H${x + 20}`, ink, 13) +
    shape(`M${x - 40} ${top}q40 -56 80 0Z`, ink) +
    glow(10, ellipse(x, top, 30, 9, '#fff3c9'))
  );
}

export function ripples(x: number, y: number, r: number, color: string): string {
  return repeat(4, (index) =>
    ellipse(
      x,
      y,
      r * (0.25 + index * 0.27),
      r * (0.25 + index * 0.27) * 0.3,
      'none',
      `stroke="${color}" stroke-width="${4 - index * 0.7}" opacity="${1 - index * 0.22}"`,
    ),
  );
}
