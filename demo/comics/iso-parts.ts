import { random } from '../draw/random.ts';
import { circle, curve, ellipse, fade, lines, type Point, radial, rect, repeat, shape, stroke } from '../draw/svg.ts';
import { mix } from './paper-parts.ts';

/** A city without a vanishing point: every cube shows its roof, its lit side and its shaded one. */
export type Place = { x: number; y: number; unit: number };

const cos = 0.866;

/** Where a corner of the grid falls on paper: `gx` runs down to the right, `gy` down to the left, `gz` up. */
export function spot({ x, y, unit }: Place, gx: number, gy: number, gz = 0): Point {
  return [x + (gx - gy) * unit * cos, y + (gx + gy) * unit * 0.5 - gz * unit];
}

export function cube(
  place: Place,
  gx: number,
  gy: number,
  gz: number,
  w: number,
  d: number,
  h: number,
  color: string,
): string {
  const at = (dx: number, dy: number, dz: number): Point => spot(place, gx + dx, gy + dy, gz + dz);
  const top = lines([at(0, 0, h), at(w, 0, h), at(w, d, h), at(0, d, h)]);
  const left = lines([at(0, d, h), at(w, d, h), at(w, d, 0), at(0, d, 0)]);
  const right = lines([at(w, 0, h), at(w, d, h), at(w, d, 0), at(w, 0, 0)]);
  return (
    shape(left, mix(color, '#2a1f5a', 0.18)) +
    shape(right, mix(color, '#1d1648', 0.4)) +
    shape(top, mix(color, '#fff2d6', 0.26))
  );
}

/** A picture on the wall that looks to the left (`left`) or right, measured in units from its upper corner. */
export function onWall(
  place: Place,
  side: 'left' | 'right',
  gx: number,
  gy: number,
  gz: number,
  content: string,
): string {
  const [x, y] = spot(place, gx, gy, gz);
  const u = place.unit;
  const matrix = side === 'left' ? [cos * u, 0.5 * u, 0, u, x, y] : [cos * u, -0.5 * u, 0, u, x, y];
  return `<g transform="matrix(${matrix.map((value) => value.toFixed(2)).join(' ')})">${content}</g>`;
}

/** A rectangle finer than `rect` rounds to. */
export function pane(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
  return `<rect x="${x.toFixed(3)}" y="${y.toFixed(3)}" width="${w.toFixed(3)}" height="${h.toFixed(3)}" fill="${fill}" ${more}/>`;
}

export type Hour = {
  sky: readonly [string, string];
  walls: readonly string[];
  lit: readonly string[];
  dull: string;
  street: string;
  leaf: string;
};
export const evening: Hour = {
  sky: ['#3b2a7a', '#ff9e7a'],
  walls: ['#ff8f7a', '#ffb56b', '#f4d6a0', '#8fb8d9', '#c58fd6', '#f28fa8'],
  lit: ['#fff1b0', '#ffe08a', '#ffd0a0'],
  dull: '#5a4a8f',
  street: '#6a5aa8',
  leaf: '#4fb58a',
};
export const noon: Hour = {
  sky: ['#7ad0e8', '#fdf3d0'],
  walls: ['#ff9f8a', '#ffd08a', '#fff0d0', '#9fd0e8', '#d8b0e8', '#ffb0c0'],
  lit: ['#d9f4ff', '#ffffff', '#c0e8f8'],
  dull: '#7fa8c8',
  street: '#c8c0d8',
  leaf: '#5fc890',
};
export const midnight: Hour = {
  sky: ['#0c0a2c', '#3a2f78'],
  walls: ['#4a3f8a', '#5a4a9a', '#3f4a8f', '#6a4f9a', '#44408a', '#534a94'],
  lit: ['#ffe08a', '#ffc86a', '#ffefb0'],
  dull: '#2a2460',
  street: '#241d52',
  leaf: '#2f6f78',
};

