import { type Picture, svg } from '../draw/picture.ts';
import { random } from '../draw/random.ts';
import { at, blend, circle, lines, rect, repeat, screen, shape, star, stroke } from '../draw/svg.ts';
import { actions, endings, openings, thoughts } from './mochi-panels.ts';
import { type Art, H, W } from './mochi-room.ts';
import { blue, box, cat, fish, oval, paper, pink, print } from './riso-parts.ts';

/** Mochi, every day: a fixed stock of two-colour panels told in ever new orders. */
function panel(art: Art): () => Picture {
  return () => {
    const inner = `<svg x="40" y="30" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${rect(0, 0, W, H, paper)}${art()}</svg>`;
    return {
      width: 800,
      height: 700,
      format: 'webp',
      svg: svg(800, 700, rect(0, 0, 800, 700, paper) + inner + stroke(box(40, 30, W, H, 10), blue, 8)),
    };
  };
}

export const mochiParts = {
  openings: Object.keys(openings),
  actions: Object.keys(actions),
  thoughts: Object.keys(thoughts),
  endings: Object.keys(endings),
};

export const mochiPages: ReadonlyMap<string, () => Picture> = new Map(
  Object.entries({
    ...prefixed('open', openings),
    ...prefixed('act', actions),
    ...prefixed('think', thoughts),
    ...prefixed('end', endings),
  }).map(([key, art]) => [key, panel(art)]),
);

function prefixed(prefix: string, arts: Record<string, Art>): Record<string, Art> {
  return Object.fromEntries(Object.entries(arts).map(([key, art]) => [`${prefix}-${key}`, art]));
}

export function mochiCover(): Picture {
  const [w, h] = [900, 1200];
  const chance = random('mochi-cover');
  const rays = repeat(20, (i) =>
    at(
      450,
      560,
      shape(
        lines([
          [0, 0],
          [1100, -86],
          [1100, 86],
        ]),
        pink,
      ),
      1,
      i * 18,
    ),
  );
  const sky =
    rect(0, 0, w, h, paper) +
    rays +
    circle(450, 560, 436, pink) +
    circle(450, 560, 404, paper) +
    blend('multiply', circle(450, 560, 404, screen(pink, 14, 4)));
  const kinds = [
    fish(0, 0, 0.8, 'solid'),
    framed('M0 60C-96 -6 -54 -72 0 -24C54 -72 96 -6 0 60Z', pink),
    framed(star(0, 0, 62, 30, 5), blue),
    framed(oval(0, 0, 52, 50), pink, 'M-42 -20Q0 14 46 -14M-48 14Q0 44 46 22'),
  ];
  const things = repeat(12, (i) => {
    const angle = ((i / 12) * 360 + 15) * (Math.PI / 180);
    return at(
      450 + Math.cos(angle) * 368,
      570 + Math.sin(angle) * 520,
      kinds[i % 4] ?? '',
      chance.range(0.85, 1.1),
      chance.range(-24, 24),
    );
  });
  const cushion = print({
    mask: oval(450, 1090, 400, 100),
    pink: shape(oval(450, 1090, 400, 100), pink),
    blue: shape(oval(450, 1090, 400, 100), screen(blue, 12, 3.4)),
    line: oval(450, 1090, 400, 100),
    width: 12,
  });
  return {
    width: w,
    height: h,
    format: 'png',
    svg: svg(
      w,
      h,
      sky + things + cushion + cat(450, 560, 1.86, 'sit', 'happy') + at(446, 366, fish(0, 0, 1.35, 'solid'), 1, -7),
    ),
  };
}

function framed(d: string, ink: string, lines = ''): string {
  return print({
    mask: d,
    pink: ink === pink ? shape(d, pink) : '',
    blue: ink === blue ? shape(d, blue) : '',
    line: d + lines,
    width: 8,
  });
}
