import { joints, type Pose } from '../draw/figure.ts';
import { stars } from '../draw/nature.ts';
import { random } from '../draw/random.ts';
import {
  at,
  circle,
  clip,
  curve,
  ellipse,
  fade,
  lines,
  type Point,
  radial,
  rect,
  repeat,
  shape,
  star,
  stroke,
  taper,
} from '../draw/svg.ts';

/** Flat shapes, no outlines: circles, arcs and one long shadow. */
export type Hue = {
  sky: readonly [string, string];
  planet: readonly string[];
  ground: string;
  groundDark: string;
  light: string;
};
export const cream = '#fff3dc';
export const coral = '#ff6b5e';
export const mustard = '#ffc145';
export const mint = '#5fd3bc';
export const navy = '#17154a';

export const hues = {
  violet: {
    sky: ['#17154a', '#5b3a9e'],
    planet: ['#ff6b5e', '#ff8a6b', '#ffc145', '#ff7a5e', '#d9487a'],
    ground: '#8d6bd1',
    groundDark: '#6a49b0',
    light: '#ffd9a0',
  },
  teal: {
    sky: ['#06283d', '#1c6e8c'],
    planet: ['#ffc145', '#ffd98a', '#ff9f6b', '#ffe6b0', '#f28a5a'],
    ground: '#3fae9e',
    groundDark: '#2a8a80',
    light: '#fff3b0',
  },
  rose: {
    sky: ['#3d1147', '#e0567a'],
    planet: ['#5fd3bc', '#9be8c8', '#3aa6a0', '#d6f5d6', '#2f8f9a'],
    ground: '#f28aa0',
    groundDark: '#cf5f82',
    light: '#ffe0c0',
  },
  dark: {
    sky: ['#050714', '#141a3d'],
    planet: ['#28346b', '#323f7d', '#1f2857', '#3b4a8f', '#1a2149'],
    ground: '#2c3563',
    groundDark: '#1e2549',
    light: '#8aa0ff',
  },
  gold: {
    sky: ['#5a1e5c', '#ff9e57'],
    planet: ['#7a3fa0', '#a05bc0', '#5fd3bc', '#8f4fb0', '#4a2780'],
    ground: '#ffcf70',
    groundDark: '#e6a24a',
    light: '#fff6d0',
  },
} as const satisfies Record<string, Hue>;

export function space(seed: string, w: number, h: number, hue: Hue): string {
  const chance = random(seed);
  const crosses = repeat(7, () =>
    shape(star(chance.range(0, w), chance.range(0, h * 0.7), chance.range(8, 18), 2.4, 4), cream, 'opacity=".9"'),
  );
  const orbits = repeat(3, (i) =>
    ellipse(
      w * 0.5,
      h * 0.4,
      w * (0.5 + i * 0.3),
      h * (0.2 + i * 0.13),
      'none',
      `stroke="${cream}" stroke-width="2" opacity=".16" transform="rotate(-18 ${w / 2} ${h * 0.4})"`,
    ),
  );
  return rect(0, 0, w, h, fade(...hue.sky)) + stars(seed, w, h, 90, cream) + orbits + crosses;
}

