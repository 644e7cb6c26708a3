import { sprig } from '../draw/nature.ts';
import { type Picture, svg } from '../draw/picture.ts';
import { random } from '../draw/random.ts';
import { type Panel, type StripStyle, slice } from '../draw/strip.ts';
import {
  at,
  blur,
  circle,
  curve,
  ellipse,
  faint,
  gradient,
  group,
  lines,
  radial,
  rect,
  repeat,
  shape,
  star,
  stroke,
} from '../draw/svg.ts';

/** Sun prints: whatever lay on the paper stays white on Prussian blue. The last lamp of the world finds a seedling. */
const white = '#f2f7fa';
const pale = '#b9d4e6';
const style: StripStyle = { width: 800, background: '#0f2f57', border: null, margin: 44, format: 'jpg', grain: 0.13 };
const paper = (w: number, h: number): string =>
  rect(
    0,
    0,
    w,
    h,
    radial(
      [
        [0, '#2a6ca8'],
        [0.7, '#174a80'],
        [1, '#0d2c52'],
      ],
      0.5,
      0.45,
      0.75,
    ),
  ) + wash(w, h);

/** The brush that laid the salts on left its streaks. */
function wash(w: number, h: number): string {
  const chance = random(`${w}x${h}`);
  return faint(
    0.1,
    repeat(26, () =>
      stroke(
        `M${chance.range(-50, w * 0.4).toFixed(0)} ${chance.range(0, h).toFixed(0)}q${w * 0.4} ${chance.range(-30, 30).toFixed(0)} ${w} ${chance.range(-20, 20).toFixed(0)}`,
        chance.pick(['#ffffff', '#04152b']),
        chance.range(4, 26),
      ),
    ),
  );
}

function fern(x: number, y: number, size: number, turn: number, opacity = 0.9): string {
  const pairs = 24;
  const thick = (size / pairs) * 0.62;
  const leaves = repeat(pairs, (i) => {
    const part = i / pairs;
    const long = size * 0.24 * Math.sin((1 - part) * 2.2) + 4;
    const leaf = (side: number): string =>
      `M0 ${-size * part}q${side * long * 0.4} ${-long * 0.1 - thick} ${side * long} ${-long * 0.34}q${-side * long * 0.5} ${long * 0.3} ${-side * long} ${long * 0.34}Z`;
    return shape(leaf(-1) + leaf(1), white);
  });
  return at(x, y, faint(opacity, stroke(`M0 0V${-size}`, white, Math.max(2, size * 0.01)) + leaves), 1, turn);
}

function dandelion(x: number, y: number, size: number, stem: number): string {
  return (
    stroke(`M${x} ${y}q${size * 0.3} ${stem * 0.5} 0 ${stem}`, white, 3) +
    circle(x, y, size * 0.12, white) +
    repeat(40, (i) =>
      at(
        x,
        y,
        stroke(`M0 ${-size * 0.12}V${-size * (0.7 + (i % 3) * 0.12)}`, white, 1.1) +
          repeat(5, (k) =>
            at(0, -size * (0.7 + (i % 3) * 0.12), stroke(`M0 0V${-size * 0.13}`, pale, 1), 1, (k - 2) * 34),
          ),
        1,
        i * 9,
      ),
    )
  );
}

