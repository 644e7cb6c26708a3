import { poses } from '../draw/figure.ts';
import { hills } from '../draw/nature.ts';
import { type Picture, svg } from '../draw/picture.ts';
import { slice } from '../draw/strip.ts';
import { at, circle, radial, rect, repeat, shape, stroke } from '../draw/svg.ts';
import { walker } from './paper-parts.ts';
import {
  bars,
  boat,
  bolts,
  eyeClose,
  fisher,
  fishes,
  foam,
  fuji,
  full,
  grainLines,
  hand,
  indigo,
  ink,
  lanternLight,
  p,
  rainLines,
  sand,
  scene,
  sea,
  skies,
  style,
  sun,
  vermilion,
  wave,
  whale,
} from './whale-parts.ts';

/** Five chapters of the fisher girl and the whale, read from right to left. */

export const lanternWhalePages: ReadonlyMap<string, () => Picture> = new Map([
  [
    '1-1',
    () =>
      slice(
        style,
        [
          p(
            1160,
            scene(
              'day',
              (w, h) =>
                sun(w * 0.7, h * 0.22, 90) +
                bars('a', w, h) +
                fuji(w, h) +
                sea('a', w, h, h * 0.6) +
                boat(w * 0.46, h * 0.8, 130, -4),
            ),
            full,
          ),
        ],
        0,
      ),
  ],
  [
    '1-2',
    () =>
      slice(
        style,
        [
          p(
            560,
            scene(
              'day',
              (w, h) =>
                sea('b', w, h, h * 0.3, 4) +
                hand(w, h) +
                stroke(`M${w * 0.55} ${h * 0.7}Q${w * 0.8} ${h * 0.5} ${w * 0.8} ${h}`, ink, 3),
            ),
            { right: 180 },
          ),
          p(
            560,
            scene('deep', (w, h) => fishes(w, h, 26) + stroke(`M${w * 0.5} 0V${h * 0.5}q0 26 -20 26`, foam, 3)),
          ),
        ],
        50,
      ),
  ],
  [
    '1-3',
    () =>
      slice(
        style,
        [
          p(
            1000,
            scene(
              'dusk',
              (w, h) =>
                sun(w * 0.3, h * 0.54, 130) +
                bars('c', w, h) +
                sea('c', w, h, h * 0.6, 6, 0.5) +
                boat(w * 0.6, h * 0.76, 110),
            ),
            full,
          ),
        ],
        40,
      ),
  ],
  [
    '2-1',
    () =>
      slice(
        style,
        [
          p(
            1080,
            scene(
              'night',
              (w, h) =>
                rainLines(w, h) +
                sea('d', w, h, h * 0.56, 4, 2) +
                wave(w * 0.3, h * 0.86, 330) +
                boat(w * 0.72, h * 0.76, 96, 16) +
                wave(w * 1.02, h * 1.02, 260, -1, 'x'),
            ),
            full,
          ),
        ],
        0,
      ),
  ],
  [
    '2-2',
    () =>
      slice(
        style,
        [
          p(
            480,
            scene('night', (w, h) => bolts(w, h) + rainLines(w, h) + sea('e', w, h, h * 0.6, 3, 2)),
            { left: 200 },
          ),
          p(
            620,
            scene(
              'night',
              (w, h) => rainLines(w, h) + wave(w * 0.2, h * 0.98, 480) + boat(w * 0.78, h * 0.86, 90, -26, 'guard'),
            ),
            { slantTop: 40 },
          ),
        ],
        50,
      ),
  ],
  [
    '2-3',
    () =>
      slice(
        style,
        [
          p(
            1200,
            scene(
              'deep',
              (w, h) =>
                fishes(w, h, 14) +
                at(w * 0.5, h * 0.3, walker(0, 80, 260, poses.fall, fisher), 1, 24) +
                boat(w * 0.26, h * 0.1, 110, 160, 'fall', false) +
                repeat(24, (i) =>
                  circle(
                    w * 0.5 + Math.sin(i * 2) * 120,
                    h * 0.24 - i * 10 + ((i * 53) % 200),
                    5 + (i % 4) * 4,
                    'none',
                    `stroke="${foam}" stroke-width="3"`,
                  ),
                ),
            ),
            full,
          ),
        ],
        0,
      ),
  ],
  [
    '3-1',
    () =>
      slice(
        style,
        [
          p(
            1180,
            scene(
              'deep',
              (w, h) =>
                fishes(w, h, 8) +
                lanternLight(w * 0.62, h * 0.46, 30) +
                circle(
                  w * 0.62,
                  h * 0.46,
                  330,
                  radial([
                    [0, '#ffd98a', 0.5],
                    [1, '#ffd98a', 0],
                  ]),
                ) +
                at(w * 0.4, h * 0.24, walker(0, 60, 150, poses.fall, fisher), 1, 40),
            ),
            full,
          ),
        ],
        0,
      ),
  ],
  [
    '3-2',
    () =>
      slice(
        style,
        [
          p(560, eyeClose),
          p(
            560,
            scene(
              'deep',
              (w, h) =>
                whale(w * 0.46, h * 0.6, w * 0.9, -8) +
                at(w * 0.4, h * 0.14, walker(0, 40, 90, poses.fall, fisher), 1, 60),
            ),
          ),
        ],
        40,
      ),
  ],
  [
    '3-3',
    () =>
      slice(
        style,
        [
          p(
            1120,
            scene(
              'night',
              (w, h) =>
                circle(w * 0.7, h * 0.2, 90, foam) +
                sea('g', w, h, h * 0.66, 3) +
                whale(w * 0.46, h * 0.66, w * 0.92, -6) +
                walker(w * 0.5, h * 0.505, 90, poses.reach, fisher) +
                sea('g2', w, h, h * 0.78, 3),
            ),
            full,
          ),
        ],
        40,
      ),
  ],
  [
    '4-1',
    () =>
      slice(
        style,
        [
          p(
            900,
            scene(
              'night',
              (w, h) =>
                repeat(40, (i) => circle((i * 97) % w, (i * 61) % (h * 0.5), 2 + (i % 3), foam)) +
                sea('h', w, h, h * 0.7, 3, 0.5) +
                whale(w * 0.7, h * 0.66, w * 1.5, 0) +
                walker(w * 0.66, h * 0.41, 170, poses.sit, fisher) +
                sea('h2', w, h, h * 0.82, 2, 0.6),
            ),
            full,
          ),
        ],
        40,
      ),
  ],
  [
    '4-2',
    () =>
      slice(
        style,
        [
          p(
            500,
            scene(
              'night',
              (w, h) =>
                shape(hills('hh', w, h * 0.86, 10, h + 9), indigo) +
                at(
                  w * 0.5,
                  h * 0.86,
                  stroke('M-90 0V-260M90 0V-260M-120 -190H120', vermilion, 26) +
                    stroke('M-160 -280Q0 -250 160 -280', vermilion, 34),
                ) +
                walker(w * 0.5, h * 0.9, 190, poses.offer, fisher),
            ),
            { right: 160 },
          ),
          p(
            620,
            scene('deep', (w, h) =>
              repeat(9, (i) =>
                at(
                  w * (0.14 + (i % 3) * 0.34),
                  h * (0.2 + Math.floor(i / 3) * 0.28),
                  whale(0, 0, 190 + (i % 2) * 50, i % 2 ? 8 : -8, i % 2 ? 1 : -1),
                ),
              ),
            ),
          ),
        ],
        50,
      ),
  ],
  [
    '4-3',
    () =>
      slice(
        style,
        [
          p(
            1000,
            scene(
              'dusk',
              (w, h) =>
                sun(w * 0.5, h * 0.44, 190) +
                sea('i', w, h, h * 0.66, 3) +
                whale(w * 0.5, h * 0.5, w * 0.8, -34) +
                repeat(18, (i) =>
                  circle(
                    w * 0.2 + i * 26,
                    h * 0.72 - ((i * 47) % 120),
                    6 + (i % 3) * 5,
                    foam,
                    `stroke="${ink}" stroke-width="2"`,
                  ),
                ) +
                sea('i2', w, h, h * 0.76, 4, 1.6),
            ),
            full,
          ),
        ],
        40,
      ),
  ],
  [
    '5-1',
    () =>
      slice(
        style,
        [
          p(
            900,
            scene(
              'dusk',
              (w, h) =>
                fuji(w, h, 0.5, 0.3) +
                sea('j', w, h, h * 0.6, 4, 0.6) +
                repeat(7, (i) => boat(w * (0.1 + i * 0.14), h * (0.7 + (i % 3) * 0.08), 50 + (i % 3) * 18)),
            ),
            full,
          ),
        ],
        40,
      ),
  ],
  [
    '5-2',
    () =>
      slice(
        style,
        [
          p(560, eyeClose, { left: 160 }),
          p(
            560,
            scene(
              'night',
              (w, h) =>
                sea('k', w, h, h * 0.5, 4) +
                walker(w * 0.4, h * 0.8, 300, poses.reach, fisher) +
                lanternLight(w * 0.62, h * 0.3, 34),
            ),
          ),
        ],
        50,
      ),
  ],
  [
    '5-3',
    () =>
      slice(
        style,
        [
          p(
            1240,
            scene(
              'night',
              (w, h) =>
                circle(w * 0.3, h * 0.18, 100, foam) +
                repeat(50, (i) => circle((i * 97) % w, (i * 61) % (h * 0.5), 2 + (i % 3), foam)) +
                sea('l', w, h, h * 0.56, 6, 0.7) +
                whale(w * 0.7, h * 0.54, 200, 0) +
                whale(w * 0.2, h * 0.6, 150, 0, -1) +
                sea('l2', w, h, h * 0.62, 5, 0.8) +
                boat(w * 0.44, h * 0.78, 120, -3) +
                repeat(16, (i) => lanternLight((i * 211) % w, h * 0.66 + ((i * 83) % (h * 0.3)), 9)),
            ),
            full,
          ),
        ],
        0,
      ),
  ],
]);

