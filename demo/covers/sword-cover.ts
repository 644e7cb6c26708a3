import { mist, pillars } from '../draw/nature.ts';
import type { Picture } from '../draw/picture.ts';
import { random } from '../draw/random.ts';
import {
  at,
  blur,
  circle,
  curve,
  ellipse,
  fade,
  faint,
  lines,
  type Point,
  radial,
  rect,
  repeat,
  shadow,
  shape,
  stroke,
  taper,
} from '../draw/svg.ts';
import { cover, h, w } from './cover.ts';

/** Ink wash: one brush ring, one sheathed sword, plum in bloom. */
export function swordCover(): Picture {
  const chance = random('sword');
  const ring = (r: number, count: number, width: number, opacity: number): string =>
    repeat(count, () => {
      const start = chance.range(-0.5, -0.2);
      const end = start + Math.PI * 2 * chance.range(0.8, 0.94);
      const reach = r + chance.range(-26, 26);
      const points = Array.from({ length: 26 }, (_, i): Point => {
        const a = start + ((end - start) * i) / 25;
        return [450 + Math.cos(a) * (reach + i * 0.6), 560 + Math.sin(a) * (reach + Math.sin(i) * 3)];
      });
      return stroke(curve(points), '#14161c', chance.range(0.3, 1) * width, `opacity="${opacity}"`);
    });
  const branch = (points: readonly Point[], width: number): string =>
    repeat(points.length - 1, (i) =>
      shape(
        taper(
          points[i] as Point,
          points[i + 1] as Point,
          width * (1 - i / points.length) + 4,
          width * (1 - (i + 1) / points.length) + 3,
        ),
        '#1a1a20',
      ),
    ); // indexes inside the list
  const bloom = (x: number, y: number, r: number): string =>
    at(
      x,
      y,
      repeat(5, (i) =>
        at(
          0,
          0,
          circle(
            0,
            -r * 0.6,
            r * 0.5,
            radial([
              [0, '#ffb3ac'],
              [0.6, '#d93a3a'],
              [1, '#a81f2c'],
            ]),
          ),
          1,
          i * 72,
        ),
      ) +
        repeat(8, (i) =>
          at(0, 0, stroke(`M0 0V${-r * 0.5}`, '#ffe3b0', 2) + circle(0, -r * 0.52, 3, '#ffd98a'), 1, i * 45),
        ),
      1,
      chance.range(0, 72),
    );
  const main: Point[] = [
    [930, 180],
    [760, 250],
    [640, 230],
    [520, 330],
    [420, 320],
    [300, 410],
    [190, 400],
  ];
  const twigs =
    branch(main, 40) +
    branch(
      [
        [640, 230],
        [600, 130],
        [520, 80],
      ],
      18,
    ) +
    branch(
      [
        [520, 330],
        [500, 450],
        [430, 520],
      ],
      16,
    ) +
    branch(
      [
        [760, 250],
        [740, 380],
        [660, 430],
      ],
      16,
    );
  const flowers = (
    [
      [520, 84, 40],
      [596, 140, 32],
      [640, 232, 38],
      [520, 330, 46],
      [430, 520, 40],
      [500, 440, 28],
      [300, 410, 44],
      [196, 400, 36],
      [660, 432, 40],
      [744, 330, 30],
      [420, 318, 32],
      [800, 236, 36],
    ] as const
  )
    .map(([x, y, r]) => bloom(x, y, r))
    .join('');
  const sword = shadow(
    10,
    12,
    10,
    at(
      470,
      700,
      rect(-19, -60, 38, 480, fade('#2b2230', '#0f0c14', 90), 'rx="12"') +
        rect(-22, 40, 44, 22, '#b98d3c') +
        rect(-22, 200, 44, 22, '#b98d3c') +
        rect(-20, 384, 40, 40, '#b98d3c', 'rx="14"') +
        ellipse(0, -68, 58, 17, '#c99a44') +
        ellipse(0, -72, 58, 15, '#e6bf6a') +
        rect(-15, -250, 30, 180, '#f0e6d0', 'rx="8"') +
        repeat(8, (i) =>
          shape(
            lines([
              [-15, -236 + i * 21],
              [0, -225 + i * 21],
              [15, -236 + i * 21],
              [0, -247 + i * 21],
            ]),
            '#2b2230',
          ),
        ) +
        rect(-18, -272, 36, 26, '#b98d3c', 'rx="8"') +
        stroke('M0 -262C60 -240 70 -150 40 -90', '#c8322f', 8) +
        shape('M30 -96L52 -88L60 30L18 26Z', '#c8322f'),
      1,
      24,
    ),
    0.3,
  );
  const petals = repeat(24, () =>
    at(
      chance.range(60, 840),
      chance.range(380, 1150),
      ellipse(0, 0, 9, 6, '#d93a3a', `opacity="${chance.range(0.5, 0.95).toFixed(2)}"`),
      chance.range(0.7, 1.4),
      chance.range(0, 180),
    ),
  );
  const far =
    faint(
      0.22,
      blur(
        4,
        pillars('ink', w, 820, 1230, 5)
          .split('Z')
          .filter(Boolean)
          .map((d) => shape(`${d}Z`, fade('#2b2f38', '#f2ead8')))
          .join(''),
      ),
    ) + mist('mi', w, 1080, 140, '#f5eedd', 0.55);
  const seal = at(
    760,
    1060,
    rect(-46, -46, 92, 92, '#c8322f', 'rx="9"') +
      stroke('M-24 -26H24M0 -26V26M-24 26H24M-24 -4Q-10 -16 0 -4T24 -4', '#f5eedd', 7),
  );
  return cover(
    rect(
      0,
      0,
      w,
      h,
      radial([
        [0, '#fbf6e9'],
        [1, '#e6dbc2'],
      ]),
    ) +
      far +
      ring(300, 26, 26, 0.3) +
      ring(300, 8, 5, 0.7) +
      sword +
      twigs +
      flowers +
      petals +
      seal,
    0.12,
  );
}
