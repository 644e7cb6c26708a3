/** A seeded source of chance: the same seed gives the same drawing on every machine. */
export type Random = {
  next(): number;
  range(low: number, high: number): number;
  int(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
};

export function random(seed: string | number): Random {
  let state = hash(String(seed));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    range: (low, high) => low + next() * (high - low),
    int: (low, high) => Math.floor(low + next() * (high - low + 1)),
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('pick from an empty list');
      return item;
    },
    chance: (probability) => next() < probability,
  };
}

/** FNV-1a: short, stable, good enough to name things and to seed with. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Smooth noise over one axis, 0..1, for ridges, waves and shaky hands. */
export function noise1(seed: string | number): (x: number) => number {
  const base = hash(String(seed));
  const lattice = (i: number): number => {
    let value = Math.imul(i ^ base, 0x27d4eb2d);
    value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
    return ((value ^ (value >>> 13)) >>> 0) / 4294967296;
  };
  return (x) => {
    const cell = Math.floor(x);
    const part = x - cell;
    const ease = part * part * (3 - 2 * part);
    return lattice(cell) * (1 - ease) + lattice(cell + 1) * ease;
  };
}

/** Three octaves of `noise1`: the outline of anything nature made. */
export function ridge(seed: string | number): (x: number) => number {
  const [a, b, c] = [noise1(`${seed}a`), noise1(`${seed}b`), noise1(`${seed}c`)];
  return (x) => a(x) * 0.6 + b(x * 2.3) * 0.28 + c(x * 5.1) * 0.12;
}
