import { poses } from '../draw/figure.ts';
import { rain } from '../draw/nature.ts';
import { type Picture, svg } from '../draw/picture.ts';
import { type Panel, type StripStyle, slice } from '../draw/strip.ts';
import {
  at,
  blend,
  blur,
  circle,
  curve,
  ellipse,
  fade,
  lines,
  radial,
  rect,
  repeat,
  screen,
  shape,
  stripes,
  stroke,
} from '../draw/svg.ts';
import {
  amber,
  bone,
  child,
  cyan,
  deep,
  dotFade,
  dots,
  ink,
  lamp,
  magenta,
  moon,
  red,
  ripples,
  signs,
  skyline,
  sleuth,
  steel,
  street,
  umbrella,
} from './noir-parts.ts';

/** Rain, ink and neon: one colour belongs to somebody who is not there. */
const style: StripStyle = {
  width: 800,
  background: '#050509',
  border: { color: bone, width: 5 },
  margin: 34,
  format: 'jpg',
};
const wide = { left: 0, right: 0 };
const wet = (seed: string, w: number, h: number, thick = 130): string => rain(seed, w, h, thick, '#cfe2ff');

/** A face between hat and collar; `light` paints the side that neon reaches. */
function face(
  light: string,
  eyes: 'narrow' | 'open' | 'closed',
  turn: 1 | -1 = 1,
  back: (w: number, h: number) => string = () => '',
): Panel['art'] {
  return (w, h) => {
    const r = Math.min(w, h) * 0.42;
    const [x, y] = [w * 0.5, h * 0.6];
    const jaw = curve(
      [
        [x - r * 0.62, y - r * 0.5],
        [x - r * 0.58, y + r * 0.35],
        [x - r * 0.3, y + r * 0.86],
        [x + r * 0.12, y + r],
        [x + r * 0.46, y + r * 0.74],
        [x + r * 0.6, y + r * 0.1],
        [x + r * 0.62, y - r * 0.5],
      ],
      true,
    );
    const lit = shape(
      `M${x + r * 0.1} ${y - r * 0.5}Q${x + r * 0.26} ${y} ${x + r * 0.14} ${y + r * 0.3}L${x + r * 0.3} ${y + r * 0.42}L${x + r * 0.14} ${y + r}Q${x + r * 0.6} ${y + r * 0.76} ${x + r * 0.62} ${y - r * 0.5}Z`,
      light,
      'opacity=".85"',
    );
    const eye = (side: number): string => {
      const ex = x + side * r * 0.28 + r * 0.04;
      if (eyes === 'closed')
        return stroke(`M${ex - r * 0.14} ${y - r * 0.02}q${r * 0.14} ${r * 0.08} ${r * 0.28} 0`, ink, r * 0.05);
      const open = eyes === 'open' ? 0.13 : 0.06;
      return (
        ellipse(ex, y - r * 0.03, r * 0.14, r * open, bone) +
        circle(ex + turn * r * 0.04, y - r * 0.03, r * open * 0.86, ink) +
        stroke(
          `M${ex - r * 0.18} ${y - r * (0.16 + side * 0.03)}L${ex + r * 0.18} ${y - r * (0.16 - side * 0.03)}`,
          ink,
          r * 0.07,
        )
      );
    };
    const nose = stroke(
      `M${x + r * 0.04} ${y - r * 0.04}L${x + r * 0.13} ${y + r * 0.3}L${x} ${y + r * 0.33}`,
      ink,
      r * 0.035,
    );
    const mouth = stroke(
      `M${x - r * 0.14} ${y + r * 0.6}Q${x + r * 0.06} ${y + r * (eyes === 'closed' ? 0.68 : 0.56)} ${x + r * 0.24} ${y + r * 0.58}`,
      ink,
      r * 0.04,
    );
    const stubble = shape(jaw, screen('#00000055', 8, 1.6));
    const hat =
      shape(
        `M${x - r * 1.6} ${y - r * 0.36}Q${x} ${y - r * 0.02} ${x + r * 1.6} ${y - r * 0.42}Q${x + r} ${y - r * 0.72} ${x + r * 0.86} ${y - r * 0.78}L${x + r * 0.66} ${y - r * 1.6}Q${x + r * 0.1} ${y - r * 1.3} ${x - r * 0.5} ${y - r * 1.62}L${x - r * 0.84} ${y - r * 0.74}Z`,
        fade('#2b2d44', ink),
      ) +
      stroke(`M${x - r * 0.82} ${y - r * 0.78}Q${x} ${y - r * 0.5} ${x + r * 0.86} ${y - r * 0.82}`, light, r * 0.09) +
      shape(
        `M${x - r * 0.66} ${y - r * 0.36}Q${x} ${y - r * 0.06} ${x + r * 0.64} ${y - r * 0.4}L${x + r * 0.6} ${y - r * 0.12}Q${x} ${y + r * 0.08} ${x - r * 0.62} ${y - r * 0.08}Z`,
        ink,
        'opacity=".62"',
      );
    const collar =
      shape(
        curve(
          [
            [x - r * 1.7, h + 20],
            [x - r * 1.2, y + r * 0.86],
            [x - r * 0.72, y + r * 0.36],
            [x - r * 0.1, y + r * 1.12],
            [x + r * 0.66, y + r * 0.3],
            [x + r * 1.24, y + r * 0.9],
            [x + r * 1.7, h + 20],
          ],
          true,
        ),
        fade('#23253a', ink),
      ) +
      shape(
        `M${x - r * 0.72} ${y + r * 0.36}L${x - r * 0.1} ${y + r * 1.12}L${x - r * 0.46} ${h}H${x - r * 0.9}Z`,
        screen('#5a5f8f', 9, 2),
      ) +
      stroke(`M${x + r * 0.66} ${y + r * 0.3}L${x - r * 0.1} ${y + r * 1.12}`, light, r * 0.03);
    const picture =
      rect(0, 0, w, h, deep) +
      back(w, h) +
      shape(jaw, '#c7a283') +
      shape(jaw, fade('#00000000', '#2a1c2c'), 'opacity=".7"') +
      lit +
      stubble +
      eye(-1) +
      eye(1) +
      nose +
      mouth +
      hat +
      collar;
    return turn === 1 ? picture : `<g transform="translate(${w} 0) scale(-1 1)">${picture}</g>`;
  };
}

