import { joints, type Pose, step } from '../draw/figure.ts';
import { hills, pillars, pine } from '../draw/nature.ts';
import { random } from '../draw/random.ts';
import {
  at,
  circle,
  curve,
  ellipse,
  fade,
  lines,
  radial,
  rect,
  repeat,
  rim,
  shape,
  stroke,
  taper,
} from '../draw/svg.ts';

/** Sheets of coloured paper, the farthest first; `sun` and `accent` are the only loud ones. */
export type Sheets = {
  sky: readonly [string, string];
  sun: string;
  layers: readonly string[];
  accent: string;
  ink: string;
};

export const dawn: Sheets = {
  sky: ['#f7d9b7', '#fdf1dc'],
  sun: '#e8553a',
  layers: ['#e9c9a8', '#a9c3b0', '#6fa39a', '#3d7c7c', '#1f5560', '#123843'],
  accent: '#e8553a',
  ink: '#0e2a33',
};
export const jade: Sheets = {
  sky: ['#cfe5d6', '#f3f7e6'],
  sun: '#fff8dc',
  layers: ['#b7d6c2', '#8fc0aa', '#5c9f8b', '#357a6d', '#1e5850', '#103a37'],
  accent: '#d9432f',
  ink: '#0b2b2a',
};
export const dusk: Sheets = {
  sky: ['#5b2a58', '#f28a4f'],
  sun: '#ffd27a',
  layers: ['#c95f55', '#a04460', '#763463', '#51285a', '#331d48', '#1d1233'],
  accent: '#ffd27a',
  ink: '#150c26',
};
export const night: Sheets = {
  sky: ['#0c1636', '#2b4a7e'],
  sun: '#f5edd0',
  layers: ['#335588', '#28457a', '#1e3567', '#162753', '#0f1b3e', '#09112b'],
  accent: '#ffb648',
  ink: '#060b1e',
};

/** A sheet lying on the one behind it. */
export function sheet(content: string, lift = 8): string {
  return rim(content, lift > 6);
}

export function sky(w: number, h: number, sheets: Sheets): string {
  return rect(0, 0, w, h, fade(...sheets.sky));
}

export function sun(x: number, y: number, r: number, sheets: Sheets): string {
  const halo = circle(
    x,
    y,
    r * 2.4,
    radial([
      [0, sheets.sun, 0.45],
      [1, sheets.sun, 0],
    ]),
  );
  return halo + sheet(circle(x, y, r, sheets.sun), 6);
}

/** Mountains behind mountains, each sheet paler the farther it is, with mist cut between them. */
export function range(seed: string, w: number, h: number, sheets: Sheets, from: number, count = 5): string {
  const chance = random(seed);
  return repeat(count, (index) => {
    const color = sheets.layers[index + (6 - count)] ?? sheets.ink;
    const top = from + ((h - from) * index) / (count + 0.6);
    const d =
      index < count - 2
        ? pillars(`${seed}${index}`, w, top - h * 0.12, h + 40, 4 + chance.int(0, 2)) +
          hills(`${seed}h${index}`, w, top + h * 0.12, h * 0.08, h + 40)
        : hills(`${seed}${index}`, w, top, h * 0.16, h + 40, 210);
    const trees =
      index === count - 1
        ? pine(`${seed}p`, w * chance.range(0.08, 0.2), h * 0.98, h * 0.32, sheets.ink, sheets.ink)
        : '';
    const vapour = index > 0 ? ribbon(`${seed}m${index}`, w, top + h * 0.02, sheets) : '';
    return vapour + sheet(shape(d, fade(color, mix(color, sheets.sky[1], 0.28))) + trees);
  });
}

