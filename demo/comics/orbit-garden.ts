import { poses } from '../draw/figure.ts';
import { type Picture, svg } from '../draw/picture.ts';
import { random } from '../draw/random.ts';
import { type Panel, type StripStyle, slice } from '../draw/strip.ts';
import { at, circle, ellipse, faint, radial, rect, repeat, shape, star, stroke } from '../draw/svg.ts';
import {
  bolt,
  comet,
  coral,
  cream,
  dome,
  ground,
  type Hue,
  hues,
  ida,
  type Mood,
  mint,
  mustard,
  navy,
  planet,
  plant,
  ship,
  space,
} from './orbit-parts.ts';

/** One gardener, one kettle of a robot, one seed, in twelve short chapters of two slices each. */
const style: StripStyle = { width: 800, background: cream, border: null, margin: 44, format: 'png' };
const wide = { left: 0, right: 0 };

type Actors = (w: number, h: number, floor: number) => string;

/** The garden's little world under its big planet, with `stage` of the plant in the dome. */
function garden(
  seed: string,
  hue: Hue,
  stage: number,
  actors: Actors,
  more: { cracked?: boolean; planetAt?: readonly [number, number, number]; ring?: number | null } = {},
): Panel['art'] {
  return (w, h) => {
    const floor = h * 0.76;
    const [px, py, pr] = more.planetAt ?? [0.72, 0.26, 0.2];
    const home = dome(w * 0.34, floor, w * 0.21, hue, plant(w * 0.34, floor - 4, w * 0.3, stage), more.cracked);
    return (
      space(seed, w, h, hue) +
      planet(w * px, h * py, w * pr, hue, more.ring === undefined ? -18 : more.ring) +
      ground(seed, w, h, floor - h * 0.03, hue) +
      home +
      actors(w, h, floor)
    );
  };
}

function close(hue: Hue, seed: string, draw: (w: number, h: number) => string): Panel['art'] {
  return (w, h) =>
    space(seed, w, h, hue) + circle(w * 0.5, h * 0.55, Math.min(w, h) * 0.46, hue.light, 'opacity=".3"') + draw(w, h);
}

const idaClose = (hue: Hue, mood: Mood): Panel['art'] =>
  close(hue, `ida${mood}`, (w, h) => ida(w * 0.5, h * 1.72, h * 1.9, poses.stand, mood));
const boltClose = (hue: Hue, mood: Mood, charge = 1): Panel['art'] =>
  close(hue, `bolt${mood}${charge}`, (w, h) => bolt(w * 0.5, h * 0.96, h * 0.86, charge, mood));
const handful = (hue: Hue, held: (x: number, y: number) => string): Panel['art'] =>
  close(
    hue,
    'hand',
    (w, h) =>
      shape(
        `M${w * 0.1} ${h}Q${w * 0.2} ${h * 0.66} ${w * 0.34} ${h * 0.62}Q${w * 0.5} ${h * 0.76} ${w * 0.66} ${h * 0.62}Q${w * 0.82} ${h * 0.66} ${w * 0.9} ${h}Z`,
        coral,
      ) +
      shape(
        `M${w * 0.5} ${h}V${h * 0.72}Q${w * 0.6} ${h * 0.7} ${w * 0.66} ${h * 0.62}Q${w * 0.82} ${h * 0.66} ${w * 0.9} ${h}Z`,
        '#d9483f',
      ) +
      held(w * 0.5, h * 0.66),
  );
const rays = (x: number, y: number, r: number): string =>
  repeat(16, (i) => at(x, y, rect(r, -4, r * 0.6, 8, mustard, 'rx="4"'), 1, i * 22.5));
