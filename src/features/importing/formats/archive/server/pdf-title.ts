import { decodeReferences } from '../../../text/markup.ts';

const longestTitle = 500;
/** Titles that programs write where nobody gave one. */
const noTitle = /^(?:untitled.*|unknown|title|document\d*|microsoft .*|.*\.(?:pdf|docx?|indd|cbz|zip|jpe?g|png))$/i;

/** The title that a PDF gives itself, in its list of facts or in its XMP; null where it has none that says anything. */
export function titleOfPdf(bytes: Buffer): string | null {
  const text = bytes.toString('latin1');
  const title = (titleInFacts(text) ?? titleInXmp(text))?.replace(/\s+/g, ' ').trim();
  return title && title.length <= longestTitle && !noTitle.test(title) ? title : null;
}

/** Bookmarks have titles, too: only the object that the trailer names has the document's title. */
function titleInFacts(text: string): string | null {
  const place = [...text.matchAll(/\/Info\s{1,4}(\d{1,9})\s{1,4}(\d{1,5})\s{1,4}R/g)].at(-1);
  if (!place) return null;
  const start = text.search(new RegExp(`(?<!\\d)${place[1]}\\s{1,4}${place[2]}\\s{1,4}obj\\b`));
  if (start < 0) return null;
  const end = text.indexOf('endobj', start);
  const facts = text.slice(start, end < 0 ? start + 10_000 : end);
  const found = /\/Title\s{0,4}(?:\(((?:\\[\s\S]|[^\\)]){0,2000})\)|<([\da-f\s]{0,4000})>)/i.exec(facts);
  if (!found) return null;
  const bytes = found[2] === undefined ? unescaped(found[1] ?? '') : Buffer.from(found[2].replace(/\s/g, ''), 'hex');
  return decoded(bytes);
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(text: string): Buffer {
  const plain = text.replace(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_, octal: string | undefined, sign = '') =>
    octal === undefined
      ? (escapes[sign] ?? (sign === '\n' ? '' : sign))
      : String.fromCharCode(Number.parseInt(octal, 8) & 255),
  );
  return Buffer.from(plain, 'latin1');
}

/** UTF-16 and UTF-8 have their marks; else it is nearly Latin-1. */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder('utf-8').decode(bytes);
  return bytes.toString('latin1');
}

function titleInXmp(text: string): string | null {
  const found = /<dc:title>[\s\S]{0,200}?<rdf:li[^>]{0,100}>([^<]{1,2000})<\/rdf:li>/.exec(text)?.[1];
  return found === undefined ? null : decodeReferences(Buffer.from(found, 'latin1').toString('utf8'));
}