/** A banded planet with its night side; `ring` tilts a ring around it. */
export function planet(x: number, y: number, r: number, hue: Hue, ring: number | null = -18): string {
  const disc = `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;
  const bands = repeat(9, (i) => {
    const top = y - r + (i * r * 2) / 9;
    const wave = curve(
      [
        [x - r * 1.1, top],
        [x - r * 0.4, top + r * 0.08],
        [x + r * 0.3, top - r * 0.06],
        [x + r * 1.1, top + r * 0.04],
        [x + r * 1.1, top + r * 0.4],
        [x - r * 1.1, top + r * 0.4],
      ],
      true,
    );
    return shape(wave, hue.planet[i % hue.planet.length] ?? coral);
  });
  const spots =
    circle(x - r * 0.3, y + r * 0.3, r * 0.16, hue.planet[2] ?? coral) +
    circle(x - r * 0.3, y + r * 0.3, r * 0.09, hue.planet[4] ?? coral);
  const dark = shape(
    `M${x + r * 0.2} ${y - r * 1.1}A${r * 1.05} ${r * 1.05} 0 0 1 ${x - r * 0.3} ${y + r * 1.1}H${x + r * 1.2}V${y - r * 1.1}Z`,
    navy,
    'opacity=".32"',
  );
  const belt = (front: boolean): string => {
    if (ring === null) return '';
    const arc = (rx: number, color: string, width: number): string =>
      stroke(`M${-rx} 0A${rx} ${rx * 0.24} 0 0 ${front ? 0 : 1} ${rx} 0`, color, width, 'stroke-linecap="butt"');
    return at(
      x,
      y,
      arc(r * 1.5, cream, r * 0.09) + arc(r * 1.7, hue.planet[2] ?? coral, r * 0.13) + arc(r * 1.88, cream, r * 0.03),
      1,
      ring,
    );
  };
  return (
    circle(
      x,
      y,
      r * 1.5,
      radial([
        [0.5, hue.light, 0.35],
        [1, hue.light, 0],
      ]),
    ) +
    belt(false) +
    clip(disc, circle(x, y, r, hue.planet[0] ?? coral) + bands + spots + dark) +
    belt(true)
  );
}

/** The small round world one lives on: its horizon, with craters. */
export function ground(seed: string, w: number, h: number, top: number, hue: Hue): string {
  const chance = random(seed);
  const d = `M-20 ${h + 20}V${top + h * 0.1}Q${w / 2} ${top - h * 0.08} ${w + 20} ${top + h * 0.1}V${h + 20}Z`;
  return clip(
    d,
    rect(-20, 0, w + 40, h + 20, hue.ground) +
      repeat(9, () => {
        const [x, y, r] = [chance.range(0, w), chance.range(top + h * 0.06, h), chance.range(14, 60)];
        return (
          ellipse(x, y, r, r * 0.38, hue.groundDark) +
          ellipse(x, y + r * 0.1, r * 0.84, r * 0.27, hue.ground, 'opacity=".55"')
        );
      }) +
      shape(
        `M${w * 0.45} ${h + 20}Q${w * 0.8} ${top + h * 0.14} ${w + 20} ${top}V${h + 20}Z`,
        hue.groundDark,
        'opacity=".45"',
      ),
  );
}

/** The plant: from a seed (0) to a tree in fruit (5). */
export function plant(x: number, y: number, size: number, stage: number): string {
  if (stage === 0) return ellipse(x, y - 6, 9, 7, '#7a4a2b') + ellipse(x, y, 34, 9, '#5b3622');
  const tall = size * (stage === 5 ? 1 : stage * 0.21);
  const stem = stroke(`M${x} ${y}q${-tall * 0.08} ${-tall * 0.5} 0 ${-tall}`, '#2f8f5b', size * 0.035);
  const leaf = (ly: number, side: number, long: number, color: string): string =>
    shape(
      `M${x} ${ly}q${side * long * 0.5} ${-long * 0.8} ${side * long} ${-long * 0.3}q${-side * long * 0.3} ${long * 0.5} ${-side * long} ${long * 0.3}Z`,
      color,
    );
  const leaves = repeat(stage * 2, (i) =>
    leaf(
      y - (tall * (i + 1)) / (stage * 2 + 0.5),
      i % 2 ? 1 : -1,
      size * (0.16 + 0.02 * stage),
      i % 3 ? '#5fd38c' : '#38b27a',
    ),
  );
  const petal = (r: number, color: string, turn: number): string =>
    repeat(8, (i) => at(x, y - tall, ellipse(0, -r * 0.7, r * 0.3, r * 0.5, color), 1, i * 45 + turn));
  const crown =
    stage === 5
      ? petal(size * 0.34, coral, 0) + petal(size * 0.24, '#ff9f8a', 22) + circle(x, y - tall, size * 0.1, mustard)
      : stage === 4
        ? shape(
            `M${x - size * 0.1} ${y - tall}q0 ${-size * 0.22} ${size * 0.1} ${-size * 0.26}q${size * 0.1} ${size * 0.04} ${size * 0.1} ${size * 0.26}q${-size * 0.1} ${size * 0.1} ${-size * 0.2} 0Z`,
            coral,
          )
        : '';
  return ellipse(x, y + 2, size * 0.16, size * 0.03, '#5b3622') + stem + leaves + crown;
}

export function dome(x: number, y: number, r: number, hue: Hue, inside: string, cracked = false): string {
  const glass = `M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}Z`;
  const frame = stroke(
    `M${x} ${y - r}V${y}M${x} ${y - r}Q${x - r * 0.62} ${y - r * 0.8} ${x - r * 0.6} ${y}M${x} ${y - r}Q${x + r * 0.62} ${y - r * 0.8} ${x + r * 0.6} ${y}M${x - r * 0.87} ${y - r * 0.5}H${x + r * 0.87}`,
    cream,
    4,
    'opacity=".55"',
  );
  const crack = cracked
    ? stroke(
        lines(
          [
            [x + r * 0.3, y - r * 0.95],
            [x + r * 0.2, y - r * 0.7],
            [x + r * 0.44, y - r * 0.6],
            [x + r * 0.3, y - r * 0.36],
            [x + r * 0.5, y - r * 0.2],
          ],
          false,
        ),
        cream,
        7,
      )
    : '';
  return (
    shape(glass, hue.light, 'opacity=".28"') +
    rect(x - r * 1.06, y - 6, r * 2.12, 26, cream, 'rx="13"') +
    inside +
    shape(glass, '#ffffff', 'opacity=".12"') +
    frame +
    stroke(
      `M${x - r * 0.8} ${y - r * 0.3}A${r * 0.86} ${r * 0.86} 0 0 1 ${x - r * 0.3} ${y - r * 0.8}`,
      '#ffffff',
      12,
      'opacity=".7"',
    ) +
    crack
  );
}

export type Mood = 'smile' | 'wow' | 'sad' | 'sleep';

function features(r: number, mood: Mood): string {
  const eyes =
    mood === 'sleep' || mood === 'smile'
      ? stroke(
          `M${-r * 0.34} ${-r * 0.02}q${r * 0.12} ${mood === 'smile' ? -r * 0.16 : r * 0.12} ${r * 0.24} 0M${r * 0.2} ${-r * 0.02}q${r * 0.12} ${mood === 'smile' ? -r * 0.16 : r * 0.12} ${r * 0.24} 0`,
          navy,
          r * 0.07,
        )
      : circle(-r * 0.2, 0, r * 0.08, navy) + circle(r * 0.32, 0, r * 0.08, navy);
  const mouth =
    mood === 'wow'
      ? ellipse(r * 0.06, r * 0.32, r * 0.09, r * 0.13, '#a8323a')
      : stroke(
          `M${-r * 0.1} ${r * (mood === 'sad' ? 0.36 : 0.26)}q${r * 0.16} ${mood === 'sad' ? -r * 0.14 : r * 0.16} ${r * 0.32} 0`,
          '#a8323a',
          r * 0.06,
        );
  return (
    eyes +
    mouth +
    circle(-r * 0.38, r * 0.2, r * 0.11, coral, 'opacity=".5"') +
    circle(r * 0.46, r * 0.2, r * 0.11, coral, 'opacity=".5"')
  );
}

/** Ida in her suit. */
export function ida(x: number, y: number, size: number, pose: Pose, mood: Mood, facing: 1 | -1 = 1): string {
  const j = joints([0, -size * 0.42], size, { ...pose }, 3.6);
  const part = (a: Point, b: Point, from: number, to: number, color: string): string =>
    shape(taper(a, b, size * from, size * to), color);
  const limb = (root: Point, mid: Point, end: Point, color: string, tip: string): string =>
    part(root, mid, 0.12, 0.11, color) + part(mid, end, 0.11, 0.1, color) + circle(end[0], end[1], size * 0.062, tip);
  const r = size * 0.2;
  const [hx, hy] = [j.neck[0], j.neck[1] - r * 0.86];
  const hair = shape(
    curve(
      [
        [-r * 0.78, r * 0.36],
        [-r * 0.86, -r * 0.3],
        [-r * 0.3, -r * 0.84],
        [r * 0.5, -r * 0.72],
        [r * 0.78, -r * 0.1],
        [r * 0.2, -r * 0.34],
        [-r * 0.4, -r * 0.1],
      ],
      true,
    ),
    '#e0632f',
  );
  const helmet =
    circle(0, 0, r * 1.06, '#bfe9ff', 'opacity=".14"') +
    circle(0, 0, r * 1.06, 'none', `stroke="${cream}" stroke-width="${r * 0.09}"`) +
    stroke(
      `M${-r * 0.7} ${-r * 0.5}A${r * 0.86} ${r * 0.86} 0 0 1 ${-r * 0.1} ${-r * 0.86}`,
      '#fff',
      r * 0.1,
      'opacity=".9"',
    );
  const body =
    shape(
      curve(
        [
          [j.neck[0] - size * 0.12, j.neck[1] + size * 0.02],
          [j.neck[0] + size * 0.12, j.neck[1] + size * 0.02],
          [j.hip[0] + size * 0.13, j.hip[1] + size * 0.02],
          [j.hip[0] - size * 0.13, j.hip[1] + size * 0.02],
        ],
        true,
      ),
      cream,
    ) +
    shape(
      curve(
        [
          [j.neck[0] + size * 0.03, j.neck[1] + size * 0.02],
          [j.neck[0] + size * 0.12, j.neck[1] + size * 0.02],
          [j.hip[0] + size * 0.13, j.hip[1] + size * 0.02],
          [j.hip[0] + size * 0.04, j.hip[1] + size * 0.03],
        ],
        true,
      ),
      '#ecd5b0',
    ) +
    circle((j.neck[0] + j.hip[0]) / 2, (j.neck[1] + j.hip[1]) / 2, size * 0.045, mint);
  const pack = rect(
    j.neck[0] - size * 0.22,
    j.neck[1] + size * 0.03,
    size * 0.14,
    size * 0.22,
    '#c9b48a',
    `rx="${size * 0.05}"`,
  );
  return `<g transform="translate(${x} ${y}) scale(${facing} 1)">${pack}${limb(j.shoulder, j.backElbow, j.backHand, '#e6cfa6', coral)}${limb(j.hip, j.farKnee, j.farFoot, '#e6cfa6', coral)}${limb(j.hip, j.nearKnee, j.nearFoot, cream, coral)}${body}${at(hx, hy, circle(0, 0, r * 0.86, '#ffd9b8') + features(r, mood) + hair + helmet)}${at(-size * 0.03, size * 0.075, limb(j.shoulder, j.frontElbow, j.frontHand, cream, coral))}</g>`;
}

/** Bolt, a kettle with legs; `charge` 0..1 is its light. */
export function bolt(x: number, y: number, size: number, charge: number, mood: Mood, turn = 0): string {
  const eye = charge > 0 ? (mood === 'sad' ? '#8ad0ff' : mint) : '#41506b';
  const lids =
    mood === 'sleep' || charge === 0
      ? stroke(
          `M${-size * 0.17} ${-size * 0.5}h${size * 0.12}M${size * 0.07} ${-size * 0.5}h${size * 0.12}`,
          eye,
          size * 0.03,
        )
      : mood === 'smile'
        ? stroke(
            `M${-size * 0.18} ${-size * 0.48}q${size * 0.06} ${-size * 0.1} ${size * 0.12} 0M${size * 0.06} ${-size * 0.48}q${size * 0.06} ${-size * 0.1} ${size * 0.12} 0`,
            eye,
            size * 0.035,
          )
        : circle(-size * 0.11, -size * 0.5, size * 0.05, eye) + circle(size * 0.13, -size * 0.5, size * 0.05, eye);
  const heartLight =
    charge > 0
      ? circle(
          0,
          -size * 0.24,
          size * 0.16,
          radial([
            [0, mustard, 0.9 * charge],
            [1, mustard, 0],
          ]),
        )
      : '';
  return at(
    x,
    y,
    rect(-size * 0.2, -size * 0.12, size * 0.1, size * 0.12, '#4a5578') +
      rect(size * 0.1, -size * 0.12, size * 0.1, size * 0.12, '#4a5578') +
      shape(
        `M${-size * 0.32} ${-size * 0.1}V${-size * 0.5}A${size * 0.32} ${size * 0.3} 0 0 1 ${size * 0.32} ${-size * 0.5}V${-size * 0.1}Z`,
        '#d7deee',
      ) +
      shape(
        `M${size * 0.08} ${-size * 0.1}V${-size * 0.79}A${size * 0.32} ${size * 0.3} 0 0 1 ${size * 0.32} ${-size * 0.5}V${-size * 0.1}Z`,
        '#b3bfd9',
      ) +
      rect(-size * 0.25, -size * 0.61, size * 0.5, size * 0.21, navy, `rx="${size * 0.1}"`) +
      lids +
      circle(0, -size * 0.24, size * 0.07, charge > 0 ? mustard : '#5a6580') +
      heartLight +
      stroke(`M0 ${-size * 0.8}v${-size * 0.14}`, '#b3bfd9', size * 0.03) +
      circle(0, -size * 0.96, size * 0.05, charge > 0 ? coral : '#5a6580') +
      stroke(
        `M${-size * 0.32} ${-size * 0.3}q${-size * 0.14} ${size * 0.04} ${-size * 0.14} ${size * 0.16}M${size * 0.32} ${-size * 0.3}q${size * 0.14} ${-size * 0.04} ${size * 0.16} ${-size * 0.14}`,
        '#8f9cbd',
        size * 0.06,
      ),
    1,
    turn,
  );
}

export function comet(x: number, y: number, size: number, turn: number): string {
  return at(
    x,
    y,
    shape(`M0 ${-size * 0.5}L${-size * 5} 0L0 ${size * 0.5}Z`, fade('#bff3ff', '#bff3ff22', 90), 'opacity=".6"') +
      shape(`M0 ${-size * 0.3}L${-size * 3} 0L0 ${size * 0.3}Z`, '#ffffff', 'opacity=".7"') +
      circle(0, 0, size * 0.5, '#9fe6ff') +
      circle(-size * 0.1, -size * 0.1, size * 0.3, '#e9fbff'),
    1,
    turn,
  );
}

export function ship(x: number, y: number, size: number, turn: number): string {
  return at(
    x,
    y,
    shape(`M${-size * 0.5} 0L${-size * 1.2} ${-size * 0.12}L${-size * 0.9} 0L${-size * 1.2} ${size * 0.12}Z`, mustard) +
      shape(
        `M${-size * 0.5} ${-size * 0.22}L${-size * 0.66} ${-size * 0.46}L${-size * 0.1} ${-size * 0.26}ZM${-size * 0.5} ${size * 0.22}L${-size * 0.66} ${size * 0.46}L${-size * 0.1} ${size * 0.26}Z`,
        coral,
      ) +
      shape(
        `M${-size * 0.5} ${-size * 0.26}Q${size * 0.3} ${-size * 0.36} ${size * 0.72} 0Q${size * 0.3} ${size * 0.36} ${-size * 0.5} ${size * 0.26}Z`,
        cream,
      ) +
      shape(`M${-size * 0.5} 0H${size * 0.72}Q${size * 0.3} ${size * 0.36} ${-size * 0.5} ${size * 0.26}Z`, '#e6cfa6') +
      circle(size * 0.22, -size * 0.03, size * 0.13, navy) +
      circle(size * 0.22, -size * 0.03, size * 0.09, mint),
    1,
    turn,
  );
}