const bokeh =
  (seed: number) =>
  (w: number, h: number): string =>
    blur(
      7,
      repeat(12, (i) =>
        circle(
          (i * 149 * seed) % w,
          (i * 97 * seed) % h,
          20 + ((i * 31) % 40),
          [cyan, magenta, amber, red][i % 4] ?? cyan,
          'opacity=".55"',
        ),
      ),
    );
const blinds = (w: number, h: number): string => rect(0, 0, w, h, stripes('#ffdf9a', 46, 18, 84), 'opacity=".5"');

const roofs =
  (seed: string, figures: (w: number, h: number) => string): Panel['art'] =>
  (w, h) =>
    rect(0, 0, w, h, fade('#0a0d22', '#3a2c6e')) +
    moon(w * 0.6, h * 0.36, w * 0.27) +
    dotFade(w, h * 0.4, h, '#0a0d22', 13) +
    skyline(`${seed}b`, w, h, h * 0.86, '#171c40', 0.36) +
    skyline(seed, w, h, h * 1.05, ink, 0.26) +
    figures(w, h) +
    wet(seed, w, h);

const bar: Panel['art'] = (w, h) =>
  rect(0, 0, w, h, fade('#2a1022', '#52182a')) +
  repeat(4, (i) =>
    at(
      w * (0.16 + i * 0.23),
      h * 0.2,
      circle(
        0,
        20,
        130,
        radial([
          [0, amber, 0.5],
          [1, amber, 0],
        ]),
      ) +
        shape('M-44 30Q0 -44 44 30Z', ink) +
        ellipse(0, 32, 30, 8, '#fff1c0'),
    ),
  ) +
  repeat(
    9,
    (i) =>
      rect(
        w * 0.08 + i * w * 0.095,
        h * 0.42,
        26,
        80 + (i % 3) * 18,
        ['#3d6b5c', '#7a2f3d', '#37507a', '#8a6a2c'][i % 4] ?? ink,
        'rx="9"',
      ) + rect(w * 0.08 + i * w * 0.095 + 8, h * 0.42 - 30, 10, 34, '#1a0d18'),
  ) +
  rect(0, h * 0.52, w, 12, ink) +
  sleuth(w * 0.3, h * 0.98, h * 0.72, poses.sit, 1, amber) +
  rect(0, h * 0.72, w, h * 0.3, fade('#5e2a1f', '#230c10')) +
  rect(0, h * 0.72, w, 10, '#a85a36') +
  at(
    w * 0.62,
    h * 0.7,
    shape('M-90 -20H90Q80 60 0 60Q-80 60 -90 -20Z', fade(bone, '#a39a86')) +
      ellipse(0, -20, 90, 20, '#c77a3a') +
      repeat(5, (i) => stroke(`M${-50 + i * 24} -24q14 -12 28 0`, '#ffe2a0', 5)) +
      stroke('M-20 -30L80 -120M0 -30L104 -112', '#d94b3a', 7) +
      blur(5, stroke('M-40 -50q-30 -50 0 -90t0 -90M20 -50q-30 -50 0 -90t0 -90', '#ffffff', 9, 'opacity=".5"')),
  ) +
  umbrella(w * 0.9, h * 0.66, 90, 172) +
  dots(w, h, '#12060c', 10, 1.7, 0.6);

