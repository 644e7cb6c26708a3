import { decodeEntities } from '../../../../shared/text.ts';
import { guessEncodings, isOtherScript, isPlausible, isPlausibleScript } from './detect-encoding.ts';

const sampledBytes = 256 * 1024;

export type Decoded = { text: string; encoding: string } | { fault: string };

const unknown: Decoded = {
  fault: 'its encoding cannot be told: name it with --encoding NAME, such as shift_jis, big5 or windows-1251',
};

/**
 * Text by its marks and by what fits (spec: importing.md#text-encodings), or in the encoding that is named. A few
 * damaged bytes in a long text do not make it another encoding's. A fault where nothing fits.
 */
export function decodeText(bytes: Uint8Array, named?: string): Decoded {
  if (named !== undefined) return decodeAs(bytes, named);
  const marked = encodingByMark(bytes) ?? utf16ByZeros(bytes);
  if (marked) return { text: new TextDecoder(marked).decode(trimPartial(bytes, marked)), encoding: marked };
  const utf8 = fitting(bytes, 'utf-8');
  if (utf8) return utf8;
  const guesses = guessEncodings(bytes);
  const tries = looksDoubleByte(bytes) ? [...guesses.doubleByte, 'gb18030'] : guesses.doubleByte;
  for (const encoding of tries) {
    const decoded = fitting(bytes, encoding);
    if (decoded && isPlausible(decoded.text)) return decoded;
  }
  if (looksArabic(bytes)) return decodeWhole(bytes, 'windows-1256');
  if (isOtherScript(bytes)) {
    const decoded = guesses.otherScript === null ? null : decodeWhole(bytes, guesses.otherScript);
    return decoded && isPlausibleScript(decoded.text) ? decoded : unknown;
  }
  if (guesses.latin) return decodeWhole(bytes, guesses.latin);
  return { text: decodeLatin(bytes), encoding: 'iso-8859-1' };
}

function decodeAs(bytes: Uint8Array, named: string): Decoded {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(named);
  } catch {
    return { fault: `there is no encoding called '${named.slice(0, 40)}'` };
  }
  const text = decoder.decode(bytes);
  return fits(text, decoder.encoding)
    ? { text, encoding: decoder.encoding }
    : { fault: `it is not in ${decoder.encoding}` };
}

function decodeWhole(bytes: Uint8Array, encoding: string): { text: string; encoding: string } {
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

function fitting(bytes: Uint8Array, encoding: string): { text: string; encoding: string } | null {
  const text = new TextDecoder(encoding).decode(trimPartial(bytes, encoding));
  return fits(text, encoding) ? { text: text.replace(/\ufffd$/, ''), encoding } : null;
}

const pieceBytes = 1024 * 1024;

/**
 * ISO-8859-1; its unused codes stand for the quotes and dashes that Windows puts there. Decoded in pieces: a
 * replacement by a function remembers all matches until its end.
 */
function decodeLatin(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += Buffer.from(bytes.subarray(at, at + pieceBytes))
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (control) => decodeEntities(`&#${control.charCodeAt(0)};`));
  return text;
}

function encodingByMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  // Seven bits only, so that it would pass for ASCII: its codes switch to Japanese characters.
  const head = Buffer.from(bytes.subarray(0, sampledBytes)).toString('latin1');
  return head.includes('\u001b$B') && head.includes('\u001b(B') ? 'iso-2022-jp' : null;
}

/** UTF-16 without its byte order mark: every space and line end has a zero beside it, always on the same side. */
function utf16ByZeros(bytes: Uint8Array): string | null {
  const zeros: [number, number] = [0, 0];
  const sample = bytes.subarray(0, sampledBytes);
  for (let at = 0; at < sample.length; at += 1) if (sample[at] === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (Math.max(even, odd) < sample.length * 0.005 || bytes.length % 2 === 1) return null;
  if (odd > even * 20) return 'utf-16le';
  return even > odd * 20 ? 'utf-16be' : null;
}

const damagedShare = 1 / 500;

function fits(text: string, encoding: string): boolean {
  // The opening of a file may end in the middle of a character.
  const damaged = text.replace(/\ufffd$/, '').match(/\ufffd/g)?.length ?? 0;
  if (damaged === 0) return true;
  const beyondAscii = encoding === 'gb18030' ? /\p{Script=Han}/gu : /[\u0080-\ufffc]/g;
  return damaged <= (text.match(beyondAscii)?.length ?? 0) * damagedShare;
}

/** In GB18030 most high bytes come in pairs; in a Latin text they come among plain letters, and still decode. */
function looksDoubleByte(bytes: Uint8Array): boolean {
  let pairs = 0;
  let lone = 0;
  const sample = bytes.subarray(0, sampledBytes);
  for (let at = 0; at < sample.length; at += 1) {
    if ((sample[at] ?? 0) < 0x80) continue;
    if ((sample[at + 1] ?? 0xff) >= 0x80) pairs += 1;
    else lone += 1;
    at += 1;
  }
  return pairs > lone;
}

/** An Arabic text has few letters below 0x80, and its most common ones (ا ل م و ي ن) have known codes. */
function looksArabic(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampledBytes);
  let high = 0;
  let letters = 0;
  let common = 0;
  for (const byte of sample) {
    if (byte >= 0xc0) high += 1;
    if (byte >= 0xc0 || (byte | 0x20) >= 0x61) letters += 1;
    if (byte === 0xc7 || byte === 0xe1 || byte === 0xe3 || byte === 0xe6 || byte === 0xed || byte === 0xe4) common += 1;
  }
  return high > 20 && high > letters * 0.6 && common > high * 0.3;
}

/** The opening of a file may end in the middle of a character. */
function trimPartial(bytes: Uint8Array, encoding: string): Uint8Array {
  if (encoding.startsWith('utf-16')) return bytes.subarray(0, bytes.length - (bytes.length % 2));
  if (encoding !== 'utf-8') return bytes;
  let end = bytes.length;
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (length > back) end = bytes.length - back;
    break;
  }
  return bytes.subarray(0, end);
}

const declaration =
  /<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']|<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i;

/** A document's text in its declared encoding, where that fits; else in the encoding that fits. */
export function decodeMarkup(bytes: Uint8Array): string {
  const wide =
    bytes[0] === 0x3c && bytes[1] === 0 ? 'utf-16le' : bytes[0] === 0 && bytes[1] === 0x3c ? 'utf-16be' : null;
  const isMarked = bytes[0] === 0xef || (bytes[0] ?? 0) >= 0xfe;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const match = declaration.exec(head);
  const declared = wide ?? (isMarked ? null : (match?.[1] ?? match?.[2] ?? null));
  if (declared) {
    try {
      return new TextDecoder(declared, { fatal: true }).decode(bytes);
    } catch {
      // The declaration is wrong, or names an unknown encoding.
    }
  }
  const decoded = decodeText(bytes);
  return 'fault' in decoded ? decodeLatin(bytes) : decoded.text;
}

/** The text of a text file: an HTML file may declare its encoding. The encoding that is named comes first. */
export function decodeTextFile({ name, encoding }: { name: string; encoding?: string }, bytes: Uint8Array): Decoded {
  if (encoding !== undefined || !/\.x?html?$/i.test(name)) return decodeText(bytes, encoding);
  return { text: decodeMarkup(bytes), encoding: 'declared' };
}
