import { poses } from '../draw/figure.ts';
import { hills, pine, stars } from '../draw/nature.ts';
import { type Picture, svg } from '../draw/picture.ts';
import { type Panel, type StripStyle, slice } from '../draw/strip.ts';
import { at, circle, curve, ellipse, fade, faint, group, rect, repeat, shape, stroke } from '../draw/svg.ts';
import {
  bandit,
  courier,
  crane,
  dawn,
  dusk,
  jade,
  lantern,
  master,
  mix,
  night,
  range,
  ribbon,
  type Sheets,
  sheet,
  sky,
  stairs,
  sun,
  walker,
} from './paper-parts.ts';

/** Cut paper, sheet on sheet: mountains in mist, a courier with a red scarf, and the crane she freed. */
const style: StripStyle = { width: 800, background: '#f6f1e6', border: null, margin: 40, format: 'jpg', grain: 0.1 };
const wide = { left: 0, right: 0 };

function vista(
  seed: string,
  sheets: Sheets,
  extra: (w: number, h: number) => string = () => '',
  from = 0.3,
): Panel['art'] {
  return (w, h) =>
    sky(w, h, sheets) +
    (sheets === night ? stars(seed, w, h * 0.6, 70, '#f5edd0') : '') +
    sun(w * 0.68, h * 0.24, w * 0.12, sheets) +
    range(seed, w, h, sheets, h * from) +
    extra(w, h);
}

/** Her face under the hat; `look` -1..1 turns the eyes, `mood` curves the mouth. */
function face(sheets: Sheets, look: number, mood: number, wideEyes = false): Panel['art'] {
  return (w, h) => {
    const [x, y, r] = [w * 0.5, h * 0.6, Math.min(w, h) * 0.3];
    const eye = (side: number): string => {
      const ex = x + side * r * 0.42 + look * r * 0.08;
      return (
        ellipse(ex, y, r * 0.13, r * (wideEyes ? 0.2 : 0.13), '#fffaf0') +
        circle(ex + look * r * 0.05, y + r * 0.01, r * 0.1, '#241a16') +
        circle(ex + look * r * 0.05 + r * 0.03, y - r * 0.04, r * 0.03, '#fff') +
        stroke(
          `M${ex - r * 0.17} ${y - r * (wideEyes ? 0.3 : 0.22)}Q${ex} ${y - r * (wideEyes ? 0.42 : 0.3)} ${ex + r * 0.17} ${y - r * 0.22}`,
          '#241a16',
          r * 0.045,
        )
      );
    };
    const head = shape(
      curve(
        [
          [x - r * 0.86, y - r * 0.2],
          [x - r * 0.74, y + r * 0.45],
          [x - r * 0.3, y + r * 0.92],
          [x, y + r],
          [x + r * 0.3, y + r * 0.92],
          [x + r * 0.74, y + r * 0.45],
          [x + r * 0.86, y - r * 0.2],
          [x, y - r],
        ],
        true,
      ),
      courier.skin,
    );
    const hair = shape(
      curve(
        [
          [x - r, y + r * 0.9],
          [x - r * 1.02, y - r * 0.3],
          [x - r * 0.4, y - r * 0.9],
          [x + r * 0.4, y - r * 0.9],
          [x + r * 1.02, y - r * 0.3],
          [x + r, y + r * 0.9],
        ],
        true,
      ),
      courier.hair,
    );
    const fringe = shape(
      `M${x - r * 0.9} ${y + r * 0.2}Q${x - r * 0.7} ${y - r * 0.6} ${x} ${y - r * 0.62}Q${x + r * 0.7} ${y - r * 0.6} ${x + r * 0.9} ${y + r * 0.2}Q${x + r * 0.75} ${y - r * 0.3} ${x + r * 0.2} ${y - r * 0.4}Q${x - r * 0.6} ${y - r * 0.4} ${x - r * 0.9} ${y + r * 0.2}Z`,
      courier.hair,
    );
    const hat =
      shape(
        `M${x - r * 2.1} ${y - r * 0.42}Q${x - r * 0.4} ${y - r * 1.2} ${x} ${y - r * 1.8}Q${x + r * 0.4} ${y - r * 1.2} ${x + r * 2.1} ${y - r * 0.42}Q${x} ${y - r * 0.72} ${x - r * 2.1} ${y - r * 0.42}Z`,
        fade('#e3b557', '#b67f2c'),
      ) +
      repeat(7, (i) =>
        stroke(
          `M${x} ${y - r * 1.7}Q${x + (i - 3) * r * 0.3} ${y - r} ${x + (i - 3) * r * 0.62} ${y - r * 0.56}`,
          '#8f5f1c',
          2,
          'opacity=".5"',
        ),
      );
    const scarf =
      shape(
        curve(
          [
            [x - r * 1.1, y + r * 1.05],
            [x, y + r * 1.25],
            [x + r * 1.1, y + r * 1.05],
            [x + r * 1.5, y + r * 2],
            [x, y + r * 2.2],
            [x - r * 1.5, y + r * 2],
          ],
          true,
        ),
        fade('#f0563f', '#b52c1d'),
      ) + stroke(`M${x - r} ${y + r * 1.35}Q${x} ${y + r * 1.6} ${x + r} ${y + r * 1.3}`, '#8f2015', 3);
    const blush =
      circle(x - r * 0.55, y + r * 0.35, r * 0.15, '#e8553a', 'opacity=".3"') +
      circle(x + r * 0.55, y + r * 0.35, r * 0.15, '#e8553a', 'opacity=".3"');
    const mouth =
      stroke(
        `M${x - r * 0.16} ${y + r * 0.58 - mood * r * 0.02}Q${x} ${y + r * (0.58 + mood * 0.16)} ${x + r * 0.16} ${y + r * 0.58 - mood * r * 0.02}`,
        '#7a2f24',
        r * 0.045,
      ) + stroke(`M${x} ${y + r * 0.2}q${r * 0.06} ${r * 0.14} ${-r * 0.03} ${r * 0.15}`, '#c98e68', r * 0.035);
    return (
      sky(w, h, sheets) +
      range(`face${look}${mood}`, w, h, sheets, h * 0.35, 4) +
      sheet(hair) +
      sheet(scarf) +
      sheet(head, 4) +
      eye(-1) +
      eye(1) +
      blush +
      mouth +
      fringe +
      sheet(hat, 9)
    );
  };
}

