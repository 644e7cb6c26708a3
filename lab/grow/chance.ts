/**
 * Random values by position: a value depends only on the seed and the place. So the rows of a table can be made again,
 * in any order, without being kept.
 */

/** Mixes 32 bits well and without loss: different numbers stay different. */
function mix(given: number): number {
  let bits = given | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) | 0;
}

const twoTo32 = 2 ** 32;

/** A number from 0 up to 1. */
export type Draw = () => number;

/** Random values for one kind of thing: `at` gives a number for a place, `along` a series of numbers. */
export interface Chance {
  at(place: number, part?: number): number;
  along(place: number, part?: number): Draw;
  /** A unique id for a place. Its first bytes reveal nothing about the place, like those of a random id. */
  id(place: number, part?: number): Uint8Array;
}

/** The kinds of things, each with its own values. */
const kinds = ['book', 'text', 'chapter', 'title', 'event', 'like', 'user', 'image', 'weight', 'day', 'page'] as const;

export function chanceOf(seed: number, kind: (typeof kinds)[number]): Chance {
  const first = mix(seed ^ mix(kinds.indexOf(kind) + 1));
  const second = mix(first ^ 0x5bd1e995);
  const ofPlace = (place: number) => mix(Math.imul(place, 0x9e3779b1) + first);
  const ofPart = (placed: number, part: number) => mix(Math.imul(part, 0x85ebca77) + (placed ^ second));
  return {
    at: (place, part = 0) => (ofPart(ofPlace(place), part) >>> 0) / twoTo32,
    along(place, part = 0) {
      let state = ofPart(ofPlace(place), part);
      return () => {
        state = (state + 0x6d2b79f5) | 0;
        return (mix(state) >>> 0) / twoTo32;
      };
    },
    id(place, part = 0) {
      const placed = ofPlace(place);
      const parted = ofPart(placed, part);
      const id = new Uint8Array(16);
      writeBits(id, 0, parted);
      writeBits(id, 4, mix(parted ^ 0x27d4eb2f));
      writeBits(id, 8, mix(placed ^ parted));
      writeBits(id, 12, placed);
      // Version 4, like random ids; the bits that make places different are elsewhere.
      id[6] = ((id[6] ?? 0) & 0x0f) | 0x40;
      id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
      return id;
    },
  };
}

function writeBits(id: Uint8Array, at: number, bits: number): void {
  id[at] = bits >>> 24;
  id[at + 1] = bits >>> 16;
  id[at + 2] = bits >>> 8;
  id[at + 3] = bits;
}

/** An id as text. */
export function uuidOf(id: Uint8Array): string {
  const hex = Buffer.from(id).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Picks an entry of a list: the first entries often, the last ones rarely. */
export function pick<T>(list: readonly T[], draw: Draw): T {
  const item = list[Math.floor(list.length * draw() ** 2)];
  if (item === undefined) throw new RangeError('There is nothing to pick from');
  return item;
}