const puddle =
  (shown: (w: number, h: number) => string): Panel['art'] =>
  (w, h) =>
    rect(0, 0, w, h, fade('#0a0a14', '#1a2048')) +
    dots(w, h, '#2e3872', 12, 2.2) +
    ellipse(w * 0.5, h * 0.55, w * 0.46, h * 0.34, fade('#33489e', '#0d1230')) +
    shown(w, h) +
    ripples(w * 0.36, h * 0.52, 150, '#dfeaff') +
    ripples(w * 0.7, h * 0.66, 90, '#dfeaff') +
    wet('puddle', w, h, 50);

const tramStop: Panel['art'] = (w, h) =>
  street('stop', w, h, 0.72, 0.5, 4) +
  rect(w * 0.06, h * 0.24, w * 0.52, 22, ink) +
  stroke(`M${w * 0.1} ${h * 0.26}V${h}M${w * 0.54} ${h * 0.26}V${h}`, ink, 14) +
  rect(w * 0.12, h * 0.3, w * 0.4, h * 0.4, '#8fb4ff', 'opacity=".18"') +
  rect(w * 0.12, h * 0.74, w * 0.36, 16, ink) +
  wet('stop', w, h, 160);

const chase = (w: number, h: number): string =>
  sleuth(w * 0.24, h * 0.86, h * 0.3, poses.run, 1, cyan) +
  sleuth(w * 0.72, h * 0.74, h * 0.26, poses.leap, 1, magenta, true) +
  umbrella(w * 0.86, h * 0.52, h * 0.1, 34);