function bridge(w: number, h: number, sheets: Sheets): string {
  const sag = (x: number): number => h * 0.62 + Math.sin((x / w) * Math.PI) * h * 0.07;
  const planks = repeat(34, (index) =>
    at((w * index) / 33, sag((w * index) / 33), rect(-9, -4, 20, 9, index % 2 ? '#8a5a33' : '#754823')),
  );
  const rope = (up: number): string =>
    stroke(curve(Array.from({ length: 9 }, (_, i) => [(w * i) / 8, sag((w * i) / 8) - up] as const)), '#4d2f18', 5);
  const ties = repeat(12, (index) => stroke(`M${(w * index) / 11} ${sag((w * index) / 11)}v-74`, '#4d2f18', 3));
  return (
    sheet(planks + rope(74) + rope(0) + ties) +
    sheet(shape(hills('cliffL', w * 0.16, h * 0.6, 30, h + 20, 60), sheets.ink))
  );
}

function duel(sheets: Sheets, moment: 'meet' | 'clash'): Panel['art'] {
  return (w, h) => {
    const close = moment === 'clash' ? 0.14 : 0.28;
    const fighters =
      walker(
        w * (0.5 - close),
        h * 0.665,
        h * 0.3,
        moment === 'clash' ? poses.leap : poses.guard,
        courier,
        1,
        moment === 'clash' ? 60 : 20,
      ) + walker(w * (0.5 + close), h * 0.665, h * 0.32, poses.guard, bandit, -1, moment === 'clash' ? 10 : 40);
    const spark =
      moment === 'clash'
        ? repeat(16, (i) =>
            at(
              w * 0.5,
              h * 0.42,
              shape(`M0 -4L${60 + (i % 3) * 50} 0L0 4Z`, i % 2 ? '#fff6d8' : sheets.sun),
              1,
              i * 22.5,
            ),
          )
        : '';
    return vista('bridge', sheets, () => bridge(w, h, sheets) + spark + sheet(fighters, 5))(w, h);
  };
}