/** A strip of cloud with rounded ends, as cut with scissors. */
export function ribbon(seed: string, w: number, y: number, sheets: Sheets): string {
  const chance = random(seed);
  return sheet(
    repeat(2, () => {
      const long = chance.range(0.22, 0.5) * w;
      const x = chance.range(-0.1, 0.8) * w;
      const r = chance.range(7, 15);
      const bar = (dx: number, dy: number, part: number): string =>
        rect(x + dx, y + dy, long * part, r * 2, sheets.sky[1], `rx="${r}"`);
      return bar(0, 0, 1) + bar(long * 0.25, -r * 1.7, 0.5) + bar(long * 0.3, r * 1.7, 0.62);
    }),
    5,
  );
}

export function mix(from: string, to: string, part: number): string {
  const read = (color: string, place: number): number => Number.parseInt(color.slice(place, place + 2), 16);
  const both = [1, 3, 5].map((place) => Math.round(read(from, place) * (1 - part) + read(to, place) * part));
  return `#${both.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export type Dress = { robe: string; robeDark: string; skin: string; hat: string | null; scarf: string; hair: string };
export const courier: Dress = {
  robe: '#f6efe0',
  robeDark: '#d8c7a8',
  skin: '#f0c9a4',
  hat: '#d9a441',
  scarf: '#e2402c',
  hair: '#1b1a22',
};
export const bandit: Dress = {
  robe: '#2a2533',
  robeDark: '#1a1722',
  skin: '#d9a67e',
  hat: null,
  scarf: '#8a2f3c',
  hair: '#0d0c12',
};
export const master: Dress = {
  robe: '#7b9ea3',
  robeDark: '#557a80',
  skin: '#ecc7a1',
  hat: '#efe3c5',
  scarf: '#f7f3e8',
  hair: '#f2f0ea',
};

/** A walker of the hills: robe, sash in the wind, sword or staff. `facing` -1 turns to the left. */
export function walker(
  x: number,
  y: number,
  size: number,
  pose: Pose,
  dress: Dress,
  facing: 1 | -1 = 1,
  blade: number | null = null,
): string {
  const j = joints([0, -size * 0.5], size, pose);
  const leg = (knee: typeof j.hip, foot: typeof j.hip, color: string): string =>
    shape(taper(j.hip, knee, size * 0.1, size * 0.07) + taper(knee, foot, size * 0.075, size * 0.045), color) +
    shape(taper(foot, [foot[0] + size * 0.06, foot[1] + size * 0.005], size * 0.05, size * 0.035), '#22202a');
  const arm = (elbow: typeof j.hip, hand: typeof j.hip, color: string): string =>
    shape(taper(j.shoulder, elbow, size * 0.075, size * 0.09) + taper(elbow, hand, size * 0.09, size * 0.105), color) +
    circle(hand[0], hand[1], size * 0.026, dress.skin);
  const [nx, ny] = j.neck;
  const [hx, hy] = j.head;
  const hem = (angle: number, reach: number): readonly [number, number] => step(j.hip, size * reach, angle);
  const robe = curve(
    [
      [nx - size * 0.07, ny + size * 0.02],
      [nx + size * 0.07, ny + size * 0.02],
      [j.hip[0] + size * 0.085, j.hip[1] - size * 0.03],
      hem(Math.max(pose.near[0], pose.far[0]) * 0.75 + 14, 0.29),
      hem((pose.near[0] + pose.far[0]) / 2, 0.25),
      hem(Math.min(pose.near[0], pose.far[0]) * 0.75 - 16, 0.3),
      [j.hip[0] - size * 0.085, j.hip[1] - size * 0.03],
    ],
    true,
  );
  const r = j.headSize * 0.82;
  const hat = dress.hat
    ? shape(
        `M${hx - r * 2.3} ${hy - r * 0.25}Q${hx - r * 0.4} ${hy - r * 1.1} ${hx} ${hy - r * 1.95}Q${hx + r * 0.4} ${hy - r * 1.1} ${hx + r * 2.3} ${hy - r * 0.25}Q${hx} ${hy + r * 0.25} ${hx - r * 2.3} ${hy - r * 0.25}Z`,
        dress.hat,
      ) +
      stroke(
        `M${hx - r * 1.2} ${hy - r * 0.7}Q${hx} ${hy - r * 0.35} ${hx + r * 1.2} ${hy - r * 0.7}`,
        mix(dress.hat, '#3a2410', 0.35),
        size * 0.006,
      )
    : circle(hx - r * 0.1, hy - r * 1.1, r * 0.42, dress.hair) +
      shape(
        `M${hx - r} ${hy}A${r} ${r} 0 0 1 ${hx + r} ${hy - r * 0.2}Q${hx} ${hy - r * 0.6} ${hx - r} ${hy}Z`,
        dress.hair,
      );
  const flow = stroke(
    curve([
      [nx - size * 0.02, ny + size * 0.02],
      [nx - size * 0.14, ny + size * 0.01],
      [nx - size * 0.24, ny - size * 0.05],
      [nx - size * 0.36, ny - size * 0.01],
      [nx - size * 0.46, ny - size * 0.07],
    ]),
    dress.scarf,
    size * 0.035,
  );
  const collar = shape(
    lines([
      [nx - size * 0.05, ny - size * 0.005],
      [nx + size * 0.06, ny],
      [nx + size * 0.02, ny + size * 0.1],
    ]),
    dress.scarf,
  );
  const sword =
    blade === null
      ? ''
      : at(
          j.frontHand[0],
          j.frontHand[1],
          stroke(`M0 ${size * 0.08}V${-size * 0.03}`, '#3b2415', size * 0.022) +
            stroke(`M${-size * 0.03} ${-size * 0.03}H${size * 0.03}`, '#c79a3c', size * 0.016) +
            shape(`M${-size * 0.011} ${-size * 0.03}L0 ${-size * 0.46}L${size * 0.011} ${-size * 0.03}Z`, '#f3f6f4'),
          1,
          blade,
        );
  const face =
    circle(hx, hy, r, dress.skin) +
    circle(hx + r * 0.45, hy - r * 0.02, r * 0.1, '#241a16') +
    shape(
      `M${hx - r * 1.02} ${hy - r * 0.2}A${r} ${r} 0 0 0 ${hx - r * 0.4} ${hy + r * 0.95}Q${hx - r * 0.1} ${hy + r * 0.1} ${hx + r * 0.1} ${hy - r * 0.5}Z`,
      dress.hair,
    );
  const body =
    flow +
    arm(j.backElbow, j.backHand, dress.robeDark) +
    leg(j.farKnee, j.farFoot, dress.robeDark) +
    leg(j.nearKnee, j.nearFoot, mix(dress.robeDark, '#000000', 0.15)) +
    shape(robe, fade(dress.robe, dress.robeDark)) +
    stroke(
      `M${j.hip[0] - size * 0.08} ${j.hip[1] - size * 0.04}L${j.hip[0] + size * 0.085} ${j.hip[1] - size * 0.045}`,
      dress.scarf,
      size * 0.03,
    ) +
    collar +
    face +
    hat +
    sword +
    arm(j.frontElbow, j.frontHand, dress.robe);
  return `<g transform="translate(${x} ${y}) scale(${facing} 1)">${body}</g>`;
}

/** The crane: `flap` -1..1 lifts or lowers the wings. */
export function crane(x: number, y: number, size: number, flap: number, turn = 0, facing: 1 | -1 = 1): string {
  const lift = -size * 0.55 * flap;
  const wing = (dx: number, tone: string): string => {
    const tip: readonly [number, number] = [-size * 0.15 + dx, lift * 1.25 - size * 0.06];
    const feathers = repeat(6, (index) => {
      const part = index / 5;
      const end: readonly [number, number] = [
        tip[0] - size * (0.1 + part * 0.32),
        tip[1] * (1 - part * 0.62) + size * 0.02,
      ];
      return shape(
        taper([size * 0.1 - part * size * 0.28, -size * 0.01], end, size * 0.1, size * 0.035),
        index < 3 ? '#1c2530' : tone,
      );
    });
    return (
      feathers +
      shape(
        curve(
          [
            [size * 0.16, 0],
            [size * 0.05 + dx * 0.4, lift * 0.62],
            [tip[0] + size * 0.05, tip[1]],
            [-size * 0.16 + dx * 0.3, lift * 0.5],
            [-size * 0.22, size * 0.03],
          ],
          true,
        ),
        tone,
      )
    );
  };
  const body = shape(
    curve(
      [
        [size * 0.26, -size * 0.02],
        [size * 0.05, -size * 0.08],
        [-size * 0.22, -size * 0.02],
        [-size * 0.34, size * 0.05],
        [-size * 0.1, size * 0.09],
        [size * 0.14, size * 0.07],
      ],
      true,
    ),
    '#fdfbf4',
  );
  const neck =
    stroke(
      curve([
        [size * 0.2, size * 0.01],
        [size * 0.34, -size * 0.03],
        [size * 0.46, -size * 0.02],
        [size * 0.58, -size * 0.07],
      ]),
      '#fdfbf4',
      size * 0.055,
    ) +
    stroke(
      curve([
        [size * 0.4, -size * 0.015],
        [size * 0.5, -size * 0.02],
        [size * 0.57, -size * 0.06],
      ]),
      '#1c2530',
      size * 0.03,
    );
  const head =
    circle(size * 0.6, -size * 0.075, size * 0.036, '#fdfbf4') +
    shape(`M${size * 0.57} ${-size * 0.1}a${size * 0.035} ${size * 0.03} 0 0 1 ${size * 0.06} 0Z`, '#e2402c') +
    shape(
      lines([
        [size * 0.63, -size * 0.085],
        [size * 0.77, -size * 0.065],
        [size * 0.63, -size * 0.06],
      ]),
      '#c99a4a',
    ) +
    circle(size * 0.61, -size * 0.078, size * 0.008, '#111');
  const legs = stroke(
    `M${-size * 0.2} ${size * 0.05}L${-size * 0.55} ${size * 0.1}M${-size * 0.2} ${size * 0.07}L${-size * 0.53} ${size * 0.13}`,
    '#22303a',
    size * 0.014,
  );
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${facing} 1)">${wing(size * 0.14, '#d9dfdc')}${legs}${body}${neck}${head}${wing(0, '#fbf8ee')}</g>`;
}

