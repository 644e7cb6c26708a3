import { findLanguage, type TextLanguage } from './text-languages.ts';

/** Languages by their scripts, with what one of their letters is worth in Latin letters. */
const byScript: readonly [RegExp, string, number][] = [
  [/\p{Script=Han}|[\u3041-\u30fa\u30fc-\u30ff]/gu, 'zh', 5],
  [/\p{Script=Hangul}/gu, 'ko', 3],
  [/\p{Script=Arabic}/gu, 'ar', 1],
  [/\p{Script=Hebrew}/gu, 'he', 1],
  [/\p{Script=Cyrillic}/gu, 'ru', 1],
  [/\p{Script=Greek}/gu, 'el', 1],
  [/\p{Script=Devanagari}/gu, 'hi', 1],
  [/\p{Script=Thai}/gu, 'th', 1],
  [/\p{Script=Armenian}/gu, 'hy', 1],
  [/\p{Script=Georgian}/gu, 'ka', 1],
  [/\p{Script=Bengali}/gu, 'bn', 1],
  [/\p{Script=Gujarati}/gu, 'gu', 1],
  [/\p{Script=Gurmukhi}/gu, 'pa', 1],
  [/\p{Script=Tamil}/gu, 'ta', 1],
  [/\p{Script=Telugu}/gu, 'te', 1],
  [/\p{Script=Kannada}/gu, 'kn', 1],
  [/\p{Script=Malayalam}/gu, 'ml', 1],
  [/\p{Script=Sinhala}/gu, 'si', 1],
  [/\p{Script=Lao}/gu, 'lo', 1],
  [/\p{Script=Khmer}/gu, 'km', 1],
  [/\p{Script=Myanmar}/gu, 'my', 1],
  [/\p{Script=Tibetan}/gu, 'bo', 1],
  [/\p{Script=Ethiopic}/gu, 'am', 1],
  [/\p{Script=Syriac}/gu, 'syr', 1],
  [/\p{Script=Thaana}/gu, 'dv', 1],
];

/**
 * Languages that share a script: the letters that only they write, and how many of a hundred letters these are at
 * least.
 */
const byLetters: Record<string, readonly [string, RegExp, number][]> = {
  zh: [
    ['ja', /[\u3041-\u30fa\u30fc-\u30ff]/gu, 10],
    // Traditional letters that hardly any text does without.
    ['zh-Hant', /[這個們來說時國對學會爲為與見開過還話聽讀書東車門問頭點樣麼無萬長當]/gu, 4],
  ],
  ar: [
    ['ur', /[ٹڈڑںےھ]/gu, 2],
    ['ckb', /[ەۆێڕڵ]/gu, 5],
    ['ps', /[ښځڅټډړږڼۍ]/gu, 1],
    ['fa', /[پچژگکی]/gu, 2],
  ],
  he: [['yi', /[װױײ]|[אפ][\u05b7\u05b8\u05bf]/gu, 2]],
  ru: [
    ['be', /[ўЎ]/gu, 0.5],
    ['uk', /[їєґЇЄҐ]/gu, 0.5],
    ['sr', /[ђћљњџјЂЋЉЊЏЈ]/gu, 1],
    ['kk', /[әғқңұһӘҒҚҢҰҺ]/gu, 1],
  ],
};

/** The language that the script of a text, or the letters in it, show; null for Latin letters, or none. */
export function languageOfScript(text: string): TextLanguage | null {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const [most] = byScript
    .map(([letters, code, worth]) => ({ code, count: text.match(letters)?.length ?? 0, worth }))
    .sort((a, b) => b.count * b.worth - a.count * a.worth);
  if (!most || most.count === 0 || most.count * most.worth < latin) return null;
  // A single Japanese letter may stand in a Chinese title, and a Persian one in an Arabic name.
  const fewest = most.code === 'zh' || most.code === 'ar' ? 2 : 1;
  const own = byLetters[most.code]?.find(([, letters, atLeast]) => {
    const count = text.match(letters)?.length ?? 0;
    return count >= fewest && count * 100 >= atLeast * most.count;
  });
  const code = own?.[0] ?? (most.code === 'ru' && isBulgarian(text) ? 'bg' : most.code);
  return findLanguage(code);
}

/** Bulgarian has no ы, э and ё, which every page of Russian has, and many a ъ. */
function isBulgarian(text: string): boolean {
  return !/[ыэё]/i.test(text) && (text.match(/ъ/gi)?.length ?? 0) > text.length / 200;
}

/** The commonest small words, which a text of some pages cannot do without. */
const smallWords: Record<string, string> = {
  en: 'the and of to in that was his with he for it is',
  fr: 'le la les de des et un une que qui dans il pas ne au du est',
  es: 'el la los las de y que en un una se no con por su para',
  pt: 'o a os as de e que não um uma do da em com para se',
  it: 'il la di che e non è un una per con si del della gli',
  de: 'der die das und ist nicht ein eine zu den mit sich von er es ich',
  nl: 'de het een en van ik niet dat is te op zijn met voor hij',
  sv: 'och att det som en på är jag inte han med för den av',
  da: 'og at det som en på er jeg ikke han med for den af til',
  nb: 'og å det som en på er jeg ikke han med for den av til',
  fi: 'ja on ei se oli hän että niin kun mutta kuin minä joka',
  et: 'ja on ei see oli ta et nii kui aga mis ma ning',
  pl: 'i w nie się na że z do to jest jak ale było',
  cs: 'a se v na je že to s z do jsem ale byl jako',
  hr: 'i je u da se na ne što su za kao sam ali nije',
  hu: 'a az és hogy nem egy is volt de meg csak ha már',
  ro: 'și în nu de la cu că pe un o să din este ca',
  tr: 've bir bu da de için ne o gibi çok ile ama daha',
  la: 'et in est non ad cum ut quod qui sed ex ab si',
  ca: 'el la i de que en un una els les amb no per es',
  eo: 'la kaj de en ne estas li mi ke al kun por',
  vi: 'và của là không một có cho người được trong với',
  id: 'yang dan di tidak itu dengan untuk ini dari dia ke',
};
const wordLists = Object.entries(smallWords).map(([code, words]) => [code, new Set(words.split(' '))] as const);

const fewestWords = 60;
/** At least this share of a text's words must be small words of its language, and more than of any other. */
const leastShare = 0.12;
const lead = 1.15;
/** These languages differ by a letter or two, and are typeset alike: a confusion does no harm. */
const alike = new Set(['da', 'nb']);

/** The language of a text in Latin letters by its small words; null where it is too short to say. */
function languageOfWords(text: string): TextLanguage | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < fewestWords) return null;
  const shares = wordLists.map(([code, list]) => ({
    code,
    share: words.filter((word) => list.has(word)).length / words.length,
  }));
  const [best, second] = shares.sort((a, b) => b.share - a.share);
  if (!best || !second || best.share < leastShare) return null;
  const isClear = best.share >= second.share * lead || (alike.has(best.code) && alike.has(second.code));
  return isClear ? findLanguage(best.code) : null;
}

/** The language that a text itself shows; null where it shows none. */
export function languageOfText(text: string): TextLanguage | null {
  return languageOfScript(text) ?? languageOfWords(text);
}
