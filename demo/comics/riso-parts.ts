import { random } from '../draw/random.ts';
import {
  at,
  blend,
  circle,
  ellipse,
  group,
  type Paint,
  repeat,
  screen,
  shape,
  star,
  stripes,
  stroke,
} from '../draw/svg.ts';

/** Two inks on cream paper, as a risograph lays them: never quite in the same place, darker where they meet. */
export const paper = '#fbf4e2';
export const pink = '#ff5a6e';
export const blue = '#2747b8';

export const pinkTint = screen(pink, 9, 3);
export const pinkLight = screen(pink, 11, 2.2);
export const blueTint = screen(blue, 9, 2.6);
export const blueLight = screen(blue, 12, 2);
export const blueLines = stripes(blue, 12, 3, 35);

/** One drawn thing: `mask` hides what is behind, then the pink ink (a little off), the blue ink, and the line. */
export function print(parts: { mask?: string; pink?: string; blue?: string; line?: string; width?: number }): string {
  const mask = parts.mask ? shape(parts.mask, paper) : '';
  const pinks = parts.pink ? blend('multiply', group(parts.pink, 'transform="translate(5 -4)"')) : '';
  const blues = parts.blue ? blend('multiply', parts.blue) : '';
  return mask + pinks + blues + (parts.line ? stroke(parts.line, blue, parts.width ?? 7) : '');
}

