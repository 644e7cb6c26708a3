import { isPictureName } from '../../media/rules.ts';
import type { Tag } from './markup.ts';

export function typesOf(attributes: Tag['attributes']): string[] {
  const roles = (attributes.get('role') ?? '').split(/\s+/).map((role) => role.replace(/^doc-/, ''));
  return [...(attributes.get('epub:type') ?? '').split(/\s+/), ...roles]
    .filter(Boolean)
    .map((type) => type.toLowerCase());
}

export function listOf(name: string, attributes: Tag['attributes']): { next: number | null } {
  const start = Number(attributes.get('start') ?? 1);
  return { next: name === 'ol' ? (Number.isInteger(start) ? start : 1) : null };
}

/** Whether an `<object>` or `<embed>` with this address shows a picture. */
export function isPictureObject(address: string, type: string): boolean {
  return type === '' ? isPictureName(address.replace(/[?#].*$/s, '')) : type.startsWith('image/');
}

/** The reason why a picture at this address is refused, or null. */
export function addressFault(src: string): string | null {
  if (src.trim() === '') return 'a picture without an address';
  if (/^data:/i.test(src)) return 'a picture written into the text';
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(src) ? 'a picture from another place; nothing is fetched' : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u202d\u202e\ufffe\uffff]/g;

export function withoutControls(text: string): string {
  return text.replace(controls, '');
}

const wide = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef';
const lineBetweenWide = new RegExp(`(?<=[${wide}])[ \\t\\r\\f]*\\n[ \\t\\r\\n\\f]*(?=[${wide}])`, 'gu');

/** Line breaks in the source mean spaces; but between two Han characters there was no space. */
export function unwrapped(text: string): string {
  return text.replace(lineBetweenWide, '').replace(/[ \t\r\n\f]{2,}|[\t\r\n\f]/g, ' ');
}

export function noteMark(text: string): string {
  const mark = text.replace(/\s+/g, ' ').trim();
  return mark === '' || /^[[(（【〔].*[\])）】〕]$/.test(mark) ? mark : `[${mark}]`;
}

const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

export function raised(text: string): string {
  return /^\s*\d{1,6}\s*$/.test(text) ? text.replace(/\d/g, (digit) => raisedDigits[Number(digit)] ?? digit) : text;
}
