import type { Picture } from '../draw/picture.ts';
import {
  type Box,
  bricks,
  disc,
  dot,
  fill,
  frame,
  type Grid,
  grid,
  type Lamp,
  rgb,
  shade,
  sprite,
} from '../draw/pixels.ts';
import { random } from '../draw/random.ts';
import { colors, dwellers, type Floor, floors, knight, moss, otherColors, things } from './key-parts.ts';

/** Twenty floors down: the knight carries a bell instead of a sword, and nobody stays a monster for long. */
const [width, height, scale] = [180, 270, 4];
const black = rgb('#0b0812');
const bone = rgb('#d8d0c0');

const floorOf = (index: number): Floor => floors[index % floors.length] ?? moss;
const dwellerOf = (index: number): { rows: readonly string[]; palette: typeof colors } => ({
  rows: dwellers[index % dwellers.length] ?? [],
  palette: index < dwellers.length ? colors : otherColors,
});

function chamber(g: Grid, box: Box, level: number, seed: string, ground = 0.76): number {
  const tone = floorOf(level);
  const chance = random(seed);
  const base = Math.round(box.y + box.h * ground);
  bricks(g, box, tone.wall, seed);
  fill(g, { ...box, y: base, h: box.y + box.h - base }, tone.ground);
  fill(g, { ...box, y: base, h: 2 }, tone.groundLight);
  for (let i = 0; i < box.w / 3; i++)
    fill(
      g,
      {
        x: box.x + chance.int(0, box.w - 4),
        y: base + chance.int(3, Math.max(3, box.y + box.h - base - 2)),
        w: chance.int(1, 4),
        h: 1,
      },
      tone.groundLight,
    );
  for (let i = 0; i < 4; i++) {
    const x = box.x + chance.int(2, box.w - 3);
    for (let y = 0; y < chance.int(3, 14); y++)
      dot(g, x + (y % 5 === 3 ? 1 : 0), box.y + y, chance.chance(0.5) ? rgb('#4a8a4a') : rgb('#356a3c'));
  }
  return base;
}

function torches(g: Grid, box: Box, level: number, places: readonly number[]): Lamp[] {
  return places.map((part) => {
    const [x, y] = [Math.round(box.x + box.w * part), Math.round(box.y + box.h * 0.26)];
    sprite(g, x - 2, y, things.torch ?? [], colors);
    return { x, y: y + 2, reach: Math.max(34, box.h * 0.75), color: floorOf(level).lamp };
  });
}

function stand(
  g: Grid,
  x: number,
  base: number,
  rows: readonly string[],
  palette: typeof colors,
  size = 1,
  flip = false,
): void {
  disc(
    g,
    x + ((rows[0]?.length ?? 0) * size) / 2,
    base + 1,
    ((rows[0]?.length ?? 0) * size) / 2.2,
    size * 1.4,
    rgb('#1a1020'),
  );
  sprite(g, x, base - rows.length * size + 1, rows, palette, { scale: size, flip });
}

type Shot = (g: Grid, box: Box) => void;
const clipped = (g: Grid, box: Box, draw: Shot): void => {
  const inner = grid(box.w, box.h, black);
  draw(inner, { x: 0, y: 0, w: box.w, h: box.h });
  for (let y = 0; y < box.h; y++)
    for (let x = 0; x < box.w; x++)
      dot(g, box.x + x, box.y + y, [...inner.data.slice((y * box.w + x) * 3, (y * box.w + x) * 3 + 3)] as unknown as [
        number,
        number,
        number,
      ]); // three bytes
  frame(g, box, bone);
};

