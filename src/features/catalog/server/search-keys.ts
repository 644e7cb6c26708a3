import { createHash } from 'node:crypto';

/** A word of up to so many characters is found by one key; a longer one by several, and then looked at. */
const longestKey = 3;

/**
 * What a book is found by: each run of one, two and three characters of its folded text, and its tags. As one text, for
 * that takes half the room of a list; a space stands between two keys and in none.
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

/** The keys that a book must have to match, and the words that they alone do not prove. */
export interface SearchKeys {
  keys: string[];
  unproven: string[];
}

/** What to look for, given folded words and a tag. */
export function keysToFind(wanted: { words: readonly string[]; tag: string | null }): SearchKeys {
  const keys = new Set(wanted.words.flatMap(keysOfWord));
  if (wanted.tag !== null) keys.add(tagKey(wanted.tag));
  return { keys: [...keys], unproven: wanted.words.filter((word) => !isProven(word)) };
}

function isProven(word: string): boolean {
  return [...word].length <= longestKey && !/\s/.test(word);
}

/** The longest keys of a word: of each shorter one there is a longer that holds it. */
function keysOfWord(word: string): string[] {
  return word.split(/\s+/).flatMap((run) => {
    const characters = [...run];
    if (characters.length <= longestKey) return run === '' ? [] : [run];
    return characters.slice(longestKey - 1).map((_, at) => characters.slice(at, at + longestKey).join(''));
  });
}

/** Tags have spaces and any length; theirs are longer than all other keys. */
function tagKey(tag: string): string {
  return `tag:${createHash('md5').update(tag).digest('hex')}`;
}