/** Steps of stone climbing across the panel. */
export function stairs(w: number, h: number, color: string, edge: string): string {
  const count = 9;
  return repeat(count, (index) => {
    const [x, y] = [(w * index) / count, h - (h * 0.62 * index) / count];
    return sheet(
      rect(x, y - 46, w - x + 40, h, index % 2 ? color : mix(color, '#000000', 0.08)) +
        rect(x, y - 46, w - x + 40, 7, edge),
      4,
    );
  });
}

export function lantern(x: number, y: number, size: number, color: string): string {
  const halo = circle(
    x,
    y,
    size * 2.2,
    radial([
      [0, '#ffd27a', 0.6],
      [1, '#ffd27a', 0],
    ]),
  );
  const ribs = repeat(3, (index) =>
    ellipse(x, y, size * (0.2 + index * 0.28), size * 0.86, 'none', `stroke="#00000022" stroke-width="2"`),
  );
  return `${halo}${stroke(`M${x} ${y - size * 1.6}V${y - size}M${x} ${y + size}v${size * 0.7}`, color, 2)}${ellipse(
    x,
    y,
    size,
    size * 0.86,
    radial([
      [0, '#fff0b0'],
      [0.6, color],
      [1, color],
    ]),
  )}${ribs}${rect(x - size * 0.4, y - size * 0.98, size * 0.8, size * 0.16, '#5a2b16')}${rect(x - size * 0.4, y + size * 0.82, size * 0.8, size * 0.16, '#5a2b16')}`;
}
