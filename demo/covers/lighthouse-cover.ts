import { stars } from '../draw/nature.ts';
import type { Picture } from '../draw/picture.ts';
import { at, blur, circle, gradient, lines, radial, rect, repeat, shape } from '../draw/svg.ts';
import { cover, h, w } from './cover.ts';

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
