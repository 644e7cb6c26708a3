import { poses } from '../draw/figure.ts';
import { random } from '../draw/random.ts';
import type { Panel, StripStyle } from '../draw/strip.ts';
import {
  at,
  circle,
  clip,
  curve,
  ellipse,
  faint,
  gradient,
  lines,
  type Paint,
  type Point,
  pattern,
  radial,
  rect,
  repeat,
  shape,
  stroke,
} from '../draw/svg.ts';
import { type Dress, walker } from './paper-parts.ts';

/** Woodblock: flat inks that fade by the printer's rag, a firm black line, waves with fingers. */
export const ink = '#1b2233';
export const prussian = '#1f4e86';
export const indigo = '#173258';
export const sky = '#a9cbd6';
export const sand = '#f1e3c4';
export const vermilion = '#cf4a30';
export const ochre = '#e0a63f';
export const foam = '#fbf5e4';
export const style: StripStyle = {
  width: 800,
  background: '#f6ecd4',
  border: { color: ink, width: 4 },
  margin: 36,
  format: 'jpg',
  grain: 0.07,
};
export const wide = { left: 0, right: 0 };
export const fisher: Dress = {
  robe: '#34568b',
  robeDark: '#22395f',
  skin: '#f0cfa8',
  hat: '#d9b566',
  scarf: vermilion,
  hair: '#15161d',
};

export type Hour = 'day' | 'dusk' | 'night' | 'deep';
export const skies: Record<Hour, Paint> = {
  day: gradient([
    [0, '#2f6ea3'],
    [0.3, sky],
    [0.62, sand],
    [1, '#f3c9a0'],
  ]),
  dusk: gradient([
    [0, '#233a6b'],
    [0.36, '#c9806a'],
    [0.64, '#f2b36b'],
    [1, sand],
  ]),
  night: gradient([
    [0, '#0c1630'],
    [0.5, '#24457c'],
    [1, '#6f9fb8'],
  ]),
  deep: gradient([
    [0, '#2f6ea3'],
    [0.45, '#173258'],
    [1, '#070d1d'],
  ]),
};

export const scales = pattern(
  44,
  22,
  `<g fill="none" stroke="${sky}" stroke-width="2" opacity=".7">${[0, 1, 2].map((i) => `<circle cx="22" cy="22" r="${20 - i * 6}"/><circle cx="0" cy="33" r="${20 - i * 6}"/><circle cx="44" cy="33" r="${20 - i * 6}"/>`).join('')}</g>`,
);
export const grainLines = (w: number, h: number): string =>
  faint(
    0.07,
    repeat(Math.floor(h / 16), (i) =>
      stroke(`M0 ${i * 16}q${w * 0.25} ${Math.sin(i) * 12} ${w * 0.5} 0t${w * 0.5} 0`, ink, 1.4),
    ),
  );

/** A wave that stands up and claws: body, inner stripes, and foam fingers along its crest. */
export function wave(x: number, y: number, size: number, facing: 1 | -1 = 1, seed = 'w'): string {
  const chance = random(seed + size);
  const s = (points: readonly Point[]): Point[] => points.map(([px, py]) => [px * size, py * size]);
  const back = s([
    [-0.9, 0.06],
    [-0.5, -0.1],
    [-0.2, -0.42],
    [0.05, -0.78],
    [0.36, -1],
    [0.7, -1.02],
    [0.98, -0.84],
    [1.08, -0.6],
  ]);
  const under = s([
    [0.98, -0.62],
    [0.8, -0.74],
    [0.58, -0.66],
    [0.46, -0.46],
    [0.5, -0.22],
    [0.74, -0.02],
    [1.2, 0.08],
  ]);
  const body = `${curve([...back, ...under])}L${1.2 * size} ${0.5 * size}L${-0.9 * size} ${0.5 * size}Z`;
  const ribs = repeat(5, (i) => {
    const k = 0.1 + i * 0.09;
    return stroke(
      curve(
        s([
          [-0.7 + k, 0.1 + k * 0.2],
          [-0.3 + k, -0.2 + k * 0.3],
          [0 + k * 0.9, -0.56 + k * 0.5],
          [0.3 + k * 0.5, -0.84 + k * 0.66],
          [0.62 + k * 0.1, -0.9 + k * 0.5],
        ]),
      ),
      i % 2 ? sky : '#5f97bd',
      size * (0.03 - i * 0.003),
    );
  });
  const rim = [...back.slice(3), ...under.slice(0, 4)];
  const fingers = repeat(26, (i) => {
    const place = (i / 25) * (rim.length - 1);
    const [from, to] = [rim[Math.floor(place)] as Point, rim[Math.min(rim.length - 1, Math.floor(place) + 1)] as Point]; // inside the list by construction
    const part = place % 1;
    const [fx, fy] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    const long = size * chance.range(0.08, 0.15);
    const turn = -30 + (i / 25) * 190 + chance.range(-14, 14);
    const claw = `M${-long * 0.45} ${long * 0.2}Q${-long * 0.3} ${-long * 0.7} ${long * 0.5} ${-long}Q${long * 0.06} ${-long * 0.5} ${long * 0.5} ${-long * 0.36}Q${long * 0.1} ${-long * 0.1} ${long * 0.45} ${long * 0.2}Z`;
    return at(fx, fy, shape(claw, foam, `stroke="${ink}" stroke-width="${Math.max(1.4, size * 0.006)}"`), 1, turn);
  });
  const spray = repeat(22, () =>
    circle(
      size * chance.range(0.3, 1.5),
      size * chance.range(-1.3, -0.55),
      size * chance.range(0.006, 0.018),
      foam,
      `stroke="${ink}" stroke-width="1"`,
    ),
  );
  return `<g transform="translate(${x} ${y}) scale(${facing} 1)">${shape(
    body,
    gradient([
      [0, '#3b78ab'],
      [0.6, prussian],
      [1, indigo],
    ]),
    `stroke="${ink}" stroke-width="${Math.max(2, size * 0.009)}"`,
  )}${ribs}${fingers}${spray}</g>`;
}