/** A street lamp that learned to walk: bulb for a head, wire arms, three iron feet. `glow` 0..1. */
function lampling(
  x: number,
  y: number,
  size: number,
  glow: number,
  pose: 'stand' | 'kneel' | 'reach' | 'lie',
  happy = true,
): string {
  const low = pose === 'kneel' ? 0.72 : 1;
  const tall = size * low;
  const head = -tall * 0.82;
  const light =
    glow > 0
      ? circle(
          0,
          head,
          size * 0.62 * (0.6 + glow),
          radial([
            [0, '#ffffff', 0.75 * glow],
            [0.4, '#fff6d8', 0.3 * glow],
            [1, '#ffffff', 0],
          ]),
        )
      : '';
  const bulb = shape(
    `M${-size * 0.09} ${head + size * 0.17}C${-size * 0.1} ${head + size * 0.1} ${-size * 0.17} ${head + size * 0.06} ${-size * 0.17} ${head - size * 0.03}A${size * 0.17} ${size * 0.17} 0 0 1 ${size * 0.17} ${head - size * 0.03}C${size * 0.17} ${head + size * 0.06} ${size * 0.1} ${head + size * 0.1} ${size * 0.09} ${head + size * 0.17}Z`,
    glow > 0.2 ? white : '#6f9fc4',
    `stroke="${white}" stroke-width="${size * 0.012}"`,
  );
  const face =
    glow > 0.05
      ? circle(-size * 0.06, head - size * 0.01, size * 0.019, '#123c6b') +
        circle(size * 0.06, head - size * 0.01, size * 0.019, '#123c6b') +
        stroke(
          `M${-size * 0.035} ${head + size * 0.05}q${size * 0.035} ${happy ? size * 0.035 : -size * 0.025} ${size * 0.07} 0`,
          '#123c6b',
          size * 0.013,
        )
      : stroke(
          `M${-size * 0.085} ${head}h${size * 0.05}M${size * 0.035} ${head}h${size * 0.05}`,
          '#123c6b',
          size * 0.014,
        );
  const cap =
    rect(-size * 0.1, head + size * 0.16, size * 0.2, size * 0.035, white) +
    rect(-size * 0.085, head + size * 0.205, size * 0.17, size * 0.03, white) +
    rect(-size * 0.1, head + size * 0.245, size * 0.2, size * 0.03, white);
  const arms = {
    stand: `M${-size * 0.05} ${-tall * 0.46}q${-size * 0.2} ${size * 0.06} ${-size * 0.16} ${size * 0.2}M${size * 0.05} ${-tall * 0.46}q${size * 0.2} ${size * 0.06} ${size * 0.16} ${size * 0.2}`,
    kneel: `M0 ${-tall * 0.44}q${size * 0.24} ${size * 0.06} ${size * 0.36} ${size * 0.24}M${-size * 0.04} ${-tall * 0.44}q${-size * 0.14} ${size * 0.1} ${-size * 0.02} ${size * 0.26}`,
    reach: `M${size * 0.04} ${-tall * 0.46}q${size * 0.2} ${-size * 0.06} ${size * 0.3} ${-size * 0.26}M${-size * 0.04} ${-tall * 0.46}q${-size * 0.2} ${-size * 0.02} ${-size * 0.26} ${-size * 0.2}`,
    lie: `M0 ${-tall * 0.44}q${size * 0.2} ${size * 0.1} ${size * 0.3} ${size * 0.02}M0 ${-tall * 0.44}q${-size * 0.2} ${size * 0.1} ${-size * 0.26} ${size * 0.16}`,
  }[pose];
  const body =
    stroke(`M0 ${head + size * 0.27}V${-tall * 0.2}`, white, size * 0.07) +
    stroke(arms, white, size * 0.028) +
    stroke(
      `M0 ${-tall * 0.22}Q${-size * 0.2} ${-tall * 0.16} ${-size * 0.2} 0M0 ${-tall * 0.22}Q${size * 0.2} ${-tall * 0.16} ${size * 0.2} 0M0 ${-tall * 0.22}V0`,
      white,
      size * 0.04,
    ) +
    stroke(
      `M${-size * 0.26} 0h${size * 0.12}M${size * 0.14} 0h${size * 0.12}M${-size * 0.05} 0h${size * 0.1}`,
      white,
      size * 0.035,
    );
  return at(x, y, light + body + cap + bulb + face, 1, pose === 'lie' ? 82 : 0);
}

function seedling(x: number, y: number, size: number): string {
  return (
    stroke(`M${x} ${y}q${-size * 0.1} ${-size * 0.4} 0 ${-size * 0.6}`, white, Math.max(3, size * 0.06)) +
    shape(
      `M${x} ${y - size * 0.58}q${-size * 0.4} ${-size * 0.34} ${-size * 0.5} 0q${size * 0.2} ${size * 0.2} ${size * 0.5} 0ZM${x} ${y - size * 0.6}q${size * 0.3} ${-size * 0.5} ${size * 0.56} ${-size * 0.2}q${-size * 0.16} ${size * 0.26} ${-size * 0.56} ${size * 0.2}Z`,
      white,
    )
  );
}

/** The seedling, grown: a trunk, and boughs all the way up. */
function tree(x: number, y: number, size: number): string {
  const trunk = (part: number): readonly [number, number] => [x + Math.sin(part * 3) * size * 0.05, y - size * part];
  const boughs = repeat(17, (i) => {
    const part = 0.24 + (i / 17) * 0.76;
    const [bx, by] = trunk(part);
    return at(
      bx,
      by,
      sprig(`bough${i}`, 0, 0, size * 0.36 * (1.25 - part * 0.7), white, 9),
      1,
      (i % 2 ? 1 : -1) * (82 - part * 62),
    );
  });
  return (
    shape(
      curve([[x - size * 0.035, y], trunk(0.3), trunk(0.6), trunk(1), trunk(0.62), [x + size * 0.05, y]], true),
      white,
    ) + boughs
  );
}

