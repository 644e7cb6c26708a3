import { decodeReference } from '#decode-reference';

const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/**
 * Titles and introductions as readers see them (spec: site.md#titles-as-shown): entities decoded exactly once, into text that is
 * never markup, and shown without control characters. An unknown entity stays as it is written.
 */
export function displayText(stored: string): string {
  return cleanDisplay(decodeEntities(stored));
}

/** The text with each entity of HTML that has its semicolon decoded once; an unknown name stays as it is written. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(reference, decodeReference) : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/**
 * Text without the C0 and C1 controls (lines and tabs stay), and with closed bidi marks, so that none acts beyond the
 * text.
 */
export function cleanDisplay(text: string): string {
  return closeBidiMarks(text.replace(controls, ''));
}

const bidiMarks = /[\u202a-\u202e\u2066-\u2069]/;
const popEmbedding = '\u202c';
const popIsolate = '\u2069';

/** Closes embeddings, overrides and isolates that the text leaves open, and drops ends without a beginning. */
function closeBidiMarks(text: string): string {
  if (!bidiMarks.test(text)) return text;
  const open: string[] = [];
  let closed = '';
  for (const character of text) {
    if (character === popEmbedding || character === popIsolate) {
      if (!open.includes(character)) continue;
      // An isolate's end closes the embeddings inside it; an embedding cannot be closed through an isolate.
      if (character === popEmbedding && open.at(-1) !== popEmbedding) continue;
      while (open.pop() !== character);
    } else if (/[\u202a\u202b\u202d\u202e]/.test(character)) open.push(popEmbedding);
    else if (/[\u2066-\u2068]/.test(character)) open.push(popIsolate);
    closed += character;
  }
  return closed + open.reverse().join('');
}

/** At most `limit` code points: a character is never cut in half. */
export function cutDescription(text: string, limit = 160): string {
  if (text.length <= limit) return text;
  return Array.from(text).slice(0, limit).join('');
}

/**
 * Text from a foreign file, made safe for a terminal: characters that control it, or reverse its line, become a sign.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '�');
}

/** Escapes text for HTML or XML, between tags and within quotes. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
