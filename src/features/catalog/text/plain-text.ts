import type { StoredBlock, TextInline } from './blocks.ts';

/** A text as a plain file: readings in brackets behind their words, notes at the end. */
export function writePlainText(blocks: readonly StoredBlock[]): string {
  const notes: string[] = [];
  const parts = blocks.flatMap((block) => {
    if (block.type === 'hr') return ['* * *'];
    if (block.type === 'img') return block.alt === '' ? [] : [`[${block.alt}]`];
    return [block.inlines.map((inline) => wordsOf(inline, notes)).join('')];
  });
  return [...parts, ...notes].map((part) => `${part}\n`).join('\n');
}

function wordsOf(inline: TextInline, notes: string[]): string {
  switch (inline.type) {
    case 'br':
      return '\n';
    case 'ruby':
      return `${inline.base}(${inline.text})`;
    case 'note':
      if (inline.note !== '') notes.push(`[${inline.text}] ${inline.note}`);
      return `[${inline.text}]`;
    default:
      return inline.text;
  }
}