/** The rest of the city: hollow towers, one leaning on the next. */
function ruins(seed: string, w: number, floor: number, tall: number, tone: string): string {
  const chance = random(seed);
  return repeat(9, (i) => {
    const x = (w * i) / 8.4 - 30;
    const [wide, high] = [chance.range(0.07, 0.13) * w, chance.range(0.4, 1) * tall];
    const top = lines([
      [x, floor],
      [x, floor - high],
      [x + wide * 0.3, floor - high * 1.06],
      [x + wide * 0.5, floor - high * 0.9],
      [x + wide * 0.8, floor - high * 0.98],
      [x + wide, floor - high * 0.8],
      [x + wide, floor],
    ]);
    const holes = repeat(Math.floor(high / 44), (r) =>
      repeat(3, (c) =>
        chance.chance(0.6)
          ? rect(x + wide * (0.16 + c * 0.27), floor - high * 0.86 + r * 44, wide * 0.16, 22, '#0d2c52', 'opacity=".8"')
          : '',
      ),
    );
    return group(
      shape(top, tone) + holes,
      `transform="rotate(${chance.range(-5, 5).toFixed(1)} ${x + wide / 2} ${floor})"`,
    );
  });
}

const dust = (seed: string, w: number, h: number, count: number): string => {
  const c = random(seed);
  return repeat(count, () =>
    circle(c.range(0, w), c.range(0, h), c.range(0.6, 3), white, `opacity="${c.range(0.2, 0.8).toFixed(2)}"`),
  );
};
const soil = (w: number, h: number, top: number): string =>
  shape(
    `M0 ${h}V${top}Q${w * 0.3} ${top - 24} ${w * 0.6} ${top + 6}T${w} ${top - 8}V${h}Z`,
    gradient([
      [0, '#0d2c52'],
      [1, '#071a33'],
    ]),
  ) + stroke(`M0 ${top}Q${w * 0.3} ${top - 24} ${w * 0.6} ${top + 6}T${w} ${top - 8}`, pale, 3);
type Draw = (w: number, h: number) => string;
const panel = (height: number, draw: Draw, more: Partial<Panel> = {}): Panel => ({
  height,
  gap: 56,
  art: (w, h) =>
    paper(w, h) +
    draw(w, h) +
    stroke(`M6 ${h * 0.01}L${w - 8} 8L${w - 5} ${h - 8}L8 ${h - 5}Z`, '#0a2444', 14, 'opacity=".7"'),
  ...more,
});
const full = { left: 0, right: 0, gap: 0 };