/** Rows of swell, nearer ones darker. */
export function sea(seed: string, w: number, h: number, top: number, rows = 5, calm = 1): string {
  const chance = random(seed);
  return repeat(rows, (row) => {
    const y = top + ((h - top) * row) / rows;
    const points = Array.from(
      { length: 9 },
      (_, i): Point => [(w * (i - 0.5)) / 7, y + (i % 2 ? -1 : 1) * (10 + row * 7) * calm * chance.range(0.6, 1.2)],
    );
    const d = curve(points);
    const tone =
      ['#7fb0c4', '#4f8bb3', '#2f6ea3', prussian, indigo][Math.min(4, Math.floor((row / rows) * 5))] ?? prussian;
    return (
      shape(`${d}V${h + 10}H-80Z`, tone, `stroke="${ink}" stroke-width="${1.5 + row * 0.4}"`) +
      stroke(d, foam, 4 + row, `transform="translate(0 ${9 + row * 2})" opacity=".85"`) +
      repeat(4, () =>
        stroke(
          `M${chance.range(0, w).toFixed(0)} ${(y + chance.range(24, 60)).toFixed(0)}q30 -14 60 0t60 0`,
          foam,
          2.5,
          'opacity=".55"',
        ),
      )
    );
  });
}

export const sun = (x: number, y: number, r: number): string =>
  circle(
    x,
    y,
    r,
    gradient([
      [0, '#b8321f'],
      [0.7, vermilion],
      [1, '#ee9a62'],
    ]),
  );
export const bars = (seed: string, w: number, h: number): string => {
  const chance = random(seed);
  return repeat(5, () => {
    const [x, y, long] = [chance.range(-0.2, 0.8) * w, chance.range(0.06, 0.42) * h, chance.range(0.2, 0.5) * w];
    return (
      rect(x, y, long, 13, foam, 'rx="7" opacity=".75"') +
      rect(x + long * 0.2, y + 22, long * 0.6, 9, foam, 'rx="5" opacity=".6"')
    );
  });
};
export const fuji = (w: number, h: number, x = 0.3, top = 0.34): string =>
  shape(
    `M${w * (x - 0.36)} ${h * 0.64}Q${w * (x - 0.1)} ${h * 0.52} ${w * (x - 0.03)} ${h * top}l${w * 0.02} 8l${w * 0.02} -8l${w * 0.02} 8Q${w * (x + 0.12)} ${h * 0.54} ${w * (x + 0.42)} ${h * 0.64}Z`,
    gradient([
      [0, foam],
      [0.28, foam],
      [0.3, '#4b6f96'],
      [1, '#9fb7bd'],
    ]),
    `stroke="${ink}" stroke-width="2"`,
  );

export function lanternLight(x: number, y: number, r: number): string {
  return (
    circle(
      x,
      y,
      r * 4,
      radial([
        [0, '#ffd98a', 0.85],
        [0.4, '#ffc25a', 0.3],
        [1, '#ffc25a', 0],
      ]),
    ) +
    shape(
      `M${x - r * 0.8} ${y - r}Q${x - r * 1.2} ${y} ${x - r * 0.8} ${y + r}H${x + r * 0.8}Q${x + r * 1.2} ${y} ${x + r * 0.8} ${y - r}Z`,
      radial([
        [0, '#fff6d6'],
        [1, '#f6b13f'],
      ]),
      `stroke="${ink}" stroke-width="3"`,
    ) +
    repeat(3, (i) => stroke(`M${x - r} ${y - r * 0.5 + i * r * 0.5}h${r * 2}`, '#b5702044', 2)) +
    rect(x - r * 0.6, y - r * 1.22, r * 1.2, r * 0.24, ink) +
    rect(x - r * 0.6, y + r * 0.98, r * 1.2, r * 0.24, ink)
  );
}