/** The long way down, in one picture: peak, cloud, cliff, waterfall, lake. */
function descent(w: number, h: number): string {
  const depth = (part: number, color: string, seed: string, side: 'left' | 'right'): string => {
    const y = h * part;
    const points = Array.from(
      { length: 9 },
      (_, i) => [w * (0.12 + 0.2 * Math.abs(Math.sin(i * 1.7 + part * 9))), y + i * 90] as const,
    );
    const cliff =
      shape(curve([[-40, y - 60], ...points, [-40, y + 900]], true), fade(mix(color, '#ffffff', 0.18), color)) +
      pine(seed, w * 0.2, y + 260, 210, dawn.ink, mix(color, '#0e2a33', 0.7));
    return sheet(side === 'left' ? cliff : group(cliff, `transform="translate(${w} 0) scale(-1 1)"`), 12);
  };
  const tones = ['#a9c3b0', '#8fb8a8', '#6fa39a', '#5a938d', '#3d7c7c', '#2e6a6e', '#1f5560', '#123843'];
  const cliffs = tones.map((tone, i) => depth(0.04 + i * 0.115, tone, `fall${i}`, i % 2 ? 'right' : 'left')).join('');
  const fallers = (
    [
      [0.075, 0, 0],
      [0.2, 24, 1],
      [0.335, -30, 0],
      [0.47, 60, 1],
      [0.59, 150, 0],
    ] as const
  )
    .map(([part, turn, back], i) =>
      at(
        w * (0.5 + (back ? 0.08 : -0.06)),
        h * part,
        group(walker(0, 100, 190 - i * 12, poses.fall, courier), ''),
        1,
        turn,
      ),
    )
    .join('');
  const streaks = repeat(26, (i) =>
    stroke(
      `M${(i * 167) % w} ${h * 0.1 + ((i * 613) % (h * 0.6))}v${90 + ((i * 37) % 160)}`,
      '#ffffff',
      3,
      'opacity=".5"',
    ),
  );
  const clouds = repeat(7, (i) => ribbon(`drop${i}`, w, h * (0.12 + i * 0.105), dawn));
  const lake =
    rect(0, h * 0.93, w, h * 0.07, fade('#8fd0d0', '#1f5560')) +
    repeat(14, (i) =>
      stroke(`M${(i * 211) % w} ${h * 0.94 + i * 18}h${80 + ((i * 53) % 120)}`, '#e8fbf5', 3, 'opacity=".5"'),
    );
  const saved =
    crane(w * 0.52, h * 0.845, 520, 0.55, 8) + walker(w * 0.47, h * 0.838, 190, { ...poses.sit, lean: 24 }, courier);
  return (
    rect(0, 0, w, h, fade('#f7d9b7', '#2e6a6e')) +
    sun(w * 0.7, 330, 110, dawn) +
    cliffs +
    lake +
    clouds +
    streaks +
    faint(1, fallers) +
    sheet(saved, 8)
  );
}

const walkOn =
  (sheets: Sheets, pose: keyof typeof poses, x: number, size: number, facing: 1 | -1 = 1) =>
  (w: number, h: number): string =>
    sheet(shape(hills(`walk${x}`, w, h * 0.84, h * 0.06, h + 20, 180), sheets.ink), 6) +
    sheet(walker(w * x, h * 0.885, h * size, poses[pose], courier, facing), 4);