export const lastLightPages: ReadonlyMap<string, () => Picture> = new Map([
  [
    '1',
    () =>
      slice(
        style,
        [
          panel(
            1240,
            (w, h) =>
              dust('d1', w, h, 120) +
              ruins('r1', w, h * 0.84, h * 0.5, '#3f7cb0') +
              ruins('r2', w, h * 0.9, h * 0.3, '#2a6298') +
              soil(w, h, h * 0.86) +
              lampling(w * 0.5, h * 0.9, 210, 0.7, 'stand', false),
            full,
          ),
        ],
        0,
      ),
  ],
  [
    '2',
    () =>
      slice(
        style,
        [
          panel(
            560,
            (w, h) =>
              ruins('r3', w, h, h * 0.9, '#2a6298') +
              soil(w, h, h * 0.84) +
              repeat(5, (i) =>
                lampling(w * (0.12 + i * 0.2), h * 0.9, 190, i === 2 ? 0.7 : 0, i === 2 ? 'stand' : 'lie', false),
              ),
          ),
          panel(520, (w, h) => lampling(w * 0.5, h * 1.9, h * 1.9, 0.45, 'stand', false), { left: 200 }),
        ],
        40,
      ),
  ],
  [
    '3',
    () =>
      slice(
        style,
        [
          panel(
            520,
            (w, h) =>
              soil(w, h, h * 0.7) +
              stroke(`M${w * 0.3} ${h * 0.72}l50 30 40 -16 60 40`, pale, 5) +
              seedling(w * 0.52, h * 0.72, 110),
            { right: 180 },
          ),
          panel(
            640,
            (w, h) =>
              soil(w, h, h * 0.8) + seedling(w * 0.66, h * 0.82, 90) + lampling(w * 0.36, h * 0.84, 430, 0.75, 'kneel'),
          ),
        ],
        40,
      ),
  ],
  [
    '4',
    () =>
      slice(
        style,
        [
          panel(
            420,
            (w, h) =>
              soil(w, h, h * 0.86) +
              repeat(3, (i) => at(w * (0.2 + i * 0.3), h * 0.86, seedling(0, 0, 80 + i * 70))) +
              circle(w * 0.2, h * 0.2, 30, white) +
              repeat(3, (i) => stroke(`M${w * 0.3 + i * 150} ${h * 0.2}h80`, pale, 4, 'stroke-dasharray="4 12"')),
          ),
          panel(
            700,
            (w, h) =>
              dust('d4', w, h, 60) +
              soil(w, h, h * 0.84) +
              sprig('s4', w * 0.64, h * 0.86, 330, white, 9) +
              lampling(w * 0.36, h * 0.86, 380, 0.36, 'reach'),
            { slantTop: 40 },
          ),
        ],
        40,
      ),
  ],
  [
    '5',
    () =>
      slice(
        style,
        [
          panel(460, (w, h) => lampling(w * 0.5, h * 1.85, h * 1.8, 0.12, 'stand', true), { left: 180 }),
          panel(
            720,
            (w, h) =>
              soil(w, h, h * 0.84) +
              sprig('s5', w * 0.4, h * 0.86, 520, white, 12) +
              lampling(w * 0.74, h * 0.86, 300, 0, 'lie'),
          ),
        ],
        0,
      ),
  ],
  [
    '6',
    () =>
      slice(
        style,
        [
          panel(
            2000,
            (w, h) =>
              dust('d6', w, h, 220) +
              circle(
                w * 0.5,
                h * 0.2,
                520,
                radial([
                  [0, '#ffffff', 0.55],
                  [1, '#ffffff', 0],
                ]),
              ) +
              repeat(7, (i) => fern(w * (0.06 + i * 0.15), h * 0.96, 300 + ((i * 173) % 420), -22 + i * 7, 0.75)) +
              tree(w * 0.5, h * 0.95, h * 0.66) +
              repeat(9, (i) =>
                at(
                  w * (0.22 + ((i * 0.31) % 0.6)),
                  h * (0.26 + ((i * 0.13) % 0.34)),
                  circle(
                    0,
                    0,
                    90,
                    radial([
                      [0, '#fffbe8', 0.8],
                      [1, '#ffffff', 0],
                    ]),
                  ) +
                    shape(star(0, 0, 34, 15, 6), white) +
                    circle(0, 0, 9, '#174a80'),
                ),
              ) +
              dandelion(w * 0.16, h * 0.66, 110, h * 0.3) +
              dandelion(w * 0.86, h * 0.72, 90, h * 0.24) +
              soil(w, h, h * 0.95) +
              lampling(w * 0.26, h * 0.97, 240, 0, 'lie'),
            full,
          ),
        ],
        0,
      ),
  ],
]);

export function lastLightCover(): Picture {
  const [w, h] = [900, 1200];
  const edge = blur(
    3,
    stroke(
      curve(
        [
          [40, 46],
          [300, 34],
          [620, 50],
          [862, 38],
          [870, 400],
          [856, 800],
          [866, 1160],
          [560, 1168],
          [220, 1156],
          [38, 1164],
          [46, 760],
          [34, 360],
        ],
        true,
      ),
      '#eef4f4',
      34,
    ),
  );
  const ferns = fern(120, 1150, 760, 5, 0.92) + fern(790, 1160, 820, -6, 0.92);
  return {
    width: w,
    height: h,
    format: 'jpg',
    grain: 0.13,
    svg: svg(
      w,
      h,
      rect(0, 0, w, h, '#eef4f4') +
        paper(w, h) +
        dust('cover', w, h, 120) +
        ferns +
        dandelion(200, 250, 130, 460) +
        dandelion(720, 220, 110, 480) +
        circle(
          450,
          470,
          420,
          radial([
            [0, '#ffffff', 0.4],
            [1, '#ffffff', 0],
          ]),
        ) +
        ellipse(450, 1085, 330, 40, '#0b2747', 'opacity=".8"') +
        lampling(430, 1080, 720, 0.32, 'reach') +
        seedling(640, 1080, 150) +
        rect(0, 0, w, h, 'none', 'stroke="#eef4f4" stroke-width="70"') +
        edge,
    ),
  };
}