export function boat(
  x: number,
  y: number,
  size: number,
  turn = 0,
  pose: keyof typeof poses = 'sit',
  lit = true,
): string {
  const hull = `M${-size} ${-size * 0.22}Q${-size * 0.6} ${size * 0.16} 0 ${size * 0.16}T${size * 1.05} ${-size * 0.34}Q${size * 0.5} ${-size * 0.02} 0 ${-size * 0.02}T${-size} ${-size * 0.22}Z`;
  return at(
    x,
    y,
    walker(-size * 0.2, pose === 'sit' ? -size * 0.0 : size * 0.02, size * 0.9, poses[pose], fisher) +
      stroke(
        `M${size * 0.55} ${-size * 0.1}V${-size * 0.9}q0 ${-size * 0.1} ${size * 0.16} ${-size * 0.08}`,
        ink,
        size * 0.03,
      ) +
      (lit ? lanternLight(size * 0.72, -size * 0.72, size * 0.13) : '') +
      shape(
        hull,
        gradient([
          [0, '#c98f4e'],
          [1, '#7a4a25'],
        ]),
        `stroke="${ink}" stroke-width="${size * 0.02}"`,
      ) +
      stroke(
        `M${-size * 0.86} ${-size * 0.12}Q${-size * 0.4} ${size * 0.07} 0 ${size * 0.07}T${size * 0.9} ${-size * 0.18}`,
        ink,
        size * 0.012,
      ),
    1,
    turn,
  );
}