const meteors = (seed: string, w: number, h: number, count: number): string => {
  const chance = random(seed);
  return repeat(count, () =>
    at(
      chance.range(0.1, 1) * w,
      chance.range(0, 0.7) * h,
      shape('M0 -9L130 -3L0 9Z', mustard, 'opacity=".8"') + circle(0, 0, chance.range(9, 20), coral),
      1,
      -34,
    ),
  );
};
const islands = (seed: string, w: number, h: number, hue: Hue, count: number): string => {
  const chance = random(seed);
  return repeat(count, (i) => {
    const [x, y, r] = [w * (0.12 + ((i * 0.37) % 0.8)), h * (0.14 + (i / count) * 0.62), chance.range(40, 84)];
    return (
      ellipse(x, y, r, r * 0.55, hue.groundDark) +
      ellipse(x, y - r * 0.16, r, r * 0.4, hue.ground) +
      plant(x, y - r * 0.3, r * 1.6, 1 + (i % 5)) +
      plant(x + r * 0.5, y - r * 0.26, r, 1 + ((i + 2) % 5))
    );
  });
};

const tall = (height: number, art: Panel['art'], gap = 0): Panel => ({ ...wide, gap, height, art });
const small = (height: number, art: Panel['art'], side: 'left' | 'right' | 'both' = 'both'): Panel => ({
  height,
  art,
  gap: 50,
  ...(side === 'left' ? { right: 210 } : side === 'right' ? { left: 210 } : {}),
});
const pair: Actors = (w, h, floor) =>
  ida(w * 0.72, floor + h * 0.08, h * 0.24, poses.stand, 'smile', -1) +
  bolt(w * 0.86, floor + h * 0.1, h * 0.12, 1, 'smile');

