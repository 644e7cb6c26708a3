export interface KeptTexts {
  get(key: string, make: () => string): string;
}

/** Keeps texts by their keys up to so many characters in all; the one that was not asked for longest is dropped first. */
export function createKeptTexts(mostCharacters = 2_000_000): KeptTexts {
  const texts = new Map<string, string>();
  let characters = 0;

  function drop(key: string, text: string): void {
    texts.delete(key);
    characters -= key.length + text.length;
  }

  return {
    get(key, make) {
      const known = texts.get(key);
      // A text that was put together piece by piece would keep all its pieces.
      const text = known ?? Buffer.from(make()).toString();
      if (known !== undefined)
        texts.delete(key); // moves it to the end
      else characters += key.length + text.length;
      texts.set(key, text);
      for (const [oldKey, oldText] of texts) {
        if (characters <= mostCharacters) break;
        drop(oldKey, oldText);
      }
      return text;
    },
  };
}
