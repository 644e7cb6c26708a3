import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type Encoding = 'br' | 'gzip';

const smallestWorthCompressing = 512;
/** At 7 four answers at once take 23 MB more memory, for 3 % fewer bytes of the home page. */
const brotliQuality = 5;
/** Up to this size a thread's turn costs more than the work: 7 kB of a list take 0.06 ms at the quick quality, 0.15 at the usual. */
const quicklyCompressed = 16 * 1024;
/** 2 % more bytes of a list than at the usual quality. */
const quickBrotliQuality = 3;

/**
 * The result of a maker: the text, and the time of its data, which counts where it is before the making. Texts with one
 * `sameAs` stand for each other; without it only equal texts do. One that is `forPrograms` is compressed quickly: 2.4 MB of
 * a sitemap become 49 kB in 2 ms, where the usual quality makes 31 kB in 15 ms.
 */
export interface Body {
  text: string;
  asOf?: number;
  sameAs?: string;
  forPrograms?: true;
}

/**
 * The bytes of an answer in each encoding that callers accept; compressed once, at the first request for an encoding.
 */
export class Payload {
  readonly raw: Buffer;
  readonly #forPrograms: boolean;
  readonly #compressed: Partial<Record<Encoding, Buffer | Promise<Buffer>>> = {};

  constructor(text: string, { forPrograms = false } = {}) {
    this.raw = Buffer.from(text);
    this.#forPrograms = forPrograms;
  }

  /** The bytes in this form. */
  bytes(encoding: Encoding | null): Buffer | Promise<Buffer> {
    if (encoding === null) return this.raw;
    this.#compressed[encoding] ??= this.#compress(encoding);
    return this.#compressed[encoding];
  }

  /**
   * Compresses in the encodings that the earlier answer was requested in, so that nobody waits for them after the
   * change.
   */
  async compressAs(earlier: Payload): Promise<void> {
    const encodings = Object.keys(earlier.#compressed) as Encoding[]; // the keys of a record of encodings
    await Promise.all(encodings.map((encoding) => this.bytes(encoding)));
  }

  /** The best encoding for an Accept-Encoding header; null: uncompressed. */
  encodingFor(accepted: string | undefined): Encoding | null {
    if (!accepted || this.raw.length < smallestWorthCompressing) return null;
    return chooseEncoding(accepted);
  }

  #compress(encoding: Encoding): Buffer | Promise<Buffer> {
    const chunkSize = Math.min(largestChunk, Math.max(smallestWorthCompressing, this.raw.length >> 1));
    const isQuick = this.raw.length <= quicklyCompressed;
    const quality = this.#forPrograms ? 1 : isQuick ? quickBrotliQuality : brotliQuality;
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
    if (isQuick)
      return ownCopy(
        encoding === 'br' ? brotliCompressSync(this.raw, { chunkSize, params }) : gzipSync(this.raw, { chunkSize }),
      );
    return this.#compressLater(encoding, { chunkSize, params });
  }

  async #compressLater(encoding: Encoding, { chunkSize, params }: BrotliOptions): Promise<Buffer> {
    const level = this.#forPrograms ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION;
    const bytes =
      encoding === 'br'
        ? await compressBrotli(this.raw, { chunkSize, params })
        : await compressGzip(this.raw, { chunkSize, level });
    const kept = ownCopy(bytes);
    this.#compressed[encoding] = kept;
    return kept;
  }
}

const largestChunk = 16 * 1024;

/** zlib gives a part of a chunk, and the whole chunk would stay in memory for as long as an answer is kept. */
function ownCopy(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

const knownEncodings = new Map<string, Encoding | null>();

/**
 * RFC 9110, 12.5.3: the encoding with the greatest weight, never one of weight 0. Browsers send few different headers,
 * so the choices are remembered.
 */
function chooseEncoding(accepted: string): Encoding | null {
  const known = knownEncodings.get(accepted);
  if (known !== undefined) return known;
  const weights = new Map(accepted.toLowerCase().split(',').map(readOffer));
  const br = weights.get('br') ?? 0;
  const gzip = weights.get('gzip') ?? 0;
  const chosen = br > 0 && br >= gzip ? 'br' : gzip > 0 ? 'gzip' : null;
  if (knownEncodings.size < 1000 && accepted.length < 300) knownEncodings.set(accepted, chosen);
  return chosen;
}

function readOffer(offer: string): [form: string, weight: number] {
  const [form = '', ...parameters] = offer.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [form, Number(weight) || 0];
}