const { violet, teal, rose, dark, gold } = hues;
const chapters: readonly (readonly [Panel[], Panel[]])[] = [
  [
    [
      tall(
        1080,
        garden(
          'o1',
          violet,
          0,
          (w, h) =>
            ship(w * 0.3, h * 0.34, 130, 28) +
            stroke(
              `M0 ${h * 0.16}Q${w * 0.1} ${h * 0.22} ${w * 0.16} ${h * 0.26}`,
              cream,
              6,
              'stroke-dasharray="4 20"',
            ),
        ),
      ),
    ],
    [small(560, idaClose(violet, 'wow'), 'left'), small(560, garden('o1b', violet, 0, pair))],
  ],
  [
    [
      small(
        620,
        handful(
          violet,
          (x, y) =>
            rays(x, y - 20, 60) + ellipse(x, y - 20, 26, 34, '#7a4a2b') + ellipse(x - 8, y - 30, 7, 12, '#a8734a'),
        ),
      ),
      small(440, boltClose(violet, 'wow'), 'right'),
    ],
    [
      tall(
        980,
        garden(
          'o2',
          violet,
          0,
          (w, h, f) =>
            ida(w * 0.5, f + h * 0.06, h * 0.22, poses.crouch, 'smile', -1) +
            bolt(w * 0.74, f + h * 0.07, h * 0.14, 1, 'smile'),
        ),
      ),
    ],
  ],
  [
    [
      tall(
        900,
        garden(
          'o3',
          teal,
          0,
          (w, h, f) =>
            ida(w * 0.7, f + h * 0.07, h * 0.26, poses.sit, 'sad', -1) +
            bolt(w * 0.88, f + h * 0.08, h * 0.14, 1, 'sad'),
        ),
      ),
    ],
    [
      small(
        520,
        close(
          teal,
          'tap',
          (w, h) =>
            shape(`M${w * 0.3} ${h * 0.16}h${w * 0.34}q60 0 60 80v40h-70v-40h-${w * 0.33}Z`, '#b3bfd9') +
            shape(`M${w * 0.68} ${h * 0.5}q44 90 0 120q-44 -30 0 -120Z`, '#9fe6ff', 'opacity=".4"'),
        ),
        'left',
      ),
      small(480, idaClose(teal, 'sad'), 'right'),
    ],
  ],
  [
    [
      tall(
        1060,
        garden(
          'o4',
          teal,
          0,
          (w, h, f) => comet(w * 0.62, h * 0.4, 90, 34) + ida(w * 0.72, f + h * 0.07, h * 0.22, poses.reach, 'wow', -1),
        ),
      ),
    ],
    [
      tall(
        760,
        (w, h) =>
          space('o4b', w, h, teal) +
          comet(w * 0.56, h * 0.42, 220, 20) +
          ship(w * 0.3, h * 0.74, 120, -14) +
          stroke(`M${w * 0.36} ${h * 0.72}Q${w * 0.46} ${h * 0.6} ${w * 0.52} ${h * 0.52}`, cream, 5),
        50,
      ),
      small(400, boltClose(teal, 'smile'), 'left'),
    ],
  ],
  [
    [
      small(
        560,
        handful(teal, (x, y) => circle(x, y - 40, 80, '#9fe6ff', 'opacity=".8"') + circle(x - 26, y - 66, 18, '#fff')),
        'right',
      ),
      small(
        560,
        garden(
          'o5',
          teal,
          1,
          (w, h, f) =>
            repeat(9, (i) => ellipse(w * 0.27 + i * 14, f - 120 + ((i * 37) % 80), 5, 9, '#9fe6ff')) +
            bolt(w * 0.7, f + h * 0.08, h * 0.2, 1, 'wow'),
        ),
      ),
    ],
    [tall(1000, garden('o5b', rose, 2, pair, { planetAt: [0.7, 0.3, 0.26] }))],
  ],
  [
    [
      tall(
        1080,
        garden('o6', rose, 3, (w, h, f) => meteors('m6', w, h, 12) + bolt(w * 0.7, f + h * 0.07, h * 0.14, 1, 'sad'), {
          ring: 20,
        }),
      ),
    ],
    [
      small(460, idaClose(rose, 'wow'), 'right'),
      small(
        600,
        garden(
          'o6b',
          rose,
          3,
          (w, h, f) => meteors('m6b', w, h, 20) + ida(w * 0.7, f + h * 0.06, h * 0.34, poses.run, 'wow', -1),
        ),
        'left',
      ),
    ],
  ],
  [
    [
      tall(
        900,
        garden(
          'o7',
          rose,
          3,
          (w, h, f) =>
            shape(star(w * 0.42, f - w * 0.2, 120, 40, 9), mustard) +
            shape(star(w * 0.42, f - w * 0.2, 70, 24, 9), cream) +
            ida(w * 0.74, f + h * 0.07, h * 0.26, poses.guard, 'wow', -1),
          { cracked: true },
        ),
      ),
    ],
    [
      small(
        560,
        close(
          dark,
          'air',
          (w, h) =>
            plant(w * 0.5, h * 0.9, h * 0.8, 3) +
            repeat(9, (i) =>
              stroke(`M${w * 0.2 + i * 50} ${h * 0.2 + (i % 3) * 60}q40 -30 80 0t80 0`, '#9fc8ff', 4, 'opacity=".6"'),
            ),
        ),
      ),
      small(420, boltClose(dark, 'sad', 0.6), 'right'),
    ],
  ],
  [
    [
      tall(
        1000,
        garden(
          'o8',
          dark,
          3,
          (w, h, f) =>
            ida(w * 0.66, f + h * 0.07, h * 0.24, poses.sit, 'sad', -1) +
            bolt(w * 0.5, f + h * 0.08, h * 0.14, 0.5, 'sad'),
          { cracked: true, ring: null },
        ),
      ),
    ],
    [
      small(
        640,
        close(
          dark,
          'give',
          (w, h) =>
            bolt(w * 0.36, h * 0.94, h * 0.62, 0, 'sleep', -6) +
            rays(w * 0.72, h * 0.5, 56) +
            circle(w * 0.72, h * 0.5, 44, mustard) +
            circle(
              w * 0.72,
              h * 0.5,
              150,
              radial([
                [0, mustard, 0.6],
                [1, mustard, 0],
              ]),
            ),
        ),
      ),
      small(400, idaClose(dark, 'sad'), 'left'),
    ],
  ],
  [
    [
      tall(
        1180,
        garden(
          'o9',
          dark,
          4,
          (w, h, f) =>
            circle(
              w * 0.34,
              f - w * 0.15,
              w * 0.34,
              radial([
                [0, mustard, 0.6],
                [1, mustard, 0],
              ]),
            ) +
            bolt(w * 0.52, f + h * 0.05, h * 0.12, 0, 'sleep', 10) +
            ida(w * 0.7, f + h * 0.06, h * 0.2, poses.sit, 'sleep', -1),
          { ring: null },
        ),
      ),
    ],
    [
      tall(
        620,
        (w, h) =>
          space('o9b', w, h, dark) +
          faint(0.9, planet(w * 0.5, h * 1.2, w * 0.5, violet, null)) +
          circle(
            w * 0.5,
            h * 0.56,
            w * 0.3,
            radial([
              [0, coral, 0.8],
              [1, coral, 0],
            ]),
          ),
        50,
      ),
    ],
  ],
  [
    [
      tall(
        1180,
        (w, h) =>
          space('o10', w, h, gold) +
          rays(w * 0.5, h * 0.4, w * 0.34) +
          planet(w * 0.5, h * 0.4, w * 0.3, gold, null) +
          plant(w * 0.5, h * 1.02, h * 0.66, 5),
      ),
    ],
    [small(520, idaClose(gold, 'smile'), 'left'), small(520, boltClose(gold, 'smile'), 'right')],
  ],
  [
    [
      tall(
        1240,
        (w, h) =>
          space('o11', w, h, gold) +
          planet(w * 0.76, h * 0.16, w * 0.2, gold) +
          repeat(46, (i) =>
            at(
              (i * 173) % w,
              (i * 271) % h,
              stroke('M0 0v26', cream, 2) + repeat(5, (k) => at(0, 0, stroke('M0 0v-16', cream, 2), 1, (k - 2) * 30)),
              0.6 + (i % 4) * 0.3,
              (i * 31) % 50,
            ),
          ),
      ),
    ],
    [
      tall(
        900,
        (w, h) =>
          space('o11b', w, h, violet) +
          islands('is1', w, h, violet, 6) +
          ida(w * 0.5, h * 0.98, h * 0.2, poses.reach, 'smile'),
        50,
      ),
    ],
  ],
  [
    [
      tall(
        1240,
        (w, h) =>
          space('o12', w, h, teal) + planet(w * 0.5, h * 0.48, w * 0.28, teal, null) + islands('is2', w, h, teal, 9),
      ),
    ],
    [
      small(560, garden('o12b', gold, 5, pair)),
      small(
        460,
        close(
          gold,
          'end',
          (w, h) =>
            ida(w * 0.36, h * 0.98, h * 0.8, poses.offer, 'smile') +
            bolt(w * 0.68, h * 0.98, h * 0.5, 1, 'smile') +
            shape(`M${w * 0.53} ${h * 0.3}c-60 -40 -30 -84 0 -54c30 -30 60 14 0 54Z`, coral),
        ),
      ),
    ],
  ],
];