/** A house of `floors` storeys with windows, something on its roof, and maybe an awning. */
export function house(
  place: Place,
  gx: number,
  gy: number,
  floors: number,
  hour: Hour,
  seed: string,
  wide = 2,
  deep = 2,
): string {
  const chance = random(seed);
  const color = chance.pick(hour.walls);
  const tall = floors * 0.9;
  const glass = (): string => (chance.chance(0.45) ? chance.pick(hour.lit) : hour.dull);
  const face = (side: 'left' | 'right', count: number): string =>
    repeat(floors, (floor) =>
      repeat(count * 2, (i) => {
        const [x, y] = [0.14 + i * 0.5, 0.22 + floor * 0.9];
        const box = chance.chance(0.2) ? pane(x - 0.04, y + 0.44, 0.34, 0.09, hour.leaf) : '';
        const tone = glass();
        return (
          pane(x - 0.03, y - 0.03, 0.29, 0.5, mix(color, '#1d1648', side === 'left' ? 0.34 : 0.55)) +
          pane(x, y, 0.23, 0.44, tone) +
          pane(x + 0.105, y, 0.02, 0.44, mix(color, '#1d1648', 0.4)) +
          box
        );
      }),
    );
  const awning = chance.chance(0.5)
    ? onWall(
        place,
        'left',
        gx,
        gy + deep,
        0.8,
        repeat(wide * 3, (i) => pane(i / 3, 0, 1 / 3, 0.2, i % 2 ? '#fff4dc' : '#e8536a')),
      )
    : '';
  return (
    cube(place, gx, gy, 0, wide, deep, tall, color) +
    onWall(place, 'left', gx, gy + deep, tall, face('left', wide)) +
    onWall(place, 'right', gx + wide, gy + deep, tall, face('right', deep)) +
    awning +
    roof(place, gx, gy, tall, wide, deep, color, hour, chance.int(0, 5), seed)
  );
}

function roof(
  place: Place,
  gx: number,
  gy: number,
  gz: number,
  w: number,
  d: number,
  color: string,
  hour: Hour,
  kind: number,
  seed: string,
): string {
  const rim = cube(place, gx, gy, gz, w, 0.12, 0.14, color) + cube(place, gx, gy, gz, 0.12, d, 0.14, color);
  const front =
    cube(place, gx, gy + d - 0.12, gz, w, 0.12, 0.14, color) + cube(place, gx + w - 0.12, gy, gz, 0.12, d, 0.14, color);
  const middle =
    [
      () => tank(place, gx + w * 0.3, gy + d * 0.3, gz),
      () => cube(place, gx + 0.3, gy + 0.3, gz, w * 0.5, d * 0.4, 0.6, mix(color, '#ffffff', 0.2)),
      () =>
        repeat(5, (i) =>
          tree(place, gx + 0.35 + (i % 3) * 0.5, gy + 0.4 + Math.floor(i / 3) * 0.7, gz, 0.5, hour.leaf, `${seed}${i}`),
        ),
      () => laundry(place, gx, gy + d * 0.5, gz, w),
      () =>
        cube(place, gx + 0.3, gy + 0.4, gz, 0.5, 0.5, 0.3, '#c9c4dc') +
        cube(place, gx + 1.1, gy + 0.9, gz, 0.5, 0.5, 0.3, '#c9c4dc'),
      () => gable(place, gx, gy, gz, w, d, mix(color, '#a02a3c', 0.6)),
    ][kind] ?? (() => '');
  return kind === 5 ? middle() : rim + middle() + front;
}

function gable(place: Place, gx: number, gy: number, gz: number, w: number, d: number, color: string): string {
  const at = (dx: number, dy: number, dz: number): Point => spot(place, gx + dx, gy + dy, gz + dz);
  return (
    shape(lines([at(0, d + 0.12, -0.05), at(w, d + 0.12, -0.05), at(w, d / 2, 0.9), at(0, d / 2, 0.9)]), color) +
    shape(lines([at(w, 0, 0), at(w, d, 0), at(w, d / 2, 0.9)]), mix(color, '#1d1648', 0.45)) +
    shape(
      lines([at(0, -0.1, 0), at(w, -0.1, 0), at(w, d / 2, 0.9), at(0, d / 2, 0.9)]),
      mix(color, '#fff2d6', 0.3),
      'opacity="0"',
    ) +
    repeat(5, (i) =>
      stroke(
        lines([at(0, d / 2 + (i * d) / 10, 0.9 - i * 0.19), at(w, d / 2 + (i * d) / 10, 0.9 - i * 0.19)], false),
        mix(color, '#1d1648', 0.25),
        2,
      ),
    )
  );
}

function tank(place: Place, gx: number, gy: number, gz: number): string {
  const [x, y] = spot(place, gx + 0.4, gy + 0.4, gz);
  const u = place.unit;
  return (
    stroke(
      `M${x - u * 0.3} ${y}v${-u * 0.4}M${x + u * 0.3} ${y}v${-u * 0.4}M${x} ${y + u * 0.15}v${-u * 0.4}`,
      '#3a2f5a',
      u * 0.05,
    ) +
    shape(
      `M${x - u * 0.38} ${y - u * 0.35}V${y - u}H${x + u * 0.38}V${y - u * 0.35}A${u * 0.38} ${u * 0.18} 0 0 1 ${x - u * 0.38} ${y - u * 0.35}Z`,
      fade('#c98a5a', '#7a4a3a', 90),
    ) +
    shape(
      `M${x - u * 0.44} ${y - u}L${x} ${y - u * 1.34}L${x + u * 0.44} ${y - u}A${u * 0.44} ${u * 0.18} 0 0 1 ${x - u * 0.44} ${y - u}Z`,
      '#5a3f5a',
    )
  );
}

