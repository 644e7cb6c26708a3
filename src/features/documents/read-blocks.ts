import { isSafeLink } from '../../shared/site-settings.ts';
import type { StoredBlock } from '../catalog/text/blocks.ts';
import { readMarkdown } from '../catalog/text/read-markdown.ts';
import type { DocumentBlock, DocumentInline } from './contract.ts';

const page = {
  mayLink: isSafeLink,
  /** Pictures of this site alone: a picture of another one would tell it who reads here. */
  mayShow: (address: string) => /^\/(?!\/)/.test(address) && isSafeLink(address),
};
const known = { images: new Set<string>(), formulas: new Map(), page };

/** Reads the Markdown of a page: no markup, links that are safe, pictures of the site. The time grows with the length. */
export function readBlocks(markdown: string): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  for (const block of readMarkdown(markdown, known)) {
    const last = blocks.at(-1);
    if (block.type === 'img') blocks.push({ type: 'img', src: block.imageId, alt: block.alt });
    else if (block.type === 'hr') blocks.push(block);
    else if (!block.item) blocks.push({ type: block.type, inlines: inlinesOf(block) });
    else if (last?.type === block.item && last.depth === (block.indent ?? 0)) last.items.push(inlinesOf(block));
    else blocks.push({ type: block.item, depth: block.indent ?? 0, items: [inlinesOf(block)] });
  }
  return blocks;
}

/** Readings, notes and formulas are for novels: of them the words stay. */
function inlinesOf({ inlines }: Extract<StoredBlock, { inlines: unknown }>): DocumentInline[] {
  return inlines.map((inline) => {
    if (inline.type === 'text' || inline.type === 'br') return inline;
    return { type: 'text', text: inline.type === 'ruby' ? inline.base : inline.text };
  });
}
