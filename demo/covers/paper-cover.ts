import { walker } from '../comics/paper-parts.ts';
import { poses } from '../draw/figure.ts';
import { hills, stars } from '../draw/nature.ts';
import type { Picture } from '../draw/picture.ts';
import { random } from '../draw/random.ts';
import {
  at,
  circle,
  clip,
  fade,
  gradient,
  pattern,
  radial,
  rect,
  repeat,
  shadow,
  shape,
  star,
  stroke,
} from '../draw/svg.ts';
import { cover, h, w } from './cover.ts';

/** A tiled arch, two figures, a moon over blue domes, and sheets of paper on the wind. */
export function paperCover(): Picture {
  const tile = pattern(
    90,
    90,
    `<rect width="90" height="90" fill="#14606e"/>${[0, 45].map((turn) => `<rect x="18" y="18" width="54" height="54" fill="none" stroke="#e9c46a" stroke-width="5" transform="rotate(${turn} 45 45)"/>`).join('')}<circle cx="45" cy="45" r="12" fill="#d9573c"/><g fill="#f4e3c1"><circle cx="0" cy="0" r="13"/><circle cx="90" cy="0" r="13"/><circle cx="0" cy="90" r="13"/><circle cx="90" cy="90" r="13"/></g>`,
  );
  const arch = 'M150 1100V520Q150 300 450 130Q750 300 750 520V1100Z';
  const dome = (x: number, y: number, r: number, tone: string): string =>
    shape(
      `M${x - r} ${y}Q${x - r * 1.16} ${y - r * 0.9} ${x} ${y - r * 1.7}Q${x + r * 1.16} ${y - r * 0.9} ${x + r} ${y}Z`,
      fade('#2aa7b0', tone),
    ) +
    rect(x - r * 1.02, y, r * 2.04, r * 0.34, '#e9c46a') +
    rect(x - r * 0.94, y + r * 0.3, r * 1.88, 600, '#c98b5e') +
    repeat(5, (i) =>
      shape(
        `M${x - r * 0.8 + i * r * 0.36} ${y + r}v${-r * 0.3}q${r * 0.1} ${-r * 0.2} ${r * 0.2} 0v${r * 0.3}Z`,
        '#7a3f4a',
      ),
    ) +
    stroke(`M${x} ${y - r * 1.7}v-34`, '#e9c46a', 7) +
    repeat(6, (i) =>
      stroke(
        `M${x} ${y - r * 1.66}Q${x + (i - 2.5) * r * 0.46} ${y - r} ${x + (i - 2.5) * r * 0.37} ${y}`,
        '#0f5f6e',
        3,
        'opacity=".6"',
      ),
    );
  const chance = random('paper');
  const sheets = repeat(15, (i) =>
    at(
      chance.range(170, 730),
      330 + i * 42,
      shape('M-34 -22Q0 -36 34 -20L30 24Q0 10 -32 24Z', '#fffaf0') +
        repeat(3, (k) => stroke(`M-22 ${-8 + k * 9}q22 -8 42 0`, '#b39a7a', 2)),
      chance.range(0.5, 1.25),
      chance.range(-60, 60),
    ),
  );
  const dress = { robe: '#d9573c', robeDark: '#a83a2c', skin: '#eec39c', hat: null, scarf: '#e9c46a', hair: '#2a1a1c' };
  const coat = { robe: '#f4e3c1', robeDark: '#cdb488', skin: '#e8bb92', hat: null, scarf: '#14606e', hair: '#1a1418' };
  const scene =
    rect(
      0,
      0,
      w,
      h,
      gradient([
        [0, '#1f1846'],
        [0.45, '#7a3a6e'],
        [0.75, '#f0915a'],
        [1, '#ffd9a0'],
      ]),
    ) +
    stars('silk', w, 500, 80, '#fff1c8') +
    circle(470, 380, 120, '#fff1c8') +
    circle(
      470,
      380,
      260,
      radial([
        [0, '#fff1c8', 0.5],
        [1, '#fff1c8', 0],
      ]),
    ) +
    shape(hills('far', w, 740, 80, 1200), '#8f4a63') +
    dome(300, 760, 86, '#14606e') +
    dome(640, 720, 110, '#14606e') +
    dome(470, 830, 60, '#1b7c86') +
    shape(hills('near', w, 950, 40, 1200, 240), '#5a2747') +
    walker(345, 985, 300, poses.offer, dress, 1) +
    walker(560, 985, 310, poses.offer, coat, -1) +
    sheets;
  const wall = `<path fill-rule="evenodd" fill="${tile.valueOf() instanceof Object && typeof tile !== 'string' ? tile.ref : '#14606e'}" d="M0 0H${w}V${h}H0Z${arch}"/>`;
  return cover(
    clip(arch, scene) +
      (typeof tile === 'string' ? '' : tile.def) +
      shadow(0, 10, 14, wall, 0.5) +
      stroke(arch, '#e9c46a', 20) +
      stroke(arch, '#7a2f2a', 5) +
      rect(0, 1100, w, 100, '#7a2f2a') +
      rect(0, 1096, w, 14, '#e9c46a') +
      repeat(10, (i) => shape(star(45 + i * 90, 1152, 30, 14, 8), '#e9c46a')),
    0.08,
  );
}