export function oval(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}A${rx} ${ry} 0 1 1 ${x + rx} ${y}A${rx} ${ry} 0 1 1 ${x - rx} ${y}Z`;
}

export function box(x: number, y: number, w: number, h: number, r = 0): string {
  return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${-(w - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${-r}v${-(h - 2 * r)}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
}

export type Eyes = 'dot' | 'closed' | 'happy' | 'wide' | 'left' | 'angry' | 'love' | 'tired';
export type CatPose = 'sit' | 'loaf' | 'lie' | 'jump' | 'back' | 'peek' | 'puddle' | 'stretch';

const head =
  'M-104 12C-112 -30 -104 -88 -92 -118C-72 -112 -48 -96 -38 -84C-14 -92 14 -92 38 -84C48 -96 72 -112 92 -118C104 -88 112 -30 104 12C96 64 52 84 0 84C-52 84 -96 64 -104 12Z';

function eyes(kind: Eyes): string {
  const both = (draw: (side: number) => string): string => draw(-1) + draw(1);
  const dot = (x: number, y: number, r: number): string => circle(x, y, r, blue);
  switch (kind) {
    case 'dot':
      return both((s) => dot(s * 44, 2, 10));
    case 'left':
      return both(
        (s) =>
          circle(s * 44, 0, 20, paper) +
          circle(s * 44, 0, 20, 'none', `stroke="${blue}" stroke-width="5"`) +
          dot(s * 44 - 9, 3, 9),
      );
    case 'wide':
      return both(
        (s) =>
          circle(s * 46, -2, 24, paper) +
          circle(s * 46, -2, 24, 'none', `stroke="${blue}" stroke-width="5"`) +
          dot(s * 46, -2, 15) +
          circle(s * 46 + 5, -8, 5, paper),
      );
    case 'closed':
      return both((s) => stroke(`M${s * 44 - 17} 2q17 12 34 0`, blue, 6));
    case 'happy':
      return both((s) => stroke(`M${s * 44 - 17} 8q17 -22 34 0`, blue, 7));
    case 'angry':
      return both((s) => dot(s * 44, 8, 10) + stroke(`M${s * 66} -20L${s * 26} -6`, blue, 7));
    case 'love':
      return both((s) => at(s * 46, 0, heart(20)));
    case 'tired':
      return both((s) => stroke(`M${s * 44 - 18} 0h36`, blue, 6) + stroke(`M${s * 44 - 12} 12h24`, blue, 3));
  }
}

export function heart(r: number): string {
  return shape(
    `M0 ${r}C${-r * 1.6} ${-r * 0.1} ${-r * 0.9} ${-r * 1.2} 0 ${-r * 0.4}C${r * 0.9} ${-r * 1.2} ${r * 1.6} ${-r * 0.1} 0 ${r}Z`,
    pink,
  );
}

/** Mochi's head: white, one pink patch, a pair of cheeks. */
export function catHead(
  x: number,
  y: number,
  scale: number,
  kind: Eyes,
  mouth: 'cat' | 'open' | 'sad' = 'cat',
  turn = 0,
): string {
  const patch = 'M38 -84C48 -96 72 -112 92 -118C104 -88 110 -40 106 -4C70 -6 40 -40 38 -84Z';
  const ears = 'M-88 -92q22 6 38 22l-42 22q-4 -22 4 -44Z';
  const snout =
    mouth === 'open'
      ? shape('M-20 34q20 -10 40 0q2 40 -20 40t-20 -40Z', blue) + ellipse(0, 62, 11, 8, pink)
      : stroke(mouth === 'sad' ? 'M-20 46q20 -16 40 0' : 'M-24 32q6 18 24 4q18 14 24 -4', blue, 6);
  const whiskers = 'M-86 22l-46 -8M-86 36l-44 8M86 22l46 -8M86 36l44 8';
  return at(
    x,
    y,
    print({
      mask: head,
      pink: shape(patch, pink) + shape(ears, pinkTint) + circle(-66, 32, 17, pinkTint) + circle(66, 32, 17, pinkTint),
      line: head,
    }) +
      stroke(whiskers, blue, 3.5) +
      eyes(kind) +
      shape('M-9 20h18l-9 10Z', blue) +
      snout,
    scale,
    turn,
  );
}

const bodies: Record<
  CatPose,
  { d: string; extra: string; patch: string; headAt: readonly [number, number, number] | null }
> = {
  sit: {
    d: 'M-62 60C-110 150 -120 250 -84 292H84C120 250 110 150 62 60Z',
    extra: 'M-30 292v-84M30 292v-84M84 286C150 300 186 250 160 206',
    patch: 'M70 150C112 180 112 260 84 292H40C40 240 40 180 70 150Z',
    headAt: [0, 0, 0],
  },
  loaf: {
    d: 'M-80 40C-60 0 170 -30 230 60C276 130 250 176 216 180H-76C-112 176 -106 90 -80 40Z',
    extra: 'M-50 180q4 -22 34 -22M20 180q4 -22 34 -22',
    patch: 'M120 4C190 0 240 60 244 110C190 120 120 80 120 4Z',
    headAt: [-30, 10, 0],
  },
  lie: {
    d: 'M-40 20C40 -20 240 -20 300 30C340 70 320 110 290 112H-60C-100 110 -80 40 -40 20Z',
    extra: 'M296 100C360 110 390 70 372 34M-10 112q50 -26 90 0M180 112q40 -30 80 0',
    patch: 'M140 -6C220 -14 290 14 306 40C250 70 150 60 140 -6Z',
    headAt: [-70, 36, -8],
  },
  jump: {
    d: 'M-50 30C30 -20 170 0 240 90C260 130 220 150 190 140C120 150 10 130 -50 90Z',
    extra: 'M-40 70L-120 120M10 110L-50 178M200 120L268 190M150 140L186 214M236 96C300 80 320 20 296 -22',
    patch: 'M110 4C170 16 220 60 236 96C180 110 110 80 110 4Z',
    headAt: [-70, 10, -14],
  },
  back: {
    d: 'M-62 60C-124 150 -128 250 -90 296H90C128 250 124 150 62 60Z',
    extra: 'M86 290C160 300 180 220 140 180M-6 120v60',
    patch: 'M62 60C100 110 118 200 104 270C60 240 40 120 62 60Z',
    headAt: null,
  },
  peek: { d: '', extra: '', patch: '', headAt: [0, 0, 0] },
  puddle: {
    d: 'M-150 60C-190 120 -180 150 -120 152H220C300 150 290 100 230 84C150 40 -80 20 -150 60Z',
    extra: 'M-90 152q-6 -30 30 -34M10 152q-6 -30 30 -34M236 120C300 120 330 140 360 128',
    patch: 'M110 52C180 62 250 90 262 118C200 130 110 110 110 52Z',
    headAt: [-60, 60, 0],
  },
  stretch: {
    d: 'M-80 130C-30 90 60 90 120 10C150 -40 230 -30 246 30C256 80 240 120 238 176H196L186 120C120 176 20 184 -100 184C-130 176 -120 150 -80 130Z',
    extra: 'M236 10C290 -40 280 -110 244 -130M150 100L156 176',
    patch: 'M150 -10C200 -40 250 0 248 60C200 70 150 50 150 -10Z',
    headAt: [-90, 92, 6],
  },
};

export function cat(
  x: number,
  y: number,
  scale: number,
  pose: CatPose,
  kind: Eyes,
  mouth: 'cat' | 'open' | 'sad' = 'cat',
): string {
  const { d, extra, patch, headAt } = bodies[pose];
  const body = d ? print({ mask: d, pink: shape(patch, pink), blue: shape(d, blueLight), line: d + extra }) : '';
  const behind =
    'M-104 12C-112 -30 -104 -88 -92 -118C-72 -112 -48 -96 -38 -84C-14 -92 14 -92 38 -84C48 -96 72 -112 92 -118C104 -88 112 -30 104 12C96 64 52 84 0 84C-52 84 -96 64 -104 12Z';
  const top = headAt
    ? catHead(headAt[0], headAt[1], 1, kind, mouth, headAt[2])
    : print({
        mask: behind,
        pink: shape('M38 -84C48 -96 72 -112 92 -118C104 -88 110 -20 100 20C50 10 40 -40 38 -84Z', pink),
        line: behind,
      });
  const paws =
    pose === 'peek'
      ? print({ mask: oval(-80, 84, 34, 24), line: oval(-80, 84, 34, 24) }) +
        print({ mask: oval(80, 84, 34, 24), line: oval(80, 84, 34, 24) })
      : '';
  return at(x, y, body + top + paws, scale);
}

/** Her human: round glasses, a bun, a striped jersey. */
export function human(x: number, y: number, scale: number, mood: 'calm' | 'asleep' | 'shock'): string {
  const body = 'M-120 330C-130 180 -70 110 0 110C70 110 130 180 120 330Z';
  const face = oval(0, 20, 84, 88);
  const hair = 'M-92 30C-110 -90 110 -90 92 30C70 -10 40 -34 10 -36C-30 -30 -74 -10 -92 30Z';
  const look =
    mood === 'asleep'
      ? stroke('M-52 30q18 14 36 0M16 30q18 14 36 0', blue, 6)
      : circle(-34, 28, 28, 'none', `stroke="${blue}" stroke-width="5"`) +
        circle(34, 28, 28, 'none', `stroke="${blue}" stroke-width="5"`) +
        circle(-34, 28, mood === 'shock' ? 13 : 8, blue) +
        circle(34, 28, mood === 'shock' ? 13 : 8, blue) +
        stroke('M-6 28h12', blue, 5);
  const mouth = mood === 'shock' ? ellipse(0, 78, 13, 18, blue) : stroke('M-16 72q16 14 32 0', blue, 6);
  return at(
    x,
    y,
    print({ mask: body, pink: shape(body, stripes(pink, 34, 17, 90)), line: body }) +
      print({ mask: oval(0, -84, 44, 40), blue: shape(oval(0, -84, 44, 40), blue) }) +
      print({ mask: face, pink: circle(-52, 58, 15, pinkTint) + circle(52, 58, 15, pinkTint), line: face }) +
      print({ blue: shape(hair, blue) }) +
      look +
      mouth,
    scale,
  );
}

/** A thought in a bubble: signs instead of words. */
export function bubble(x: number, y: number, size: number, sign: string, tail: 1 | -1 = 1): string {
  const d = `${oval(0, 0, size, size * 0.78)}M${tail * size * 0.3} ${size * 0.7}L${tail * size * 0.62} ${size * 1.15}L${tail * size * 0.62} ${size * 0.5}Z`;
  return at(
    x,
    y,
    print({ mask: d, line: oval(0, 0, size, size * 0.78), width: 6 }) +
      stroke(
        `M${tail * size * 0.36} ${size * 0.72}L${tail * size * 0.62} ${size * 1.12}L${tail * size * 0.64} ${size * 0.6}`,
        blue,
        6,
      ) +
      shape(
        `M${tail * size * 0.34} ${size * 0.66}L${tail * size * 0.64} ${size * 0.5}L${tail * size * 0.6} ${size * 0.9}Z`,
        paper,
      ) +
      sign,
  );
}

export const signs: Record<string, string> = {
  heart: at(0, 0, heart(44)),
  bang: shape('M-12 -52H12L7 16H-7Z', pink) + circle(0, 40, 12, pink),
  what: stroke('M-26 -24C-26 -60 30 -58 28 -22C26 4 0 0 0 22', blue, 12) + circle(0, 46, 9, blue),
  fish: fish(-4, 0, 0.5, 'solid'),
  zzz: stroke('M-44 -6h26l-26 30h26M-8 -34h34l-34 40h34', blue, 9),
  idea: print({
    mask: oval(0, -10, 32, 34),
    pink: shape(oval(0, -10, 32, 34), pink),
    line: `${oval(0, -10, 32, 34)}M-12 30h24M-8 42h16`,
    width: 6,
  }),
  note: shape(`${oval(-18, 34, 18, 14)}${oval(36, 24, 18, 14)}`, blue) + stroke('M-2 32V-38L52 -48V22', blue, 9),
  anger: stroke('M-34 -12q22 0 22 -24M34 -12q-22 0 -22 -24M-34 16q22 0 22 24M34 16q-22 0 -22 24', pink, 10),
  moon: shape('M14 -48A50 50 0 1 0 44 30A42 42 0 0 1 14 -48Z', pink),
  dots: circle(-36, 0, 9, blue) + circle(0, 0, 9, blue) + circle(36, 0, 9, blue),
};

export function fish(x: number, y: number, scale: number, kind: 'solid' | 'bones'): string {
  const body = 'M-90 0C-50 -52 40 -52 76 0C40 52 -50 52 -90 0ZM70 0L124 -40V40Z';
  const bones =
    stroke('M-40 0H100M-10 -26V26M20 -24V24M50 -18V18M124 -34L96 0L124 34', blue, 9) +
    circle(-66, 0, 34, 'none', `stroke="${blue}" stroke-width="8"`) +
    circle(-72, -8, 6, blue);
  return at(
    x,
    y,
    kind === 'bones'
      ? bones
      : print({
          mask: body,
          pink: shape(body, pink),
          blue: shape('M-20 -40C20 -44 56 -26 76 0C56 26 20 44 -20 40C0 14 0 -14 -20 -40Z', blueTint),
          line: body,
        }) + circle(-52, -8, 8, blue),
    scale,
  );
}

export function petals(seed: string, w: number, h: number, count: number, draw: (turn: number) => string): string {
  const chance = random(seed);
  return repeat(count, () =>
    at(
      chance.range(0, w),
      chance.range(0, h),
      draw(chance.range(0, 360)),
      chance.range(0.6, 1.3),
      chance.range(0, 360),
    ),
  );
}

export function burst(x: number, y: number, r: number, paint: Paint): string {
  return shape(star(x, y, r, r * 0.62, 14), paint);
}
