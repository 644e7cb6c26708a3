export interface KeptTexts {
  /** The text of that key in that minute, made where it is not known. */
  get(asked: { minute: number; key: string }, make: () => string): string;
}

/**
 * Keeps the texts of one minute by their keys, up to so many characters in all. The one that was not asked for longest is
 * dropped first. Nobody asks for a text of a minute before.
 */
export function createKeptTexts(mostCharacters = 2_000_000): KeptTexts {
  const texts = new Map<string, string>();
  let characters = 0;
  let keptMinute = 0;

  function drop(key: string, text: string): void {
    texts.delete(key);
    characters -= key.length + text.length;
  }

  return {
    get({ minute, key }, make) {
      if (minute !== keptMinute) {
        texts.clear();
        [keptMinute, characters] = [minute, 0];
      }
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