const panels = {
  overture: {
    ...wide,
    gap: 0,
    height: 1100,
    art: vista(
      'overture',
      dawn,
      (w, h) => crane(w * 0.34, h * 0.2, 210, 0.7, -8) + walkOn(dawn, 'walk', 0.42, 0.16)(w, h),
    ),
  },
  stairs: {
    height: 620,
    art: (w, h) =>
      vista('stairs', dawn)(w, h) +
      stairs(w, h, '#2f6a70', '#7fb0a6') +
      sheet(walker(w * 0.44, h * 0.645, h * 0.36, poses.walk, courier), 4),
  },
  lookUp: { height: 520, left: 200, art: face(dawn, 1, 0.4, true) },
  thread: {
    height: 640,
    right: 160,
    art: (w, h) =>
      vista(
        'thread',
        jade,
        () =>
          sheet(shape(hills('t', w, h * 0.72, 40, h + 20), jade.ink), 6) +
          pine('tp', w * 0.7, h * 0.76, h * 0.6, '#0b2b2a', '#14463f') +
          crane(w * 0.4, h * 0.56, 300, -0.35, 14) +
          stroke(`M${w * 0.23} ${h * 0.6}q60 90 180 -20t160 -140`, '#e2402c', 5),
      )(w, h),
  },
  kneel: {
    ...wide,
    height: 700,
    art: (w, h) =>
      vista(
        'kneel',
        jade,
        () =>
          sheet(shape(hills('k', w, h * 0.76, 30, h + 20), jade.ink), 6) +
          crane(w * 0.64, h * 0.66, 320, -0.25, 6, -1) +
          sheet(walker(w * 0.26, h * 0.83, h * 0.44, poses.crouch, courier), 4),
      )(w, h),
  },
  soar: {
    ...wide,
    height: 1060,
    art: vista(
      'soar',
      jade,
      (w, h) => crane(w * 0.5, h * 0.36, 520, 0.9, -16) + walkOn(jade, 'reach', 0.3, 0.17)(w, h),
      0.42,
    ),
  },
  mist: {
    ...wide,
    gap: 0,
    height: 900,
    art: vista(
      'mist',
      dusk,
      (w, h) => bridge(w, h, dusk) + sheet(walker(w * 0.24, h * 0.665, h * 0.2, poses.walk, courier), 4),
    ),
  },
  shadowed: {
    height: 460,
    left: 140,
    art: (w, h) =>
      vista('shadowed', dusk, () => sheet(walker(w * 0.56, h * 0.98, h * 0.86, poses.guard, bandit, -1, 30), 8))(w, h),
  },
  meet: { ...wide, height: 760, art: duel(dusk, 'meet') },
  glare: { height: 420, right: 180, art: face(dusk, -1, -0.9) },
  clash: { ...wide, height: 900, slantTop: 60, art: duel(dusk, 'clash') },
  snap: {
    height: 620,
    slantBottom: -50,
    art: (w, h) =>
      vista(
        'snap',
        dusk,
        () =>
          at(w * 0.1, -h * 0.1, bridge(w, h, dusk), 1, 14) +
          sheet(at(w * 0.5, h * 0.6, walker(0, 60, h * 0.4, poses.fall, courier), 1, 30), 6),
      )(w, h),
  },
  plunge: { ...wide, gap: 0, height: 5200, art: descent },
  lake: {
    ...wide,
    gap: 0,
    height: 820,
    art: vista(
      'lake',
      night,
      (w, h) =>
        rect(0, h * 0.72, w, h, fade('#3e6aa6', '#0c1636')) +
        stroke(`M${w * 0.6} ${h * 0.76}h170m-210 40h240m-190 40h120`, '#f5edd0', 5, 'opacity=".7"') +
        crane(w * 0.36, h * 0.6, 360, 0.3, 4) +
        walker(w * 0.33, h * 0.595, 150, { ...poses.sit, lean: 20 }, courier),
    ),
  },
  village: {
    ...wide,
    height: 900,
    art: vista(
      'village',
      night,
      (w, h) =>
        sheet(
          repeat(5, (i) =>
            at(
              w * (0.1 + i * 0.21),
              h * (0.78 + (i % 2) * 0.07),
              rect(-70, -70, 140, 200, '#0f1b3e') +
                shape('M-110 -60Q-60 -80 0 -130Q60 -80 110 -60Z', '#09112b') +
                rect(-26, -30, 52, 60, '#ffb648') +
                stroke('M0 -30v60M-26 0h52', '#6b3d12', 4),
            ),
          ),
        ) +
        repeat(9, (i) =>
          lantern(
            w * (0.06 + i * 0.11),
            h * (0.3 + ((i * 37) % 23) / 70),
            22 + (i % 3) * 8,
            i % 2 ? '#e8553a' : '#f08c3a',
          ),
        ),
    ),
  },
  master: {
    height: 640,
    left: 120,
    art: (w, h) =>
      vista(
        'master',
        night,
        () =>
          sheet(shape(hills('ms', w, h * 0.84, 20, h + 20), night.ink), 6) +
          sheet(walker(w * 0.68, h * 0.9, h * 0.52, poses.offer, master, -1), 5) +
          sheet(walker(w * 0.3, h * 0.9, h * 0.48, poses.offer, courier), 5) +
          lantern(w * 0.49, h * 0.56, 30, '#e8553a'),
      )(w, h),
  },
  smile: { height: 560, right: 120, art: face(night, 0, 1) },
  leave: {
    ...wide,
    height: 1000,
    art: vista(
      'leave',
      dawn,
      (w, h) =>
        crane(w * 0.62, h * 0.26, 300, 0.8, -12) +
        crane(w * 0.3, h * 0.16, 150, 0.2, -8) +
        crane(w * 0.2, h * 0.24, 110, 0.6, -10) +
        walkOn(dawn, 'reach', 0.46, 0.2)(w, h),
    ),
  },
  road: { ...wide, height: 760, art: vista('road', dawn, walkOn(dawn, 'walk', 0.7, 0.24)) },
  peak: {
    ...wide,
    height: 1080,
    art: vista(
      'peak',
      dawn,
      (w, h) =>
        sheet(
          shape(
            `M${w * 0.18} ${h}Q${w * 0.4} ${h * 0.8} ${w * 0.46} ${h * 0.66}H${w * 0.6}Q${w * 0.66} ${h * 0.86} ${w * 0.9} ${h}Z`,
            dawn.ink,
          ),
          8,
        ) +
        sheet(walker(w * 0.53, h * 0.668, h * 0.19, poses.stand, courier), 4) +
        crane(w * 0.3, h * 0.3, 190, 0.5, -10),
    ),
  },
} satisfies Record<string, Panel>;

