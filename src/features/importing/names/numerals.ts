import { fromLetters, fromWords } from './number-words.ts';

/** The zero of each script with digits of its own: Arabic, Persian, of India and Southeast Asia, and full width. */
const digitZeros = [
  ...[0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66],
  ...[0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0xff10],
];
const digits = new RegExp(`[${digitZeros.map((zero) => String.fromCharCode(zero, 0x2d, zero + 9)).join('')}]`, 'g');

/** Replaces the digits of other scripts and of full width by ASCII digits. */
export function plainDigits(text: string): string {
  return text.replace(digits, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (digitZeros.findLast((zero) => zero <= code) ?? code));
  });
}

/** Numerals that are one sign as the letters and digits they stand for: Ⅻ as XII, ③ as 3. */
function plainNumerals(text: string): string {
  return plainDigits(text.replace(/[Ⅰ-ⅿ①-⒛⓪Ａ-Ｚ]/gu, (sign) => sign.normalize('NFKC')));
}

/** A number in a form for comparing two sources: '007' and '7' are equal. Null for anything but a plain number. */
export function canonicalNumber(text: string): string | null {
  const plain = plainDigits(text).trim();
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(plain)) return null;
  return plain.replace(/^0+(?=\d)/, '').replace(/\.0*$|(\.\d*?)0+$/, '$1');
}

/** The same numerals in other dress: as on banknotes, in Japan, in old characters. */
const hanForms: Record<string, string> = {
  ...{
    零: '〇',
    '○': '〇',
    '◯': '〇',
    Ｏ: '〇',
    两: '二',
    兩: '二',
    廿: '二十',
    卄: '二十',
    卅: '三十',
    卌: '四十',
    萬: '万',
  },
  ...{ 壹: '一', 壱: '一', 弌: '一', 贰: '二', 貳: '二', 弐: '二', 叁: '三', 參: '三', 参: '三', 叄: '三', 肆: '四' },
  ...{ 伍: '五', 陆: '六', 陸: '六', 柒: '七', 漆: '七', 捌: '八', 玖: '九', 拾: '十', 佰: '百', 仟: '千' },
};
/** The characters of a Chinese numeral, for a class in a pattern. */
export const hanNumeralSigns = `〇一二三四五六七八九十百千万${Object.keys(hanForms).join('')}`;
const hanNumeral = new RegExp(`^[\\d${hanNumeralSigns}]+$`, 'u');

/** A Chinese numeral as plain digits: 五十三, 一〇八, 廿一 and 贰拾 are all read. */
export function fromHan(text: string): string {
  if (/^\d+(?:\.\d+)?$/.test(text)) return text;
  const digits = '〇一二三四五六七八九';
  const units: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };
  let total = 0;
  let pending = 0;
  let isPositional = true;
  const written = [...text].map((character) => hanForms[character] ?? character).join('');
  for (const character of written) {
    const unit = units[character];
    if (unit) {
      total += (pending || 1) * unit;
      pending = 0;
      isPositional = false;
    } else if (character === '万') {
      total = (total + pending || 1) * 10_000;
      pending = 0;
      isPositional = false;
    } else pending = (isPositional ? pending * 10 : 0) + Math.max(0, digits.indexOf(character));
  }
  return String(total + pending);
}

const fractions: Record<string, number> = { '¼': 0.25, '½': 0.5, '¾': 0.75, '⅓': 0.33, '⅔': 0.67 };

/** A printed number in any form: '2½' becomes 2.5, '1-3' stays a span, '12A' keeps its letter. */
export function printedNumber(text: string): string | null {
  const plain = plainDigits(text).trim();
  const parts = /^(\d{0,6})([¼½¾⅓⅔])$/.exec(plain);
  if (parts?.[2]) return canonicalNumber(String(Number(parts[1]) + (fractions[parts[2]] ?? 0)));
  const span = /^(\d{1,6}(?:\.\d{1,3})?)\s*[-–—~～]\s*(\d{1,6}(?:\.\d{1,3})?)$/.exec(plain);
  if (span?.[1] && span[2]) {
    const [from, to] = [canonicalNumber(span[1]), canonicalNumber(span[2])];
    return Number(from) < Number(to) ? `${from}-${to}` : null;
  }
  const lettered = /^(\d{1,6}(?:\.\d{1,3})?)([a-z]{1,3})$/i.exec(plain);
  return lettered?.[1] ? `${canonicalNumber(lettered[1])}${lettered[2]?.toLowerCase()}` : canonicalNumber(plain);
}

/** The value by which printed numbers are sorted: for a span its beginning. */
export function numberValue(printed: string): number {
  return Number.parseFloat(printed);
}

const romanValues: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const strictRoman = /^m{0,3}(?:cm|cd|d?c{0,4})(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})$/i;

/** A Roman numeral from 1 to 3,999; IIII and XXXX in old prints are read too. */
export function fromRoman(text: string): number | null {
  if (text === '' || !strictRoman.test(text)) return null;
  const values = [...text.toLowerCase()].map((letter) => romanValues[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** The ends of ordinals in digits: 1er, 2ème, 3rd, 4th, 1.º, 2ª, 5-я, 3:e, 1ste. */
const ordinalEnd =
  /(?<=^\d{1,4})(?:[.:-]?[ºª°]|[.:-]?(?:ère|ere|er|re|ième|ieme|ème|eme|nde|nd|e|st|rd|th|ste|de|ter|tes|te|й|я|е|ая|ый|ой|ий|а|ше|га)|[.:][ao])$/iu;

/** A printed number in digits of any kind, Chinese, Roman or words as plain digits; null for other text. */
export function readNumeral(text: string): string | null {
  const given = plainNumerals(text.trim());
  const digits = canonicalNumber(given.replace(ordinalEnd, '').normalize('NFKC'));
  if (digits !== null) return digits;
  if (hanNumeral.test(given)) return fromHan(given);
  return String(fromRoman(latinRoman(given)) ?? fromWords(given) ?? fromLetters(given) ?? '') || null;
}

/** Russian prints set Roman numerals in Cyrillic letters of the same form. */
export function latinRoman(text: string): string {
  return /^[IVXLCDMХІСМ]{1,12}$/u.test(text)
    ? text.replace(/[ХІСМ]/gu, (letter) => ({ Х: 'X', І: 'I', С: 'C', М: 'M' })[letter] ?? letter)
    : text;
}