function laundry(place: Place, gx: number, gy: number, gz: number, w: number): string {
  const [a, b] = [spot(place, gx + 0.2, gy, gz), spot(place, gx + w - 0.2, gy, gz)];
  const u = place.unit;
  return (
    stroke(
      `M${a[0]} ${a[1]}v${-u * 0.8}M${b[0]} ${b[1]}v${-u * 0.8}M${a[0]} ${a[1] - u * 0.76}L${b[0]} ${b[1] - u * 0.76}`,
      '#fff4dc',
      u * 0.035,
    ) +
    repeat(4, (i) =>
      onWall(
        place,
        'left',
        gx + 0.35 + i * ((w - 0.6) / 4),
        gy,
        gz + 0.74,
        pane(0, 0, 0.26, 0.42, ['#ffffff', '#e8536a', '#7ad0e8', '#ffd08a'][i] ?? '#fff'),
      ),
    )
  );
}

export function tree(
  place: Place,
  gx: number,
  gy: number,
  gz: number,
  size: number,
  color: string,
  seed: string,
): string {
  const [x, y] = spot(place, gx, gy, gz);
  const u = place.unit * size;
  const chance = random(seed);
  return (
    ellipse(x, y, u * 0.4, u * 0.18, '#1d164855') +
    stroke(`M${x} ${y}v${-u * 0.7}`, '#6a4438', u * 0.12) +
    repeat(5, () =>
      circle(x + chance.range(-0.3, 0.3) * u, y - u * chance.range(0.75, 1.35), u * chance.range(0.28, 0.42), color),
    ) +
    repeat(3, () =>
      circle(x + chance.range(-0.3, 0.05) * u, y - u * chance.range(1, 1.5), u * 0.16, mix(color, '#ffffff', 0.35)),
    )
  );
}

/** A peg of a person: coat, head, hair; `arms` up when glad. */
export function person(
  place: Place,
  gx: number,
  gy: number,
  gz: number,
  size: number,
  coat: string,
  hair: string,
  arms: 'down' | 'up' | 'out' = 'down',
): string {
  const [x, y] = spot(place, gx, gy, gz);
  const u = place.unit * size;
  const arm = {
    down: `M${x - u * 0.15} ${y - u * 0.6}l${-u * 0.1} ${u * 0.28}M${x + u * 0.15} ${y - u * 0.6}l${u * 0.1} ${u * 0.28}`,
    up: `M${x - u * 0.15} ${y - u * 0.6}l${-u * 0.2} ${-u * 0.3}M${x + u * 0.15} ${y - u * 0.6}l${u * 0.2} ${-u * 0.3}`,
    out: `M${x - u * 0.15} ${y - u * 0.56}l${-u * 0.26} ${u * 0.06}M${x + u * 0.15} ${y - u * 0.56}l${u * 0.26} ${-u * 0.12}`,
  }[arms];
  return (
    ellipse(x, y, u * 0.26, u * 0.12, '#1d164866') +
    rect(x - u * 0.12, y - u * 0.22, u * 0.1, u * 0.2, '#2a1f5a') +
    rect(x + u * 0.02, y - u * 0.22, u * 0.1, u * 0.2, '#2a1f5a') +
    stroke(arm, mix(coat, '#1d1648', 0.2), u * 0.1) +
    shape(
      `M${x - u * 0.2} ${y - u * 0.14}Q${x - u * 0.2} ${y - u * 0.72} ${x} ${y - u * 0.72}T${x + u * 0.2} ${y - u * 0.14}Q${x} ${y - u * 0.06} ${x - u * 0.2} ${y - u * 0.14}Z`,
      coat,
    ) +
    circle(x, y - u * 0.88, u * 0.2, '#ffd8b8') +
    shape(
      `M${x - u * 0.21} ${y - u * 0.86}A${u * 0.21} ${u * 0.21} 0 0 1 ${x + u * 0.21} ${y - u * 0.88}Q${x + u * 0.05} ${y - u * 1.02} ${x - u * 0.21} ${y - u * 0.86}Z`,
      hair,
    ) +
    circle(x - u * 0.08, y - u * 0.85, u * 0.025, '#2a1f3a') +
    circle(x + u * 0.07, y - u * 0.85, u * 0.025, '#2a1f3a') +
    stroke(`M${x - u * 0.04} ${y - u * 0.78}q${u * 0.04} ${u * 0.04} ${u * 0.08} 0`, '#a8484a', u * 0.025)
  );
}

