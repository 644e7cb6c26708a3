import { stars } from '../draw/nature.ts';
import { type Picture, svg } from '../draw/picture.ts';
import { type Panel, type StripStyle, slice } from '../draw/strip.ts';
import { circle, fade, rect, repeat, shape, stroke } from '../draw/svg.ts';
import {
  cube,
  evening,
  glowAt,
  type Hour,
  midnight,
  noon,
  onWall,
  type Place,
  pane,
  person,
  plane,
  quarter,
  room,
  spot,
  trail,
} from './iso-parts.ts';

/** A letter folded into a plane goes from window to window of one city. */
const style: StripStyle = { width: 800, background: '#fdf6ea', border: null, margin: 40, format: 'png' };
const full = { left: 0, right: 0, gap: 0 };
const sky = (w: number, h: number, hour: Hour): string => rect(0, 0, w, h, fade(...hour.sky));

const city =
  (
    seed: string,
    hour: Hour,
    unit: number,
    size: number,
    dy: number,
    extra: (w: number, h: number) => string,
    tall?: readonly [number, number],
  ): Panel['art'] =>
  (w, h) =>
    sky(w, h, hour) +
    (hour === midnight
      ? stars(seed, w, h * 0.5, 80, '#fff1c0') + circle(w * 0.78, h * 0.14, 60, '#fff1c0')
      : circle(w * 0.26, h * 0.16, 70, '#fff6d8', 'opacity=".9"')) +
    quarter({ x: w / 2, y: h * dy, unit }, hour, seed, size, tall) +
    extra(w, h);

const chair = (p: Place, x: number, y: number, c: string): string =>
  cube(p, x, y, 0, 0.8, 0.8, 0.45, c) + cube(p, x, y, 0.45, 0.16, 0.8, 0.6, c);
const desk = (p: Place, x: number, y: number): string =>
  cube(p, x, y, 0, 0.14, 0.14, 0.8, '#8a5a3a') +
  cube(p, x + 1.4, y + 0.8, 0, 0.14, 0.14, 0.8, '#8a5a3a') +
  cube(p, x, y, 0.8, 1.6, 1, 0.12, '#c98a5a');
const shelf = (p: Place, y: number): string =>
  cube(p, 0, y, 0, 0.5, 1.6, 2.4, '#b5784a') +
  repeat(4, (r) =>
    onWall(
      p,
      'right',
      0.5,
      y + 1.6,
      2.3 - r * 0.58,
      repeat(7, (i) =>
        pane(
          0.08 + i * 0.21,
          0.05 + (i % 3) * 0.05,
          0.16,
          0.42 - (i % 3) * 0.05,
          ['#e8536a', '#ffd08a', '#4fb58a', '#8fb8d9', '#c58fd6'][(i + r) % 5] ?? '#fff',
        ),
      ),
    ),
  );
const windowOn = (p: Place, x: number, view: string): string =>
  onWall(
    p,
    'left',
    x,
    0,
    2.7,
    pane(-0.08, -0.08, 1.76, 1.56, '#fff4dc') +
      pane(0, 0, 1.6, 1.4, view) +
      pane(0.77, 0, 0.06, 1.4, '#fff4dc') +
      pane(0, 0.66, 1.6, 0.06, '#fff4dc'),
  );
const rug = (p: Place, c: string): string => cube(p, 1.3, 1.6, 0, 2, 1.8, 0.04, c);
const bedFor = (p: Place): string =>
  cube(p, 2.6, 0.2, 0, 1.3, 2.4, 0.5, '#c98a5a') +
  cube(p, 2.6, 0.9, 0.5, 1.3, 1.7, 0.2, '#e8536a') +
  cube(p, 2.8, 0.3, 0.5, 0.9, 0.5, 0.22, '#ffffff');
const stove = (p: Place): string =>
  cube(p, 0.1, 2.4, 0, 0.9, 1.4, 1, '#e9e6f4') +
  onWall(p, 'right', 1, 3.8, 0.86, pane(0.2, 0.2, 1, 0.5, '#3a2f5a')) +
  cube(p, 0.3, 2.7, 1, 0.5, 0.5, 0.34, '#e8536a');
const easel = (p: Place): string => {
  const [x, y] = spot(p, 2.6, 0.8);
  const u = p.unit;
  return (
    stroke(`M${x - u * 0.5} ${y}L${x} ${y - u * 2}L${x + u * 0.5} ${y}`, '#8a5a3a', u * 0.08) +
    rect(x - u * 0.5, y - u * 1.8, u, u * 1.1, '#fffaf0') +
    circle(x, y - u * 1.3, u * 0.26, '#ff9e7a') +
    rect(x - u * 0.5, y - u * 1, u, u * 0.3, '#4fb58a')
  );
};
const heartAt = (x: number, y: number, r: number): string =>
  shape(
    `M${x} ${y + r}C${x - r * 1.6} ${y - r * 0.1} ${x - r * 0.9} ${y - r * 1.2} ${x} ${y - r * 0.4}C${x + r * 0.9} ${y - r * 1.2} ${x + r * 1.6} ${y - r * 0.1} ${x} ${y + r}Z`,
    '#e8536a',
  );

