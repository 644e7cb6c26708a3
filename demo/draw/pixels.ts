import { random } from './random.ts';

export type Rgb = readonly [number, number, number];

/** A small grid of colours to draw on pixel by pixel; enlarged only when it becomes a file. */
export type Grid = { width: number; height: number; data: Uint8Array };
export type Box = { x: number; y: number; w: number; h: number };

export function grid(width: number, height: number, color: Rgb): Grid {
  const data = new Uint8Array(width * height * 3);
  for (let index = 0; index < data.length; index += 3) data.set(color, index);
  return { width, height, data };
}

export function rgb(hex: string): Rgb {
  return [1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16)) as unknown as Rgb; // three places, three numbers
}

export function dot(g: Grid, x: number, y: number, color: Rgb): void {
  const [px, py] = [Math.round(x), Math.round(y)];
  if (px < 0 || py < 0 || px >= g.width || py >= g.height) return;
  g.data.set(color, (py * g.width + px) * 3);
}

export function fill(g: Grid, box: Box, color: Rgb): void {
  for (let y = box.y; y < box.y + box.h; y++) for (let x = box.x; x < box.x + box.w; x++) dot(g, x, y, color);
}

export function disc(g: Grid, cx: number, cy: number, rx: number, ry: number, color: Rgb): void {
  for (let y = -Math.ceil(ry); y <= ry; y++) {
    for (let x = -Math.ceil(rx); x <= rx; x++) if ((x / rx) ** 2 + (y / ry) ** 2 <= 1) dot(g, cx + x, cy + y, color);
  }
}

/** Letters stand for colours of `palette`; a dot is see-through. */
export function sprite(
  g: Grid,
  x: number,
  y: number,
  rows: readonly string[],
  palette: Record<string, Rgb>,
  options: { scale?: number; flip?: boolean } = {},
): void {
  const { scale = 1, flip = false } = options;
  rows.forEach((row, rowIndex) => {
    [...row].forEach((letter, column) => {
      const color = palette[letter];
      if (!color) return;
      const place = flip ? row.length - 1 - column : column;
      fill(g, { x: Math.round(x + place * scale), y: Math.round(y + rowIndex * scale), w: scale, h: scale }, color);
    });
  });
}

/** Brick courses with moss and cracks, no two alike. */
export function bricks(g: Grid, box: Box, tones: readonly [Rgb, Rgb, Rgb], seed: string): void {
  const chance = random(seed);
  const [light, middle, mortar] = tones;
  fill(g, box, mortar);
  for (let row = 0; row * 6 < box.h; row++) {
    for (let x = row % 2 ? -5 : 0; x < box.w; x += 11) {
      const tone = chance.chance(0.3) ? light : middle;
      const left = Math.max(0, x);
      const right = Math.min(box.w, x + 10);
      fill(g, { x: box.x + left, y: box.y + row * 6, w: right - left, h: Math.min(5, box.h - row * 6) }, tone);
      if (chance.chance(0.4))
        fill(g, { x: box.x + left, y: box.y + row * 6, w: Math.max(0, right - left - 1), h: 1 }, light);
    }
  }
}

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

export type Lamp = { x: number; y: number; reach: number; color: Rgb };

/** Darkness falls on the box in dithered steps, save where lamps reach. */
export function shade(g: Grid, box: Box, lamps: readonly Lamp[], ambient: number, night: Rgb): void {
  const levels = 5;
  for (let y = Math.max(0, box.y); y < Math.min(g.height, box.y + box.h); y++) {
    for (let x = Math.max(0, box.x); x < Math.min(g.width, box.x + box.w); x++) {
      let light = ambient;
      let warm: Rgb = [0, 0, 0];
      for (const lamp of lamps) {
        const near = Math.max(0, 1 - Math.hypot(x - lamp.x, (y - lamp.y) * 1.1) / lamp.reach);
        light += near * 1.15;
        warm = [warm[0] + lamp.color[0] * near, warm[1] + lamp.color[1] * near, warm[2] + lamp.color[2] * near];
      }
      const threshold = (bayer[(y % 4) * 4 + (x % 4)] ?? 0) / 16;
      const step = Math.min(1, Math.floor(Math.min(1, light) * levels + threshold) / levels);
      const index = (y * g.width + x) * 3;
      for (let part = 0; part < 3; part++) {
        const lit =
          (g.data[index + part] ?? 0) * step + (night[part] ?? 0) * (1 - step) + (warm[part] ?? 0) * 0.16 * step;
        g.data[index + part] = Math.min(255, lit);
      }
    }
  }
}

export function frame(g: Grid, box: Box, color: Rgb): void {
  fill(g, { x: box.x - 1, y: box.y - 1, w: box.w + 2, h: 1 }, color);
  fill(g, { x: box.x - 1, y: box.y + box.h, w: box.w + 2, h: 1 }, color);
  fill(g, { x: box.x - 1, y: box.y - 1, w: 1, h: box.h + 2 }, color);
  fill(g, { x: box.x + box.w, y: box.y - 1, w: 1, h: box.h + 2 }, color);
}
