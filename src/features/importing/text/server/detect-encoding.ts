import { analyse } from 'chardet';

/** The names that the detector gives, as the platform decodes them: the superset where there is one. */
const doubleByte: Record<string, string> = {
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  Big5: 'big5',
  'EUC-KR': 'euc-kr',
  GB18030: 'gb18030',
};
const otherScripts: Record<string, string> = {
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'ISO-8859-5': 'iso-8859-5',
  'ISO-8859-6': 'iso-8859-6',
  'ISO-8859-7': 'windows-1253',
  'windows-1253': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
};
const otherLatin: Record<string, string> = {
  'ISO-8859-2': 'iso-8859-2',
  'windows-1250': 'windows-1250',
  'ISO-8859-9': 'windows-1254',
  'windows-1254': 'windows-1254',
};

const sampledBytes = 64 * 1024;
/** Of a hundred; the detector is surer than this of any text of two bytes a character that has a few lines. */
const sure = 50;

/** The likely encodings of bytes that are not UTF-8, the likeliest first; those of two bytes a character apart. */
export function guessEncodings(bytes: Uint8Array): {
  doubleByte: string[];
  otherScript: string | null;
  latin: string | null;
} {
  const guesses = analyse(sampleOf(bytes));
  const byTable = (table: Record<string, string>) => guesses.filter(({ name }) => name in table);
  return {
    doubleByte: byTable(doubleByte)
      .filter(({ confidence }) => confidence >= sure)
      .map(({ name }) => doubleByte[name] ?? name),
    otherScript: isOtherScript(bytes) ? (otherScripts[byTable(otherScripts)[0]?.name ?? ''] ?? null) : null,
    latin: otherLatinOf(guesses, bytes),
  };
}

/** An encoding of Latin letters other than the western one, where the detector is surer of it, or signs stand in words. */
function otherLatinOf(guesses: readonly { name: string; confidence: number }[], bytes: Uint8Array): string | null {
  const guess = guesses.find(({ name }) => name in otherLatin);
  const western = guesses.find(({ name }) => name === 'ISO-8859-1' || name === 'windows-1252');
  const isSurer = guess !== undefined && guess.confidence > (western?.confidence ?? 0) * 1.2;
  const isLikely = highBytes(bytes) >= fewestHigh && (isSurer || hasSignsInWords(bytes));
  return guess && isLikely ? (otherLatin[guess.name] ?? null) : null;
}

const fewestHigh = 20;

function highBytes(bytes: Uint8Array): number {
  return sampleOf(bytes).reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0);
}

/** As ISO-8859-1 such a text has signs like ³ and ¶ within its words, where the letters of another table stand. */
function hasSignsInWords(bytes: Uint8Array): boolean {
  const text = Buffer.from(sampleOf(bytes)).toString('latin1');
  const signs = text.match(/[a-z][¢-©¬-¹¼-¾÷×]|[¢-©¬-¹¼-¾÷×][a-z]/g)?.length ?? 0;
  return signs > 5 && signs > (text.match(/[\u0080-\u00ff]/g)?.length ?? 0) * 0.1;
}

/** From the first byte beyond ASCII: a header in English says nothing. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const start = Math.max(
    0,
    bytes.findIndex((byte) => byte >= 0x80),
  );
  return bytes.subarray(start, start + sampledBytes);
}

/** Most letters of a text in Cyrillic, Greek or Hebrew lie beyond ASCII; of a Latin one, few do. */
export function isOtherScript(bytes: Uint8Array): boolean {
  let high = 0;
  let low = 0;
  for (const byte of sampleOf(bytes)) {
    if (byte >= 0xc0) high += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) low += 1;
  }
  return high > 20 && high > low;
}

/** Whether text in a script of its own reads like words: nearly all letters, and no capitals within them. */
export function isPlausibleScript(text: string): boolean {
  const sample = text.slice(0, sampledCharacters);
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const beyond = count(/[^\p{ASCII}\s\p{P}\u0080-\u00bf]/gu);
  const letters = count(/[^\p{ASCII}](?<=[\p{L}\p{M}])/gu);
  return letters >= beyond * 0.95 && count(/\p{Ll}\p{Lu}/gu) <= letters * 0.05;
}

const fewestHan = 200;
const sampledCharacters = 200_000;
/** They make up a third and more of any Chinese text, old or new; among all characters they are less than one in fifty. */
const commonHan = new Set(
  '的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着著下自之年过過发發后後作里裡道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實曰者何此乃又已与與故君王日夫無无見见公相知將将使兵言亦二三十',
);

/** Whether decoded text can be what somebody wrote: Han that is rare at random comes from another encoding. */
export function isPlausible(text: string): boolean {
  const sample = text.slice(0, sampledCharacters);
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const han = sample.match(/\p{Script=Han}/gu) ?? [];
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const hangul = count(/\p{Script=Hangul}/gu);
  if (han.length < fewestHan || kana > han.length * 0.2 || hangul > han.length) return true;
  return han.filter((character) => commonHan.has(character)).length >= han.length * 0.08;
}
