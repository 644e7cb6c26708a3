import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type Encoding = 'br' | 'gzip';

const smallestWorthCompressing = 512;
const brotliQuality = 5;

/** The bytes of an answer, in each form that callers ask for; compressed once, when it is first asked for. */
export class Payload {
  readonly raw: Buffer;
  readonly #compressed: Partial<Record<Encoding, Buffer | Promise<Buffer>>> = {};

  constructor(text: string) {
    this.raw = Buffer.from(text);
  }

  /** The bytes in this form. */
  bytes(encoding: Encoding | null): Buffer | Promise<Buffer> {
    if (encoding === null) return this.raw;
    this.#compressed[encoding] ??= this.#compress(encoding);
    return this.#compressed[encoding];
  }

  /** Makes ready the forms that the earlier answer was asked for in, so that nobody waits for them after the change. */
  async compressAs(earlier: Payload): Promise<void> {
    const encodings = Object.keys(earlier.#compressed) as Encoding[]; // the keys of a record of encodings
    await Promise.all(encodings.map((encoding) => this.bytes(encoding)));
  }

  /** The best form for an Accept-Encoding header; null: as it is. */
  encodingFor(accepted: string | undefined): Encoding | null {
    if (!accepted || this.raw.length < smallestWorthCompressing) return null;
    return chooseEncoding(accepted);
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    const bytes =
      encoding === 'br'
        ? await compressBrotli(this.raw, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
        : await compressGzip(this.raw);
    this.#compressed[encoding] = bytes;
    return bytes;
  }
}

const knownEncodings = new Map<string, Encoding | null>();

/** RFC 9110, 12.5.3: a form with weight 0 is refused. Browsers send few different headers, so they are remembered. */
function chooseEncoding(accepted: string): Encoding | null {
  const known = knownEncodings.get(accepted);
  if (known !== undefined) return known;
  const offers = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  const chosen = offers.includes('br') ? 'br' : offers.includes('gzip') ? 'gzip' : null;
  if (knownEncodings.size < 1000) knownEncodings.set(accepted, chosen);
  return chosen;
}