export function lanternWhaleCover(): Picture {
  const [w, h] = [900, 1200];
  const border =
    rect(0, 0, w, h, 'none', `stroke="${sand}" stroke-width="52"`) +
    rect(26, 26, w - 52, h - 52, 'none', `stroke="${ink}" stroke-width="5"`);
  const seal = at(
    770,
    130,
    rect(-44, -60, 88, 120, vermilion, 'rx="8"') +
      stroke('M-22 -34H22M0 -34V-10M-22 -10Q0 -22 22 -10M-22 16Q-11 4 0 16T22 16M-22 36Q-11 24 0 36T22 36', sand, 6),
  );
  const art =
    sun(560, 330, 180) +
    bars('cover', w, h * 0.8) +
    fuji(w, h, 0.22, 0.42) +
    sea('cover', w, h, h * 0.6, 3) +
    whale(430, 590, 600, -10) +
    sea('cover2', w, h, h * 0.68, 3, 1.6) +
    wave(150, 1080, 400, 1, 'c') +
    boat(610, 900, 104, 8) +
    wave(880, 1130, 240, -1, 'd') +
    sea('cover3', w, h, h * 0.9, 2, 1.4);
  return {
    width: w,
    height: h,
    format: 'jpg',
    grain: 0.07,
    svg: svg(w, h, rect(0, 0, w, h, skies.day) + art + grainLines(w, h) + border + seal),
  };
}