/** The whale, as long as `size`, a shrine and pines on its back and the light before its brow. */
export function whale(
  x: number,
  y: number,
  size: number,
  turn = 0,
  facing: 1 | -1 = 1,
  lit = true,
  eye = true,
): string {
  const s = (points: readonly Point[]): Point[] => points.map(([px, py]) => [px * size, py * size]);
  const back = s([
    [0.5, -0.02],
    [0.44, -0.14],
    [0.24, -0.22],
    [-0.02, -0.21],
    [-0.26, -0.11],
    [-0.42, -0.02],
    [-0.54, -0.14],
    [-0.62, -0.16],
    [-0.56, -0.04],
    [-0.62, 0.06],
    [-0.5, 0.04],
    [-0.4, 0.05],
    [-0.2, 0.12],
    [0.06, 0.16],
    [0.32, 0.13],
    [0.47, 0.06],
  ]);
  const d = curve(back, true);
  const belly = clip(
    d,
    shape(
      curve(
        s([
          [0.56, 0.02],
          [0.3, 0.035],
          [0.06, 0.06],
          [-0.2, 0.09],
          [-0.1, 0.3],
          [0.5, 0.3],
        ]),
        true,
      ),
      foam,
    ) +
      repeat(9, (i) =>
        stroke(
          curve(
            s([
              [0.5, 0.035 + i * 0.012],
              [0.26, 0.05 + i * 0.016],
              [0.02, 0.075 + i * 0.017],
            ]),
          ),
          prussian,
          size * 0.0035,
        ),
      ) +
      shape(
        curve(
          s([
            [0.3, -0.3],
            [-0.5, -0.3],
            [-0.5, -0.08],
            [-0.1, -0.12],
            [0.2, -0.15],
          ]),
          true,
        ),
        scales,
      ),
  );
  const fin = shape(
    curve(
      s([
        [0.14, 0.08],
        [0.06, 0.2],
        [-0.06, 0.27],
        [-0.05, 0.18],
        [0.02, 0.09],
      ]),
      true,
    ),
    prussian,
    `stroke="${ink}" stroke-width="${size * 0.006}"`,
  );
  const look = eye
    ? ellipse(
        size * 0.33,
        -size * 0.005,
        size * 0.02,
        size * 0.014,
        foam,
        `stroke="${ink}" stroke-width="${size * 0.005}"`,
      ) + circle(size * 0.334, -size * 0.004, size * 0.008, ink)
    : stroke(`M${size * 0.31} ${-size * 0.005}q${size * 0.02} ${size * 0.012} ${size * 0.04} 0`, ink, size * 0.005);
  const mouth = stroke(
    curve(
      s([
        [0.49, 0.02],
        [0.4, 0.026],
        [0.3, 0.05],
        [0.24, 0.04],
      ]),
    ),
    ink,
    size * 0.006,
  );
  const shrine =
    at(
      size * 0.08,
      -size * 0.205,
      stroke(
        `M${-size * 0.04} 0V${-size * 0.1}M${size * 0.04} 0V${-size * 0.1}M${-size * 0.05} ${-size * 0.075}H${size * 0.05}`,
        vermilion,
        size * 0.012,
      ) +
        stroke(
          `M${-size * 0.07} ${-size * 0.112}Q0 ${-size * 0.095} ${size * 0.07} ${-size * 0.112}`,
          vermilion,
          size * 0.016,
        ),
    ) +
    repeat(3, (i) =>
      at(
        size * (-0.06 - i * 0.045),
        -size * (0.19 - i * 0.014),
        stroke(`M0 0V${-size * 0.05}`, '#5b3a20', size * 0.008) +
          ellipse(0, -size * 0.06, size * 0.03, size * 0.013, '#2f6b4f', `stroke="${ink}" stroke-width="1.5"`) +
          ellipse(
            size * 0.006,
            -size * 0.082,
            size * 0.02,
            size * 0.011,
            '#2f6b4f',
            `stroke="${ink}" stroke-width="1.5"`,
          ),
      ),
    );
  const rod = stroke(
    curve(
      s([
        [0.4, -0.17],
        [0.48, -0.28],
        [0.58, -0.3],
        [0.63, -0.22],
      ]),
    ),
    ink,
    size * 0.007,
  );
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${facing} 1)">${rod}${shrine}${shape(
    d,
    gradient([
      [0, '#2d5f99'],
      [1, indigo],
    ]),
    `stroke="${ink}" stroke-width="${size * 0.007}"`,
  )}${belly}${stroke(d, ink, size * 0.007)}${mouth}${look}${fin}${lit ? lanternLight(size * 0.63, -size * 0.185, size * 0.032) : ''}</g>`;
}

export type Draw = (w: number, h: number) => string;
export const scene =
  (hour: Hour, draw: Draw): Panel['art'] =>
  (w, h) =>
    rect(0, 0, w, h, skies[hour]) + draw(w, h) + grainLines(w, h);
export const p = (height: number, art: Panel['art'], more: Partial<Panel> = {}): Panel => ({
  height,
  art,
  gap: 50,
  ...more,
});
export const full = { ...wide, gap: 0 };
export const fishes = (w: number, h: number, count: number): string =>
  repeat(count, (i) =>
    at(
      (i * 137) % w,
      h * 0.2 + ((i * 89) % (h * 0.7)),
      shape('M-30 0Q-6 -18 22 0L40 -14V14L22 0Q-6 18 -30 0Z', i % 3 ? sky : ochre, `stroke="${ink}" stroke-width="2"`) +
        circle(-16, -3, 2.6, ink),
      0.7 + (i % 4) * 0.25,
      ((i * 23) % 40) - 20,
    ),
  );
export const rainLines = (w: number, h: number): string =>
  faint(
    0.55,
    repeat(60, (i) => stroke(`M${(i * 71) % (w + 200)} ${((i * 131) % h) - 60}l-60 220`, ink, 1.6)),
  );
export const bolts = (w: number, h: number): string =>
  shape(
    lines([
      [w * 0.66, 0],
      [w * 0.56, h * 0.2],
      [w * 0.64, h * 0.2],
      [w * 0.5, h * 0.46],
      [w * 0.74, h * 0.16],
      [w * 0.66, h * 0.16],
      [w * 0.76, 0],
    ]),
    '#ffe9a0',
    `stroke="${ink}" stroke-width="3"`,
  );
export const hand: Draw = (w, h) =>
  shape(
    `M${w * 0.05} ${h}Q${w * 0.24} ${h * 0.62} ${w * 0.5} ${h * 0.66}Q${w * 0.62} ${h * 0.66} ${w * 0.6} ${h * 0.74}Q${w * 0.5} ${h * 0.8} ${w * 0.4} ${h}Z`,
    fisher.skin,
    `stroke="${ink}" stroke-width="5"`,
  );
export const eyeClose: Panel['art'] = (w, h) =>
  rect(
    0,
    0,
    w,
    h,
    gradient([
      [0, '#2d5f99'],
      [1, indigo],
    ]),
  ) +
  rect(0, 0, w, h, scales, 'opacity=".5"') +
  ellipse(w * 0.5, h * 0.5, w * 0.36, h * 0.32, indigo, `stroke="${ink}" stroke-width="8"`) +
  ellipse(w * 0.5, h * 0.5, w * 0.27, h * 0.23, foam, `stroke="${ink}" stroke-width="7"`) +
  circle(
    w * 0.5,
    h * 0.5,
    h * 0.2,
    radial([
      [0, '#8a5a20'],
      [0.6, ochre],
      [1, '#8a5a20'],
    ]),
  ) +
  circle(w * 0.5, h * 0.5, h * 0.1, ink) +
  at(w * 0.5, h * 0.5, boat(0, 10, h * 0.055, 0, 'sit')) +
  circle(w * 0.56, h * 0.42, h * 0.03, '#fff') +
  grainLines(w, h);