/** He comes in; whoever he met before comes after him. */
const arrive =
  (level: number): Shot =>
  (g, box) => {
    const base = chamber(g, box, level, `arrive${level}`);
    sprite(g, box.w - 32, base - 31, things.door ?? [], colors, { scale: 2 });
    const lamps = torches(g, box, level, [0.2, 0.56, 0.92]);
    const company = Math.min(5, level);
    for (let i = 0; i < company; i++) {
      const friend = dwellerOf(level - 1 - i);
      stand(g, 54 - i * 27, base + 6 + (i % 2) * 4, friend.rows, friend.palette, 2);
    }
    stand(g, 86, base + 8, knight, colors, 2);
    sprite(g, 113, base - 14, things.bell ?? [], colors);
    shade(g, box, [...lamps, { x: 116, y: base - 8, reach: 40, color: rgb('#ffd54a') }], 0.16, floorOf(level).night);
  };

const lurk =
  (level: number): Shot =>
  (g, box) => {
    const tone = floorOf(level);
    bricks(g, box, tone.wall, `lurk${level}`);
    const friend = dwellerOf(level);
    const size = Math.max(
      3,
      Math.min(Math.floor(box.h / (friend.rows.length + 3)), Math.floor(box.w / ((friend.rows[0]?.length ?? 0) + 1))),
    );
    stand(
      g,
      Math.round((box.w - (friend.rows[0]?.length ?? 0) * size) / 2),
      box.h - 4,
      friend.rows,
      friend.palette,
      size,
    );
    sprite(g, box.w - 16, 5, things.bang ?? [], colors, { scale: 2 });
    shade(g, box, [{ x: box.w / 2, y: box.h * 0.5, reach: box.w * 0.7, color: tone.lamp }], 0.1, tone.night);
  };

const ring =
  (level: number): Shot =>
  (g, box) => {
    const tone = floorOf(level);
    fill(g, box, tone.wall[2]);
    const cx = box.w / 2;
    for (let r = 62; r > 10; r -= 9) {
      for (let a = 0; a < 360; a += 3)
        dot(g, cx + Math.cos(a) * r, box.h / 2 + Math.sin(a) * r, r % 2 ? rgb('#ffd54a') : tone.lamp);
    }
    const size = Math.floor(box.h / 15);
    sprite(g, cx - 4.5 * size, box.h / 2 - 5 * size, things.bell ?? [], colors, { scale: size });
    sprite(g, 6, 8, things.note ?? [], colors, { scale: 2 });
    sprite(g, box.w - 20, box.h - 22, things.note ?? [], colors, { scale: 2, flip: true });
  };

const befriend =
  (level: number): Shot =>
  (g, box) => {
    const base = chamber(g, box, level, `friend${level}`, 0.8);
    const lamps = torches(g, box, level, [0.12, 0.88]);
    const friend = dwellerOf(level);
    stand(g, Math.round(box.w * 0.2), base + 5, knight, colors, 2);
    stand(g, Math.round(box.w * 0.56), base + 6, friend.rows, friend.palette, 2, true);
    sprite(g, Math.round(box.w * 0.44), base - 44, things.heart ?? [], colors, { scale: 2 });
    shade(
      g,
      box,
      [...lamps, { x: box.w * 0.47, y: base - 36, reach: 46, color: rgb('#ff8fb0') }],
      0.2,
      floorOf(level).night,
    );
  };

const gift =
  (level: number): Shot =>
  (g, box) => {
    const tone = floorOf(level);
    const base = chamber(g, box, level, `gift${level}`, 0.72);
    sprite(g, box.w - 36, base - 2, things.stairs ?? [], colors, { scale: 2 });
    const item = [things.key, things.chest, things.bell][level % 3] ?? [];
    stand(g, 18, base + 4, item, colors, 2);
    shade(g, box, [{ x: 34, y: base - 8, reach: 54, color: rgb('#ffd54a') }], 0.14, tone.night);
  };

const puzzled =
  (level: number): Shot =>
  (g, box) => {
    const tone = floorOf(level);
    bricks(g, box, tone.wall, `knight${level}`);
    stand(g, Math.round(box.w / 2 - 26), box.h + 6, knight, colors, 4);
    sprite(g, 6, 6, (level % 2 ? things.what : things.note) ?? [], colors, { scale: 2 });
    shade(g, box, [{ x: box.w * 0.55, y: box.h * 0.45, reach: 60, color: tone.lamp }], 0.12, tone.night);
  };

