/**
 * Chance by position: what is drawn for a place depends on the seed and the place alone, so that a table's rows can be
 * made again in any order without being kept.
 */

/** A good mix of 32 bits, and one that loses nothing: different numbers stay different. */
function mix(given: number): number {
  let bits = given | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) | 0;
}

const twoTo32 = 2 ** 32;

/** A number from 0 up to 1. */
export type Draw = () => number;

/** What is drawn for one kind of thing: `at` gives a number for a place, `along` a row of them. */
export interface Chance {
  at(place: number, part?: number): number;
  along(place: number, part?: number): Draw;
  /** An id that no other place has. Its first bytes tell nothing of the place, as those of a random one. */
  id(place: number, part?: number): Uint8Array;
}

/** The kinds of things, each with chances of its own. */
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
      // Version 4, as random ids have it; the bits that tell places apart stand elsewhere.
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

/** An id as it is written. */
export function uuidOf(id: Uint8Array): string {
  const hex = Buffer.from(id).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** One of a list whose first entries are drawn often and whose last ones hardly ever. */
export function pick<T>(list: readonly T[], draw: Draw): T {
  const item = list[Math.floor(list.length * draw() ** 2)];
  if (item === undefined) throw new RangeError('There is nothing to pick from');
  return item;
}
