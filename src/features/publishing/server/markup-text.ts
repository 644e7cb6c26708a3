import { decodeText } from './text.ts';

const declaration =
  /<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']|<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i;

/** A document's text in the encoding that it declares, where that fits; else in the one that does. */
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
      // It is not what it says, or says what nobody knows.
    }
  }
  return decodeText(bytes).text;
}

/** A text file's words: an HTML file may declare its encoding. */
export function decodeTextFile(name: string, bytes: Uint8Array): string {
  return /\.x?html?$/i.test(name) ? decodeMarkup(bytes) : decodeText(bytes).text;
}
