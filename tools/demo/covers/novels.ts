import { lantern, walker } from '../comics/paper-parts.ts';
import { poses } from '../draw/figure.ts';
import { hills, mist, pillars, stars } from '../draw/nature.ts';
import { type Picture, svg } from '../draw/picture.ts';
import { random } from '../draw/random.ts';
import {
  at,
  blur,
  circle,
  clip,
  curve,
  ellipse,
  fade,
  faint,
  gradient,
  lines,
  type Point,
  pattern,
  radial,
  rect,
  repeat,
  shadow,
  shape,
  star,
  stroke,
  taper,
} from '../draw/svg.ts';

const [w, h] = [900, 1200];
const cover = (content: string, grain = 0.1): Picture => ({
  width: w,
  height: h,
  format: 'jpg',
  grain,
  svg: svg(w, h, content),
});

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

/** Art deco in gold: a lighthouse that shines between worlds. */
export function lighthouseCover(): Picture {
  const gold = gradient([
    [0, '#fbe7a8'],
    [0.5, '#d9a441'],
    [1, '#9a6a22'],
  ]);
  const [ink, teal] = ['#0b1220', '#12384a'];
  const rays = repeat(21, (i) =>
    at(
      450,
      372,
      shape(
        lines([
          [0, 0],
          [-26, -900],
          [26, -900],
        ]),
        i % 2 ? teal : '#0f2a3c',
      ),
      1,
      (i - 10) * 17.1,
    ),
  );
  const beam = (turn: number): string =>
    at(
      450,
      372,
      shape(
        lines([
          [0, -14],
          [1000, -150],
          [1000, 150],
          [0, 14],
        ]),
        gradient(
          [
            [0, '#fff3c4', 0.95],
            [1, '#fff3c4', 0],
          ],
          -90,
        ),
      ),
      1,
      turn,
    );
  const rings = repeat(4, (i) =>
    circle(
      450,
      372,
      150 + i * 74,
      'none',
      `stroke="#d9a441" stroke-width="${i % 2 ? 2 : 5}" opacity=".8" ${i === 2 ? 'stroke-dasharray="3 18"' : ''}`,
    ),
  );
  const worlds = (
    [
      [0, 224, 20],
      [70, 298, 32],
      [160, 372, 24],
      [215, 298, 16],
      [300, 372, 38],
    ] as const
  )
    .map(([a, r, size]) => {
      const [x, y] = [450 + Math.cos((a * Math.PI) / 180) * r, 372 + Math.sin((a * Math.PI) / 180) * r];
      return (
        circle(x, y, size, gold) +
        shape(
          `M${x} ${y - size}A${size} ${size} 0 0 1 ${x} ${y + size}A${size * 1.6} ${size * 1.6} 0 0 0 ${x} ${y - size}Z`,
          ink,
          'opacity=".45"',
        )
      );
    })
    .join('');
  const tower =
    shape(
      lines([
        [380, 1010],
        [412, 470],
        [488, 470],
        [520, 1010],
      ]),
      ink,
      'stroke="#d9a441" stroke-width="6"',
    ) +
    repeat(6, (i) =>
      shape(
        lines([
          [412 - i * 5.4 - 2, 500 + i * 86],
          [488 + i * 5.4 + 2, 500 + i * 86],
          [488 + i * 5.4 + 5, 540 + i * 86],
          [412 - i * 5.4 - 5, 540 + i * 86],
        ]),
        gold,
      ),
    ) +
    repeat(3, (i) => rect(440, 556 + i * 172, 20, 34, '#fff3c4', 'rx="10"'));
  const top =
    rect(396, 452, 108, 20, gold) +
    rect(416, 326, 68, 128, '#fff6d8') +
    repeat(4, (i) => rect(414 + i * 22.6, 326, 5, 128, ink)) +
    shape('M404 328Q450 250 496 328Z', gold) +
    rect(446, 236, 8, 40, gold) +
    circle(450, 232, 9, gold);
  const shells = repeat(7, (r) =>
    repeat(9, (i) => {
      const [x, y] = [i * 112 + (r % 2 ? -56 : 0), 1000 + r * 34];
      return [56, 42, 28, 14]
        .map(
          (size, k) =>
            `<path d="M${x - size} ${y}A${size} ${size} 0 0 1 ${x + size} ${y}Z" fill="${k % 2 ? '#d9a441' : ink}" stroke="#d9a441" stroke-width="2"/>`,
        )
        .join('');
    }),
  );
  const frame =
    rect(26, 26, w - 52, h - 52, 'none', 'stroke="#d9a441" stroke-width="8"') +
    rect(44, 44, w - 88, h - 88, 'none', 'stroke="#d9a441" stroke-width="2"') +
    (
      [
        [44, 44, 0],
        [856, 44, 90],
        [856, 1156, 180],
        [44, 1156, 270],
      ] as const
    )
      .map(([x, y, turn]) =>
        at(
          x,
          y,
          repeat(4, (i) =>
            shape(`M0 0H${90 - i * 20}A${90 - i * 20} ${90 - i * 20} 0 0 1 0 ${90 - i * 20}Z`, i % 2 ? ink : '#d9a441'),
          ),
          1,
          turn,
        ),
      )
      .join('');
  return cover(
    rect(0, 0, w, h, ink) +
      rays +
      stars('deco', w, 900, 90, '#fbe7a8') +
      blur(2, beam(-12) + beam(168)) +
      rings +
      worlds +
      circle(
        450,
        372,
        190,
        radial([
          [0, '#fff6d8', 0.8],
          [1, '#fff6d8', 0],
        ]),
      ) +
      tower +
      top +
      shells +
      frame,
    0.06,
  );
}

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