/** A finder at home: the room's own things, the person, and the plane with one stripe more. */
const indoors =
  (
    hour: Hour,
    wall: string,
    floor: string,
    things: (p: Place) => string,
    who: (p: Place) => string,
    planeAt: readonly [number, number, number, number],
    more = '',
  ): Panel['art'] =>
  (w, h) => {
    const p = { x: w * 0.5, y: h * 0.52, unit: Math.min(w * 0.135, h * 0.13) };
    const [px, py, turn, stripes] = planeAt;
    return (
      sky(w, h, hour) +
      room(p, 4, wall, floor, things(p) + who(p)) +
      glowAt(w * px, h * py, 90, '#fff6d8') +
      plane(w * px, h * py, 54, turn, stripes) +
      more
    );
  };
const tile = (height: number, art: Panel['art'], more: Partial<Panel> = {}): Panel => ({
  height,
  art,
  gap: 50,
  ...more,
});
const [girl, cook, painter, old, boy] = [
  (p: Place, arms: 'up' | 'down' | 'out' = 'down') => person(p, 2.2, 2.2, 0, 1.5, '#ffd04a', '#3a2430', arms),
  (p: Place, arms: 'up' | 'down' | 'out' = 'out') => person(p, 2.2, 2.4, 0, 1.6, '#ffffff', '#8a4a2a', arms),
  (p: Place, arms: 'up' | 'down' | 'out' = 'up') => person(p, 1.8, 2.4, 0, 1.6, '#8f6ad6', '#e0b060', arms),
  (p: Place, arms: 'up' | 'down' | 'out' = 'down') => person(p, 2, 2.2, 0, 1.5, '#5a6a9a', '#e9e6f4', arms),
  (p: Place, arms: 'up' | 'down' | 'out' = 'up') => person(p, 2, 2.2, 0, 1.3, '#4fb58a', '#222222', arms),
];
const loop = (w: number, h: number): string =>
  trail([
    [w * 0.02, h * 0.42],
    [w * 0.2, h * 0.34],
    [w * 0.36, h * 0.4],
    [w * 0.44, h * 0.3],
    [w * 0.36, h * 0.24],
    [w * 0.34, h * 0.34],
    [w * 0.56, h * 0.36],
    [w * 0.74, h * 0.26],
  ]);

