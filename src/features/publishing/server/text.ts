import type { StoredBlock } from '../../catalog/server/publish.ts';
import { parseHtml } from '../html.ts';
import { parseMarkdown, type TextBlock } from '../markdown.ts';
import { parsePlainText } from '../txt.ts';

/** Text by its marks and by what fits: UTF-8, UTF-16, GB18030, else ISO-8859-1 (contract.md section 7). */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const marked = encodingByMark(bytes);
  for (const encoding of marked ? [marked] : ['utf-8', 'gb18030']) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(trimPartial(bytes, encoding)), encoding };
    } catch {
      // The next one is tried.
    }
  }
  return { text: new TextDecoder('iso-8859-1').decode(bytes), encoding: 'iso-8859-1' };
}

function encodingByMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  return null;
}

/** The opening of a file may end in the middle of a character. */
function trimPartial(bytes: Uint8Array, encoding: string): Uint8Array {
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

/** A chapter's text as blocks, with the heading it opens with, if any. */
export function parseText(name: string, text: string): { blocks: TextBlock[]; heading: string | null } {
  const blocks = /\.txt$/i.test(name)
    ? parsePlainText(text)
    : /\.x?html?$/i.test(name)
      ? parseHtml(text)
      : parseMarkdown(text);
  const first = blocks[0];
  const heading = first && /^h[2-4]$/.test(first.type) && 'inlines' in first ? plainText(first) : null;
  return { blocks, heading };
}

export function plainText(block: StoredBlock): string {
  if (!('inlines' in block)) return '';
  return block.inlines
    .map((inline) => (inline.type === 'text' ? inline.text : inline.type === 'ruby' ? inline.base : ' '))
    .join('')
    .trim();
}