/** The last room: something with eyes like lamps, that only wanted to hear the bell. */
const dragon: Shot = (g, box) => {
  const base = chamber(g, box, 2, 'dragon', 0.84);
  dragonAt(g, box.w * 0.56, base - 20, 1);
  stand(g, 10, base + 10, knight, colors, 2);
  sprite(g, 38, base - 16, things.bell ?? [], colors);
  shade(
    g,
    box,
    [
      { x: 30, y: base - 6, reach: 44, color: rgb('#ffd54a') },
      { x: box.w * 0.6, y: base - 54, reach: 100, color: rgb('#ff7030') },
    ],
    0.16,
    rgb('#160808'),
  );
};

function dragonAt(g: Grid, x: number, y: number, k: number): void {
  const [body, dark, belly] = [rgb('#c8403e'), rgb('#7a1f36'), rgb('#f0b45a')];
  for (let i = 0; i < 26; i++)
    disc(
      g,
      x + Math.cos(i / 7) * 46 * k,
      y + 10 * k - Math.sin(i / 7) * 22 * k,
      (16 - i * 0.42) * k,
      (16 - i * 0.42) * k,
      i % 3 ? body : dark,
    );
  for (let i = 0; i < 22; i++)
    disc(g, x - 6 * k + Math.sin(i / 5) * 12 * k, y - i * 3 * k, (15 - i * 0.28) * k, (12 - i * 0.2) * k, body);
  for (let i = 0; i < 18; i++)
    disc(g, x - 13 * k + Math.sin(i / 5) * 12 * k, y - i * 3 * k, 6 * k, 2 * k, i % 2 ? belly : rgb('#c98a3c'));
  const [hx, hy] = [x - 18 * k, y - 72 * k];
  disc(g, hx + 8 * k, hy, 18 * k, 14 * k, body);
  disc(g, hx - 10 * k, hy + 6 * k, 14 * k, 9 * k, body);
  disc(g, hx - 12 * k, hy + 11 * k, 12 * k, 4 * k, belly);
  disc(g, hx - 20 * k, hy + 2 * k, 2 * k, 2 * k, dark);
  disc(g, hx + 2 * k, hy - 4 * k, 5 * k, 6 * k, rgb('#fff3c0'));
  disc(g, hx + 1 * k, hy - 3 * k, 2 * k, 5 * k, black);
  for (const horn of [0, 1])
    for (let i = 0; i < 16; i++)
      disc(
        g,
        hx + (14 + horn * 9 + i * 0.9) * k,
        hy - (10 + i * 1.3 - horn * 4) * k,
        Math.max(1, (4 - i * 0.24) * k),
        Math.max(1, (3 - i * 0.18) * k),
        belly,
      );
  for (let i = 0; i < 9; i++)
    fill(
      g,
      {
        x: Math.round(x + 8 * k + Math.sin(i / 2) * 8 * k),
        y: Math.round(y - i * 8 * k),
        w: Math.round(4 * k),
        h: Math.round(4 * k),
      },
      dark,
    );
}

function page(...shots: readonly (readonly [Box, Shot])[]): () => Picture {
  return () => {
    const g = grid(width, height, black);
    for (const [box, shot] of shots) clipped(g, box, shot);
    return { width: width * scale, height: height * scale, format: 'png', pixels: g.data, scale };
  };
}

const top: Box = { x: 6, y: 6, w: 168, h: 84 };
const rows = (y: number, h: number, left: number): readonly [Box, Box] => [
  { x: 6, y, w: left, h },
  { x: 6 + left + 5, y, w: 163 - left, h },
];