const panels = {
  city: {
    ...wide,
    gap: 0,
    height: 1120,
    art: (w, h) =>
      rect(0, 0, w, h, fade('#05060f', '#2b2f74')) +
      moon(w * 0.7, h * 0.2, 110) +
      skyline('c3', w, h, h * 0.8, '#1c2352', 0.5) +
      skyline('c2', w, h, h * 0.95, '#11163a', 0.42) +
      at(w * 0.2, h * 0.52, signs.cat?.(magenta) ?? '', 1.3) +
      at(w * 0.62, h * 0.6, signs.bowl?.(amber) ?? '') +
      at(w * 0.84, h * 0.5, signs.moon?.(cyan) ?? '') +
      skyline('c1', w, h, h * 1.1, ink, 0.3) +
      wet('city', w, h, 240),
  },
  alone: {
    height: 880,
    art: (w, h) =>
      street('alone', w, h, 0.34, 0.42, 5) +
      lamp(w * 0.62, h * 0.3, h * 0.86, 150) +
      umbrella(w * 0.62, h * 0.8, 110, 14) +
      wet('alone', w, h, 200),
  },
  notice: { height: 480, left: 170, art: face(red, 'open', 1, bokeh(3)) },
  doorway: {
    height: 700,
    right: 150,
    art: (w, h) =>
      rect(0, 0, w, h, ink) +
      rect(w * 0.3, h * 0.08, w * 0.4, h, fade('#ffdf9a', '#c9822e')) +
      dots(w, h, ink, 11, 2.2) +
      sleuth(w * 0.5, h * 0.98, h * 0.8, poses.stand, 1, amber) +
      wet('door', w, h, 60),
  },
  walk: {
    ...wide,
    height: 1060,
    art: (w, h) =>
      street('walk', w, h) +
      sleuth(w * 0.44, h * 0.93, h * 0.44, poses.walk, 1, cyan) +
      umbrella(w * 0.62, h * 0.58, 56, 8) +
      wet('walk', w, h, 220),
  },
  reflection: {
    height: 560,
    art: puddle(
      (w, h) =>
        `<g transform="translate(0 ${h * 1.12}) scale(1 -1)" opacity=".8">${umbrella(w * 0.52, h * 0.52, 130, -6)}</g>`,
    ),
  },
  sign: {
    height: 520,
    left: 200,
    art: (w, h) =>
      rect(0, 0, w, h, fade('#1a0f2c', ink)) +
      repeat(12, (i) => rect(0, i * 48, w, 3, '#2d1a48')) +
      at(w * 0.5, h * 0.5, signs.umbrella?.(red, 7) ?? '', 3.3) +
      wet('sign', w, h, 60),
  },
  blinds: {
    height: 520,
    art: (w, h) =>
      face(amber, 'narrow')(w, h) + blend('multiply', rect(0, 0, w, h, stripes(ink, 46, 22, 86))) + faintLight(w, h),
  },
  grab: {
    height: 640,
    right: 120,
    art: (w, h) =>
      street('grab', w, h, 0.6, 0.46, 5) +
      sleuth(w * 0.56, h * 0.96, h * 0.74, poses.run, 1, magenta, true) +
      umbrella(w * 0.86, h * 0.4, 110, 30) +
      wet('grab', w, h, 120),
  },
  chase: { ...wide, height: 940, slantTop: 70, art: roofs('chase', chase) },
  leap: {
    ...wide,
    height: 1100,
    art: roofs(
      'leap',
      (w, h) =>
        sleuth(w * 0.5, h * 0.56, h * 0.36, poses.leap, 1, red) +
        repeat(14, (i) => stroke(`M${w * 0.05 + i * 20} ${h * 0.5 + i * 26}l-90 60`, bone, 5)),
    ),
  },
  slip: {
    height: 620,
    slantBottom: 50,
    art: roofs(
      'slip',
      (w, h) =>
        at(w * 0.5, h * 0.5, sleuth(0, h * 0.24, h * 0.6, poses.fall, 1, magenta, true), 1, 20) +
        umbrella(w * 0.82, h * 0.28, 100, -24),
    ),
  },
  drift: {
    ...wide,
    height: 1240,
    art: (w, h) =>
      rect(0, 0, w, h, fade('#0a0d22', '#31407f')) +
      dotFade(w, h * 0.3, h, '#0a0d22', 14) +
      skyline('d1', w, h, h * 1.02, ink, 0.3) +
      stroke(
        `M${w * 0.1} ${h * 0.08}Q${w * 0.9} ${h * 0.2} ${w * 0.4} ${h * 0.4}T${w * 0.5} ${h * 0.74}`,
        '#cfe2ff',
        3,
        'stroke-dasharray="6 20"',
      ) +
      umbrella(w * 0.18, h * 0.12, 60, -30) +
      umbrella(w * 0.62, h * 0.3, 84, 26) +
      umbrella(w * 0.5, h * 0.62, 124, -14) +
      wet('drift', w, h, 260),
  },
  bar: { height: 800, art: bar },
  tag: {
    height: 460,
    left: 160,
    art: (w, h) =>
      rect(0, 0, w, h, fade('#52182a', '#1c0a14')) +
      at(
        w * 0.5,
        h * 0.5,
        rect(-190, -120, 380, 240, bone, 'rx="20"') +
          circle(-150, 0, 20, '#52182a') +
          stroke('M-150 0Q-260 -60 -340 -200', red, 8) +
          at(-20, 0, child(0, 92, 180, 1)) +
          stroke('M60 -40h80M60 0h80M60 40h50', steel, 8) +
          at(140, 60, shape('M0 20C-32 -2 -18 -24 0 -8C18 -24 32 -2 0 20Z', red)),
        1,
        -7,
      ) +
      dots(w, h, '#12060c', 10, 1.6, 0.5),
  },
  soft: { height: 480, right: 160, art: face(amber, 'closed', -1, bokeh(7)) },
  wait: { ...wide, height: 900, art: (w, h) => tramStop(w, h) + child(w * 0.32, h * 0.9, h * 0.26, 1) },
  give: {
    height: 760,
    art: (w, h) =>
      tramStop(w, h) +
      sleuth(w * 0.76, h * 0.97, h * 0.62, poses.offer, -1, cyan) +
      umbrella(w * 0.46, h * 0.46, 130, -8) +
      child(w * 0.34, h * 0.96, h * 0.34, 1, true),
  },
  hearts: {
    height: 520,
    left: 140,
    art: (w, h) =>
      rect(0, 0, w, h, fade('#2b2f74', deep)) +
      dots(w, h, '#4a55b0', 14, 3) +
      child(w * 0.5, h * 1.3, h * 1.05, 1, true) +
      umbrella(w * 0.6, h * 0.3, 210, 6),
  },
  home: {
    ...wide,
    height: 1160,
    art: (w, h) =>
      street('home', w, h, 0.5, 0.44, 8) +
      umbrella(w * 0.5, h * 0.63, 120, 4) +
      child(w * 0.46, h * 0.84, h * 0.17, 1) +
      sleuth(w * 0.6, h * 0.84, h * 0.3, poses.walk, 1, amber) +
      blend(
        'screen',
        circle(
          w * 0.5,
          h * 0.44,
          w * 0.34,
          radial([
            [0, '#ffd98a', 0.8],
            [1, '#ffd98a', 0],
          ]),
        ),
      ) +
      wet('home', w, h, 90),
  },
} satisfies Record<string, Panel>;