const draw = (list: readonly Panel[], tail?: number, background?: string) => (): Picture =>
  slice(style, list, tail, background);
const {
  overture,
  lookUp,
  thread,
  kneel,
  soar,
  mist,
  shadowed,
  meet,
  glare,
  clash,
  snap,
  plunge,
  lake,
  village,
  smile,
  leave,
  road,
  peak,
} = panels;

export const cloudCranePages: ReadonlyMap<string, () => Picture> = new Map([
  ['gate-1', draw([overture], 40)],
  ['gate-2', draw([{ ...panels.stairs, gap: 20 }, lookUp])],
  ['thread-1', draw([thread, { ...(face(jade, -1, -0.2) && lookUp), height: 420, art: face(jade, -1, -0.2) }])],
  ['thread-2', draw([kneel], 40)],
  ['thread-3', draw([soar], 0)],
  ['bridge-1', draw([mist, shadowed], 60, '#fbe3cf')],
  ['bridge-2', draw([meet, glare], 40, '#fbe3cf')],
  ['bridge-3', draw([clash], 40, '#fbe3cf')],
  ['bridge-4', draw([snap], 0, '#fbe3cf')],
  ['fall', draw([plunge], 0)],
  ['lantern-1', draw([lake, panels.master], 60, '#dfe6f2')],
  ['lantern-2', draw([village], 60, '#dfe6f2')],
  ['dawn-1', draw([smile, road], 40)],
  ['dawn-2', draw([leave], 60)],
  ['dawn-3', draw([peak], 0)],
]);

export function cloudCraneCover(): Picture {
  const [w, h] = [900, 1200];
  const sheets = dawn;
  const ring = (r: number, color: string, turn: number): string => {
    const wobble = Array.from({ length: 24 }, (_, i) => {
      const angle = (i / 24) * Math.PI * 2 + turn;
      const reach = r * (1 + 0.035 * Math.sin(i * 2.4 + turn * 5));
      return [w / 2 + Math.cos(angle) * reach, h * 0.47 + Math.sin(angle) * reach * 1.14] as const;
    });
    return sheet(
      `<path fill-rule="evenodd" fill="${color}" d="M-60 -60H${w + 60}V${h + 60}H-60Z${curve(wobble, true)}"/>`,
      16,
    );
  };
  const scene = sky(w, h, sheets) + sun(w * 0.5, h * 0.36, 190, sheets) + range('cover', w, h, sheets, h * 0.4);
  const rock = sheet(
    shape(
      `M${w * 0.2} ${h}Q${w * 0.36} ${h * 0.86} ${w * 0.42} ${h * 0.725}H${w * 0.56}Q${w * 0.62} ${h * 0.88} ${w * 0.86} ${h}Z`,
      fade('#1f5560', '#0e2a33'),
    ),
    10,
  );
  const hero = sheet(walker(w * 0.49, h * 0.728, 270, { ...poses.stand, back: [-30, -20] }, courier, 1, 128), 5);
  const birds = sheet(crane(w * 0.54, h * 0.34, 470, 0.85, -14), 8);
  const frame = ring(505, '#3d7c7c', 0.3) + ring(560, '#1f5560', 1.2) + ring(625, '#123843', 2.2);
  const trees = sheet(
    pine('c1', w * 0.04, h * 1.01, 520, '#0a2029', '#0d2c36') +
      pine('c2', w * 0.93, h * 1.02, 430, '#0a2029', '#0d2c36'),
    10,
  );
  const clouds = ribbon('cc7', w, h * 0.83, sheets);
  return {
    width: w,
    height: h,
    format: 'jpg',
    grain: 0.1,
    svg: svg(w, h, scene + ribbon('cc3', w, h * 0.2, sheets) + rock + hero + birds + clouds + frame + trees),
  };
}