/** The letter: a folded plane; `folds` adds the stripes its finders drew. */
export function plane(x: number, y: number, size: number, turn: number, stripes = 0): string {
  const bands = repeat(stripes, (i) =>
    stroke(
      `M${-size * 0.5 + i * size * 0.22} ${-size * 0.16 + i * size * 0.02}l${size * 0.06} ${size * 0.15}`,
      ['#e8536a', '#4fb58a', '#ffb56b', '#8f6ad6'][i % 4] ?? '#e8536a',
      size * 0.05,
    ),
  );
  return `<g transform="translate(${x} ${y}) rotate(${turn})">${shape(
    lines([
      [-size * 0.7, -size * 0.3],
      [size * 0.8, 0],
      [-size * 0.5, 0],
    ]),
    '#fffaf0',
  )}${shape(
    lines([
      [-size * 0.5, 0],
      [size * 0.8, 0],
      [-size * 0.55, size * 0.36],
    ]),
    '#e6dcf4',
  )}${shape(
    lines([
      [-size * 0.5, 0],
      [size * 0.8, 0],
      [-size * 0.36, size * 0.12],
    ]),
    '#c0b0e0',
  )}${bands}</g>`;
}

export function trail(points: readonly Point[]): string {
  return stroke(curve(points), '#fffaf0', 5, 'stroke-dasharray="2 18" opacity=".9"');
}

export function glowAt(x: number, y: number, r: number, color: string): string {
  return circle(
    x,
    y,
    r,
    radial([
      [0, color, 0.7],
      [1, color, 0],
    ]),
  );
}

/** A whole quarter, back to front: houses on a grid with streets, trees and lamps between them. */
export function quarter(
  place: Place,
  hour: Hour,
  seed: string,
  size: number,
  tall: readonly [number, number] = [2, 6],
): string {
  const chance = random(seed);
  let all = '';
  for (let sum = 0; sum <= (size - 1) * 2; sum++) {
    for (let gx = 0; gx < size; gx++) {
      const gy = sum - gx;
      if (gy < 0 || gy >= size) continue;
      const [x, y] = [gx * 3, gy * 3];
      all += cube(place, x, y, -0.1, 3, 3, 0.1, hour.street);
      if (chance.chance(0.14)) {
        all +=
          cube(place, x + 0.2, y + 0.2, 0, 2.4, 2.4, 0.06, hour.leaf) +
          repeat(5, (i) =>
            tree(
              place,
              x + 0.5 + (i % 3) * 0.8,
              y + 0.6 + Math.floor(i / 3) * 1.2,
              0.06,
              0.9,
              mix(hour.leaf, '#ffffff', 0.1 * (i % 3)),
              `${seed}${x}${y}${i}`,
            ),
          );
      } else {
        all += house(place, x + 0.2, y + 0.2, chance.int(...tall), hour, `${seed}${x}-${y}`);
        if (chance.chance(0.5)) all += tree(place, x + 2.6, y + 1.4, 0, 0.7, hour.leaf, `${seed}t${x}${y}`);
        if (chance.chance(0.5))
          all += person(
            place,
            x + 1 + chance.next(),
            y + 2.7,
            0,
            0.55,
            chance.pick(['#e8536a', '#ffd08a', '#4fb58a', '#8f6ad6', '#ffffff']),
            chance.pick(['#3a2430', '#8a4a2a', '#e0b060', '#222222']),
          );
      }
    }
  }
  return all;
}

/** A room with its front walls taken away. */
export function room(place: Place, size: number, wall: string, floor: string, things: string): string {
  const at = (gx: number, gy: number, gz: number): Point => spot(place, gx, gy, gz);
  const boards = repeat(size * 2, (i) =>
    stroke(lines([at(i / 2, 0, 0), at(i / 2, size, 0)], false), mix(floor, '#1d1648', 0.15), 2),
  );
  return (
    cube(place, 0, 0, -0.3, size, size, 0.3, floor) +
    shape(
      lines([at(0, 0, 0), at(size, 0, 0), at(size, 0, size * 0.8), at(0, 0, size * 0.8)]),
      mix(wall, '#ffffff', 0.15),
    ) +
    shape(
      lines([at(0, 0, 0), at(0, size, 0), at(0, size, size * 0.8), at(0, 0, size * 0.8)]),
      mix(wall, '#1d1648', 0.2),
    ) +
    boards +
    things
  );
}
