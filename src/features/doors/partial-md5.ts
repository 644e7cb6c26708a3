import { createHash } from 'node:crypto';

const step = 1024;
/** Where KOReader looks into a file: 1 KiB each at 0, 1 KiB, 4 KiB … 1 GiB, as far as it goes. */
const places = [0, ...Array.from({ length: 11 }, (_, power) => step * 4 ** power)];

/** The name that KOReader gives a file by its bytes, which are told in order. */
export class PartialMd5 {
  readonly #hash = createHash('md5');
  #at = 0;

  update(bytes: Uint8Array): void {
    const end = this.#at + bytes.length;
    for (const place of places) {
      const [from, to] = [Math.max(place, this.#at), Math.min(place + step, end)];
      if (from < to) this.#hash.update(bytes.subarray(from - this.#at, to - this.#at));
    }
    this.#at = end;
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}
