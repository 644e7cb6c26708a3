import { lantern } from '../comics/paper-parts.ts';
import { stars } from '../draw/nature.ts';
import type { Picture } from '../draw/picture.ts';
import { random } from '../draw/random.ts';
import { at, blur, circle, gradient, radial, rect, repeat, shape } from '../draw/svg.ts';
import { cover, h, w } from './cover.ts';

/** Lanterns beyond counting over the stalls of a market that is never in the same street twice. */
export function marketCover(): Picture {
  const chance = random('market');
  const stall = (x: number, y: number, s: number, a: string, b: string): string =>
    at(
      x,
      y,
      rect(-120, -150, 240, 190, '#2a1430') +
        circle(
          0,
          -40,
          150,
          radial([
            [0, '#ffd27a', 0.9],
            [1, '#ffd27a', 0],
          ]),
        ) +
        repeat(8, (i) => shape(`M${-140 + i * 35} -150h35v36q-17 18 -35 0Z`, i % 2 ? a : b)) +
        shape('M-150 -150L-110 -214H110L150 -150Z', a) +
        rect(-136, 0, 272, 60, '#5a2f3a') +
        rect(-136, 0, 272, 10, '#8a4a44') +
        repeat(9, (i) =>
          circle(-112 + i * 28, -6 - (i % 2) * 5, 12, ['#e8536a', '#ffd27a', '#5fd3bc', '#c58fd6'][i % 4] ?? a),
        ),
      s,
    );
  const lights = repeat(70, (i) => {
    const depth = i / 70;
    const size = 8 + depth ** 2 * 40;
    const color = chance.pick(['#e8553a', '#f08c3a', '#e8536a', '#f6b13f']);
    const all = lantern(chance.range(20, 880), chance.range(30, 640 - depth * 120), size, color);
    return depth < 0.3 ? blur(3, all) : all;
  });
  const crowd = (y: number, s: number, tone: string, seed: string): string => {
    const c = random(seed);
    return repeat(14, (i) =>
      at(
        i * 70 + c.range(-20, 20),
        y + c.range(-10, 14),
        shape('M-34 160V70Q-34 22 0 20Q34 22 34 70V160Z', tone) +
          circle(0, 0, 25, tone) +
          (c.chance(0.3)
            ? shape('M-42 -6Q0 -58 42 -6Z', tone)
            : c.chance(0.3)
              ? shape('M-22 -18L-14 -54L0 -26L14 -54L22 -18Z', tone)
              : ''),
        s,
      ),
    );
  };
  return cover(
    rect(
      0,
      0,
      w,
      h,
      gradient([
        [0, '#0d0a2a'],
        [0.5, '#3a1a52'],
        [1, '#7a2f4a'],
      ]),
    ) +
      stars('m', w, 500, 70, '#fff1c8') +
      circle(700, 180, 84, '#fff1c8', 'opacity=".9"') +
      lights +
      stall(180, 800, 0.9, '#e8536a', '#fff4dc') +
      stall(720, 800, 0.9, '#5fd3bc', '#fff4dc') +
      stall(450, 740, 0.7, '#ffd27a', '#8f3a5a') +
      crowd(860, 0.9, '#4a1f48', 'a') +
      stall(90, 1010, 1.3, '#8f6ad6', '#fff4dc') +
      stall(830, 1020, 1.3, '#f08c3a', '#fff4dc') +
      crowd(1020, 1.25, '#22102e', 'b') +
      circle(
        450,
        700,
        520,
        radial([
          [0, '#ffb648', 0.3],
          [1, '#ffb648', 0],
        ]),
      ),
    0.07,
  );
}
