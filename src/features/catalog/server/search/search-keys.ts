import { createHash } from 'node:crypto';

/**
 * One key finds a word of up to so many characters; for a longer word several keys do, and the text is then checked.
 */
const longestKey = 3;

/**
 * The search keys of a book: each run of one, two and three characters of its folded text, and its tags. They are one
 * text, because that takes half the space of a list; a space separates two keys and is in none.
 */
export function searchKeys(book: { text: string; tags: readonly string[] }): string {
  const keys = new Set(book.tags.map(tagKey));
  for (const run of book.text.split(' ')) {
    const characters = [...run];
    for (let at = 0; at < characters.length; at += 1) {
      let key = '';
      for (const character of characters.slice(at, at + longestKey)) {
        key += character;
        keys.add(key);
      }
    }
  }
  return [...keys].join(' ');
}

/** The keys that every matching book has, and the words that must also be looked for in the text. */
export interface SearchKeys {
  keys: string[];
  unproven: string[];
}

/** The keys to look for, given folded words and a tag. */
export function keysToFind(wanted: { words: readonly string[]; tag: string | null }): SearchKeys {
  const keys = new Set(wanted.words.flatMap(keysOfWord));
  if (wanted.tag !== null) keys.add(tagKey(wanted.tag));
  return { keys: [...keys], unproven: wanted.words.filter((word) => !isProven(word)) };
}

function isProven(word: string): boolean {
  return [...word].length <= longestKey && !/\s/.test(word);
}

/** The longest keys of a word: a longer key contains each shorter one. */
function keysOfWord(word: string): string[] {
  return word.split(/\s+/).flatMap((run) => {
    const characters = [...run];
    if (characters.length <= longestKey) return run === '' ? [] : [run];
    return characters.slice(longestKey - 1).map((_, at) => characters.slice(at, at + longestKey).join(''));
  });
}

/** The key of a tag. Tags may have spaces and any length, so their keys are hashes, which are longer than all other keys. */
export function tagKey(tag: string): string {
  return `tag:${createHash('md5').update(tag).digest('hex')}`;
}

/** The longest beginning of a word that a key stands for. */
const longestPrefix = 5;

/** Whether the words of a script are not told apart, so that any character may begin one. */
export function isIdeographic(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);
}

/** The keys of all that may be typed for the beginning of a word in a name: titles have one sign, authors another. */
export function namePrefixes(word: string, sign: '^' | '@'): string[] {
  const characters = [...word];
  return isIdeographic(word)
    ? characters.flatMap((character, at) => [sign + character, ...pairAt(characters, at, sign)])
    : characters.slice(0, longestPrefix).map((_, at) => sign + characters.slice(0, at + 1).join(''));
}

/** The keys that a name has in which a word begins so. */
export function keysOfPrefix(typed: string, sign: '^' | '@'): string[] {
  const characters = [...typed];
  if (!isIdeographic(typed)) return [sign + characters.slice(0, longestPrefix).join('')];
  return characters.length === 1 ? [sign + typed] : characters.flatMap((_, at) => pairAt(characters, at, sign));
}

function pairAt(characters: readonly string[], at: number, sign: string): string[] {
  return at + 1 < characters.length ? [sign + characters.slice(at, at + 2).join('')] : [];
}
