import type { Block } from './contract.ts';

/** A block as it is stored or as it is sent: pictures differ, and have no words. */
type Worded = Exclude<Block, { type: 'img' }> | { type: 'img' };

/** A block's words as they are counted, searched and read aloud: without readings above them, a line break as one. */
export function textOf(block: Worded): string {
  if (block.type === 'hr' || block.type === 'img') return '';
  return block.inlines
    .map((inline) => {
      if (inline.type === 'br') return '\n';
      return inline.type === 'ruby' ? inline.base : inline.text;
    })
    .join('');
}
