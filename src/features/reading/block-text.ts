import type { Block } from './contract.ts';

/** A block as it is stored or as it is sent. Only pictures differ between the two, and pictures have no words. */
type Worded = Exclude<Block, { type: 'img' }> | { type: 'img' };

/**
 * The text of a block for counting, searching and reading aloud: without readings above words; a line break is one
 * character.
 */
export function textOf(block: Worded): string {
  if (block.type === 'hr' || block.type === 'img') return '';
  return block.inlines
    .map((inline) => {
      if (inline.type === 'br') return '\n';
      return inline.type === 'ruby' ? inline.base : inline.text;
    })
    .join('');
}