export const orbitGardenPages: ReadonlyMap<string, () => Picture> = new Map(
  chapters.flatMap((slices, chapter) =>
    slices.map(
      (panels, part) => [`${chapter + 1}-${part + 1}`, () => slice(style, panels, part === 1 ? 70 : 0)] as const,
    ),
  ),
);

export function orbitGardenCover(): Picture {
  const [w, h] = [900, 1200];
  const hue = violet;
  const world =
    circle(450, 1330, 520, hue.ground) +
    circle(560, 1400, 520, hue.groundDark, 'opacity=".5"') +
    repeat(7, (i) => ellipse(120 + i * 120, 960 + Math.abs(i - 3) * 34 + (i % 2) * 60, 40 - i * 2, 14, hue.groundDark));
  const leaves =
    plant(450, 832, 420, 5) +
    plant(330, 836, 250, 3) +
    plant(570, 836, 230, 4) +
    plant(262, 838, 150, 2) +
    plant(640, 838, 160, 2);
  const home = dome(450, 838, 330, hue, leaves);
  return {
    width: w,
    height: h,
    format: 'png',
    svg: svg(
      w,
      h,
      space('cover', w, h, hue) +
        planet(600, 330, 250, hue, -20) +
        circle(150, 190, 46, mint) +
        circle(134, 178, 46, navy, 'opacity=".25"') +
        comet(230, 420, 46, -148) +
        world +
        home +
        ida(812, 1010, 300, poses.offer, 'smile', -1) +
        bolt(150, 990, 190, 1, 'smile', -8),
    ),
  };
}