function faintLight(w: number, h: number): string {
  return blend('soft-light', blinds(w, h), 0.7);
}

const draw = (list: readonly Panel[], tail?: number) => (): Picture => slice(style, list, tail);
const p = panels;

export const redUmbrellaPages: ReadonlyMap<string, () => Picture> = new Map([
  ['rain-1', draw([p.city], 30)],
  ['rain-2', draw([p.doorway, p.notice], 40)],
  ['rain-3', draw([p.alone], 40)],
  ['alley-1', draw([p.walk], 30)],
  ['alley-2', draw([p.reflection, p.sign], 60)],
  ['alley-3', draw([p.blinds, p.grab], 40)],
  ['roof-1', draw([p.chase], 30)],
  ['roof-2', draw([p.leap], 20)],
  ['roof-3', draw([p.slip], 0)],
  ['roof-4', draw([p.drift], 40)],
  [
    'bar-1',
    draw([p.bar, { ...p.notice, left: 34, right: 220, height: 420, art: face(amber, 'open', -1, bokeh(5)) }], 50),
  ],
  ['bar-2', draw([p.tag, p.soft], 60)],
  ['stop-1', draw([p.wait], 40)],
  ['stop-2', draw([p.give, p.hearts], 40)],
  ['stop-3', draw([p.home], 0)],
]);

export function redUmbrellaCover(): Picture {
  const [w, h] = [900, 1200];
  const lit = blend(
    'screen',
    circle(
      w * 0.5,
      h * 0.52,
      420,
      radial([
        [0, red, 0.55],
        [1, red, 0],
      ]),
    ),
  );
  const figure = sleuth(
    w * 0.425,
    h * 0.955,
    560,
    { ...poses.walk, front: [44, 128], back: [30, 112], head: 4 },
    1,
    cyan,
  );
  const shine = `<g transform="translate(0 ${h * 1.93}) scale(1 -1)" opacity=".4">${blur(8, umbrella(w * 0.55, h * 0.52, 250, 8))}</g>`;
  const frame = stroke(
    lines([
      [22, 22],
      [w - 22, 22],
      [w - 22, h - 22],
      [22, h - 22],
    ]),
    bone,
    8,
  );
  return {
    width: w,
    height: h,
    format: 'jpg',
    svg: svg(
      w,
      h,
      street('cover8', w, h, 0.5, 0.5, 8) +
        lit +
        dotFade(w, h * 0.8, h, ink, 13) +
        shine +
        figure +
        umbrella(w * 0.57, h * 0.53, 260, 8) +
        rain('cover', w, h, 320, '#dfeaff') +
        frame,
    ),
  };
}
