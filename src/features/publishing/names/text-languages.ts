import type { Language } from '../../../shared/languages.ts';
import { nearestEdition } from '../../../shared/text-language.ts';
import { codeAtEnd, languageNamed } from './names.ts';

/** The language of a text: the edition that it goes to, and its own tag where the site does not have the language. */
export type TextLanguage = { edition: Language; tag: string | null };

const codes =
  'bg bn ca cs da de el et fa fi ga gl he hi hr hu id is it ja ka ko lt lv ms nb nl nn no pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi'.split(
    ' ',
  );
const known = new Set(codes);
/** Codes of countries that stand for their language. */
const countries = new Map([
  ['jp', 'ja'],
  ['kr', 'ko'],
]);
const noLanguages = new Set(['und', 'mul', 'mis', 'zxx', 'root']);

/** The language that a folder is named after: 'zh', 'de', 'pt-BR', 'ja_JP'; null for any other name. */
export function languageOfFolder(name: string): TextLanguage | null {
  const edition = languageNamed(name);
  if (edition) return { edition, tag: null };
  const [code = '', ...rest] = name.trim().toLowerCase().replaceAll('_', '-').split('-');
  const language = countries.get(code) ?? code;
  if (!known.has(language) || !rest.every((part) => /^[a-z]{2}$/.test(part))) return null;
  return ofTag([language, ...rest].join('-'));
}

/** The language at the end of a name: 'The storm (fr)', 'Kokoro (ja)', or of a slug 'the-storm-fr'. */
export function languageAtEnd(name: string): TextLanguage | null {
  const code = codeAtEnd(name);
  return code === null ? null : languageOfFolder(code);
}

/** The language that metadata name, by any code or by its name: 'heb', 'pt-BR', 'Japanese', '日本語'. */
export function languageTold(text: string): TextLanguage | null {
  const folder = languageOfFolder(text);
  if (folder) return folder;
  const given = text.normalize('NFC').trim();
  return ofTag(namedCodes().get(given.toLowerCase()) ?? given.replaceAll('_', '-'));
}

function ofTag(given: string): TextLanguage | null {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(given)) return null;
  const [tag] = canonical(given);
  if (tag === undefined) return null;
  const { language } = new Intl.Locale(tag);
  if (!language || noLanguages.has(language)) return null; // older engines know no language of 'und'
  const isKnown = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(language) !== undefined;
  if (!isKnown) return null;
  const own = languageNamed(language);
  return own ? { edition: own, tag: null } : { edition: nearestEdition(tag), tag };
}

function canonical(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return []; // no tag at all: the built-in says so only by throwing
  }
}

let byName: ReadonlyMap<string, string> | null = null;

/** The codes by the languages' English names and their own. */
function namedCodes(): ReadonlyMap<string, string> {
  byName ??= new Map(
    codes.flatMap((code) =>
      ['en', code].flatMap((reader): [string, string][] => {
        const name = new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' }).of(code);
        return name === undefined ? [] : [[name.toLowerCase(), code]];
      }),
    ),
  );
  return byName;
}

type WrittenAs = { tag: string | null; letters: RegExp; weight: number };

/** A Han character is about one word, a letter a fifth of a word. */
const word = 5;
const scripts: WrittenAs[] = [
  { tag: 'zh', letters: /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/gu, weight: word },
  { tag: 'ko', letters: /\p{Script=Hangul}/gu, weight: 2 },
  { tag: 'ar', letters: /\p{Script=Arabic}/gu, weight: 1 },
  { tag: 'he', letters: /\p{Script=Hebrew}/gu, weight: 1 },
  { tag: 'syr', letters: /\p{Script=Syriac}/gu, weight: 1 },
  { tag: 'ru', letters: /\p{Script=Cyrillic}/gu, weight: 1 },
  { tag: 'el', letters: /\p{Script=Greek}/gu, weight: 1 },
  { tag: 'hi', letters: /\p{Script=Devanagari}/gu, weight: 1 },
  { tag: 'th', letters: /\p{Script=Thai}/gu, weight: 1 },
];
const latin = /\p{Script=Latin}/gu;
/** Of Japanese words about half are kana; a Chinese text may print a の. */
const fewKana = 0.1;
/** Of Arabic letters: a Persian or Urdu text has several in a hundred that Arabic lacks. */
const fewOthers = 0.01;

/** The language that a text's script shows; null for Latin letters, which many languages write. */
export function languageOfScript(text: string): TextLanguage | null {
  let best: { tag: string | null; weight: number } = { tag: null, weight: count(text, latin) };
  for (const { tag, letters, weight } of scripts) {
    const found = count(text, letters) * weight;
    if (found > best.weight || (tag === 'zh' && found > 0 && found === best.weight)) best = { tag, weight: found };
  }
  if (best.tag === 'zh') return languageOfFolder(isJapanese(text) ? 'ja' : 'zh');
  if (best.tag === 'ar') return languageOfFolder(arabicLetters(text));
  return best.tag === null ? null : ofTag(best.tag);
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}

function isJapanese(text: string): boolean {
  const kana = count(text, /\p{Script=Hiragana}|\p{Script=Katakana}/gu);
  return kana > 0 && kana >= fewKana * (kana + count(text, /\p{Script=Han}/gu));
}

function arabicLetters(text: string): 'ar' | 'fa' | 'ur' {
  const few = Math.max(1, count(text, /\p{Script=Arabic}/gu) * fewOthers);
  if (count(text, /[ٹڈڑںے]/gu) >= few) return 'ur';
  return count(text, /[پچژگ]/gu) >= few ? 'fa' : 'ar';
}