export const paperPlanePages: ReadonlyMap<string, () => Picture> = new Map([
  [
    '1-1',
    () =>
      slice(
        style,
        [
          tile(
            1240,
            city(
              'one',
              evening,
              40,
              5,
              0.34,
              (w, h) => glowAt(w * 0.5, h * 0.26, 80, '#fff6d8') + plane(w * 0.5, h * 0.26, 44, -16),
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
          tile(
            620,
            indoors(
              evening,
              '#f28fa8',
              '#c98a5a',
              (p) => windowOn(p, 1.2, '#ffc08a') + shelf(p, 1.8) + rug(p, '#8fb8d9') + desk(p, 2, 0.5),
              (p) => girl(p),
              [0.6, 0.46, -20, 0],
            ),
          ),
          tile(
            460,
            indoors(
              evening,
              '#f28fa8',
              '#c98a5a',
              (p) => windowOn(p, 1.2, '#ffc08a') + rug(p, '#8fb8d9'),
              (p) => girl(p, 'up'),
              [0.62, 0.2, -30, 0],
            ),
            { left: 200 },
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
          tile(
            1100,
            city('two', evening, 62, 3, 0.42, (w, h) => loop(w, h) + plane(w * 0.78, h * 0.25, 64, -10), [2, 5]),
            full,
          ),
        ],
        40,
      ),
  ],
  [
    '1-4',
    () =>
      slice(
        style,
        [
          tile(
            640,
            indoors(
              evening,
              '#ffb56b',
              '#e6dcf4',
              (p) => windowOn(p, 2, '#ff9e7a') + stove(p),
              (p) => cook(p),
              [0.68, 0.34, 14, 0],
            ),
          ),
          tile(
            480,
            indoors(
              evening,
              '#ffb56b',
              '#e6dcf4',
              (p) => stove(p),
              (p) => cook(p, 'up'),
              [0.6, 0.26, -24, 1],
            ),
            { right: 200 },
          ),
        ],
        50,
      ),
  ],
  [
    '2-1',
    () =>
      slice(
        style,
        [
          tile(
            1180,
            city('three', noon, 46, 4, 0.36, (w, h) => loop(w, h) + plane(w * 0.78, h * 0.25, 58, -12, 1), [2, 7]),
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
          tile(
            640,
            indoors(
              noon,
              '#c58fd6',
              '#d9b08a',
              (p) => windowOn(p, 0.6, '#d9f4ff') + easel(p) + rug(p, '#ffd08a'),
              (p) => painter(p),
              [0.3, 0.3, 20, 1],
            ),
          ),
          tile(
            460,
            indoors(
              noon,
              '#c58fd6',
              '#d9b08a',
              (p) => easel(p) + rug(p, '#ffd08a'),
              (p) => painter(p, 'out'),
              [0.66, 0.24, -24, 2],
            ),
            { left: 200 },
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
          tile(
            900,
            city('park', noon, 70, 2, 0.44, (w, h) => loop(w, h) + plane(w * 0.76, h * 0.25, 64, -14, 2), [1, 3]),
            full,
          ),
        ],
        40,
      ),
  ],
  [
    '2-4',
    () =>
      slice(
        style,
        [
          tile(
            620,
            indoors(
              noon,
              '#8fb8d9',
              '#c98a5a',
              (p) => windowOn(p, 0.6, '#ffffff') + bedFor(p) + rug(p, '#ffb0c0'),
              (p) => boy(p),
              [0.34, 0.26, 24, 2],
            ),
          ),
          tile(
            460,
            indoors(
              noon,
              '#8fb8d9',
              '#c98a5a',
              (p) => bedFor(p),
              (p) => boy(p, 'up'),
              [0.56, 0.18, -30, 3],
            ),
            { right: 200 },
          ),
        ],
        50,
      ),
  ],
  [
    '3-1',
    () =>
      slice(
        style,
        [
          tile(
            1240,
            city(
              'four',
              midnight,
              40,
              5,
              0.34,
              (w, h) => loop(w, h) + glowAt(w * 0.77, h * 0.25, 120, '#fff1c0') + plane(w * 0.77, h * 0.25, 48, -8, 3),
              [2, 7],
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
          tile(
            640,
            indoors(
              midnight,
              '#5a6a9a',
              '#7a5a4a',
              (p) => windowOn(p, 1.2, '#3a2f78') + shelf(p, 1.8) + chair(p, 2.6, 0.8, '#a0485a'),
              (p) => old(p),
              [0.74, 0.24, 24, 3],
            ),
          ),
          tile(
            480,
            indoors(
              midnight,
              '#5a6a9a',
              '#7a5a4a',
              (p) => shelf(p, 1.8) + chair(p, 2.6, 0.8, '#a0485a'),
              (p) => old(p, 'up'),
              [0.5, 0.3, -10, 4],
            ),
            { left: 200 },
          ),
        ],
        50,
      ),
  ],
  [
    '3-3',
    () =>
      slice(
        style,
        [
          tile(
            760,
            (w, h) =>
              sky(w, h, midnight) +
              glowAt(w * 0.5, h * 0.5, 420, '#ffe08a') +
              rect(w * 0.16, h * 0.22, w * 0.68, h * 0.56, '#fffaf0', 'rx="10" transform="rotate(-4 400 380)"') +
              stroke(
                `M${w * 0.18} ${h * 0.5}L${w * 0.82} ${h * 0.46}M${w * 0.5} ${h * 0.24}V${h * 0.76}`,
                '#d8cce8',
                4,
              ) +
              person({ x: w * 0.36, y: h * 0.7, unit: 170 }, 0, 0, 0, 1, '#ffd04a', '#3a2430', 'up') +
              person({ x: w * 0.62, y: h * 0.7, unit: 190 }, 0, 0, 0, 1, '#5a6a9a', '#e9e6f4', 'out') +
              heartAt(w * 0.49, h * 0.36, 44),
          ),
        ],
        40,
      ),
  ],
  [
    '3-4',
    () =>
      slice(
        style,
        [
          tile(
            1240,
            city(
              'five',
              midnight,
              52,
              4,
              0.36,
              (w, h) =>
                repeat(26, (i) =>
                  plane(
                    (i * 173) % w,
                    h * 0.04 + ((i * 97) % (h * 0.5)),
                    20 + (i % 4) * 9,
                    -30 + ((i * 17) % 50),
                    i % 5,
                  ),
                ),
              [2, 6],
            ),
            full,
          ),
        ],
        0,
      ),
  ],
]);

export function paperPlaneCover(): Picture {
  const [w, h] = [900, 1200];
  const swirl = trail([
    [60, 150],
    [220, 200],
    [380, 150],
    [470, 240],
    [420, 330],
    [330, 280],
    [400, 190],
    [560, 190],
    [690, 250],
  ]);
  return {
    width: w,
    height: h,
    format: 'png',
    svg: svg(
      w,
      h,
      rect(0, 0, w, h, fade('#3b2a7a', '#ff9e7a')) +
        circle(640, 260, 190, '#ffd9a0') +
        circle(640, 260, 260, '#ffd9a0', 'opacity=".25"') +
        stars('cover', w, 400, 60, '#fff6d8') +
        quarter({ x: 450, y: 520, unit: 52 }, evening, 'cover2', 5, [2, 8]) +
        swirl +
        glowAt(712, 246, 150, '#ffffff') +
        plane(716, 246, 110, -18, 3),
    ),
  };
}
