import { blockElement, findText, rangeOf } from './text-dom.ts';

type Mark = 'found' | 'spoken';

/** Marks words of the text: the words themselves where the browser can, else their block. Null takes the mark away. */
export function mark(name: Mark, words: { block: number; start: number; end: number } | null): void {
  const text = findText();
  text?.querySelector(`[data-${name}]`)?.removeAttribute(`data-${name}`);
  const block = text && words && blockElement(text, words.block);
  const range = block && rangeOf(block, words);
  if ('highlights' in CSS) {
    if (range) CSS.highlights.set(name, new Highlight(range));
    else CSS.highlights.delete(name);
  } else block?.setAttribute(`data-${name}`, '');
}