/** One page a floor, with every third floor arranged otherwise; the last has a second page. */
function floorPage(level: number): () => Picture {
  const [a, b] = rows(95, 80, level % 2 ? 66 : 96);
  const [c, d] = rows(180, 84, level % 2 ? 100 : 62);
  if (level === 19)
    return page(
      [{ x: 6, y: 6, w: 168, h: 150 }, dragon],
      [{ x: 6, y: 161, w: 80, h: 103 }, puzzled(19)],
      [{ x: 91, y: 161, w: 83, h: 103 }, ring(2)],
    );
  if (level % 3 === 1)
    return page(
      [top, arrive(level)],
      [a, lurk(level)],
      [b, ring(level)],
      [{ x: 6, y: 180, w: 168, h: 84 }, befriend(level)],
    );
  if (level % 3 === 2)
    return page(
      [{ x: 6, y: 6, w: 168, h: 110 }, arrive(level)],
      [{ ...c, y: 121, h: 143 }, lurk(level)],
      [{ ...d, y: 121, h: 69 }, puzzled(level)],
      [{ ...d, y: 195, h: 69 }, gift(level)],
    );
  return page(
    [top, arrive(level)],
    [a, lurk(level)],
    [b, puzzled(level)],
    [c, level % 2 ? befriend(level) : gift(level)],
    [d, level % 2 ? gift(level) : ring(level)],
  );
}

const reunion: Shot = (g, box) => {
  const base = chamber(g, box, 0, 'end', 0.5);
  for (let i = 0; i < 20; i++) {
    const friend = dwellerOf(i);
    stand(g, 8 + (i % 7) * 23, base + 14 + Math.floor(i / 7) * 26, friend.rows, friend.palette);
  }
  dragonAt(g, 118, base - 4, 0.8);
  stand(g, 54, base + 4, knight, colors, 2);
  shade(
    g,
    box,
    [
      { x: 60, y: base, reach: 130, color: rgb('#ffd54a') },
      { x: 120, y: base - 40, reach: 110, color: rgb('#ffa040') },
    ],
    0.3,
    rgb('#0e0a1c'),
  );
};

export const bellKnightPages: ReadonlyMap<string, () => Picture> = new Map([
  ...Array.from({ length: 20 }, (_, level) => [`floor-${level + 1}`, floorPage(level)] as const),
  ['reunion', page([{ x: 6, y: 6, w: 168, h: 258 }, reunion])],
]);

export function bellKnightCover(): Picture {
  const g = grid(225, 300, black);
  const box: Box = { x: 0, y: 0, w: 225, h: 300 };
  const base = chamber(g, box, 4, 'cover', 0.82);
  for (let y = 0; y < 262; y++)
    for (let x = 30; x < 195; x++)
      if (y > 40 + ((x - 112) / 82) ** 2 * 70) dot(g, x, y, y % 23 === 0 ? rgb('#2a1436') : rgb('#1c0c28'));
  dragonAt(g, 142, base - 40, 1.75);
  for (let i = 0; i < 90; i++) {
    const c = random(`coin${i}`);
    disc(g, c.range(20, 205), base + c.range(4, 22), 3, 2, c.pick([rgb('#ffd54a'), rgb('#f0903a'), rgb('#fff0a0')]));
  }
  stand(g, 40, base + 26, knight, colors, 4);
  sprite(g, 88, base - 30, things.bell ?? [], colors, { scale: 3 });
  for (const [i, x] of [12, 150, 182].entries()) {
    const friend = dwellerOf([0, 3, 4][i] ?? 0);
    stand(g, x, base + 46, friend.rows, friend.palette, 2, i > 0);
  }
  const lamps: Lamp[] = [
    { x: 101, y: base - 16, reach: 120, color: rgb('#ffd54a') },
    { x: 112, y: base - 170, reach: 150, color: rgb('#ff60d0') },
    { x: 112, y: 290, reach: 110, color: rgb('#ffa040') },
  ];
  for (const x of [14, 206]) {
    sprite(g, x - 4, 110, things.torch ?? [], colors, { scale: 2 });
    lamps.push({ x, y: 114, reach: 80, color: rgb('#ffa040') });
  }
  shade(g, box, lamps, 0.1, rgb('#0a0418'));
  return { width: 900, height: 1200, format: 'png', pixels: g.data, scale: 4 };
}
