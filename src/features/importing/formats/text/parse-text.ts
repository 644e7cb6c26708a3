import { cutDescription } from '../../../../shared/text.ts';
import { readHeading } from '../../names/headings.ts';
import { type HtmlBlock, mostBlocks, tooLong } from '../../text/block-writer.ts';
import { gutenbergRange } from '../../text/gutenberg.ts';
import { readHtml } from '../../text/html.ts';
import { addressFault } from '../../text/html-words.ts';
import { readSavedPage, SavedPageFilter } from '../html/saved-page.ts';
import { frontMatterTitle, parseMarkdown } from '../markdown/markdown.ts';
import { parsePlainText } from '../txt/txt.ts';

const mostLines = 1_000_000;

/** The reason why a text is refused before it is read, or null: as lines it would take more memory than there is. */
export function textFault(text: string): string | null {
  let lines = 0;
  for (const _end of text.matchAll(/\r\n|[\n\r]/g)) {
    lines += 1;
    if (lines > mostLines) return 'the text has over a million lines';
  }
  return null;
}

/** For one chapter. */
export const maxTextBytes = 20 * 1024 * 1024;
/** For one book in a single text: the longest web novels have over ten million Chinese characters. */
export const maxBookTextBytes = 64 * 1024 * 1024;

export type ParsedText = {
  /** A picture in these blocks is still an address. */
  blocks: HtmlBlock[];
  /** The words of the first block, where it is a heading. */
  heading: string | null;
  /** The text's name for itself: the title in its front matter, else its heading. */
  title: string | null;
  /** The `<title>` of an HTML document. */
  documentTitle?: string;
  faults: { name: string; cause: string }[];
};

/** A chapter's text as blocks, with its own title. */
export function parseText(name: string, text: string): ParsedText {
  const { blocks: all, faults, documentTitle } = blocksOf(name, text);
  const { from, to } = gutenbergRange(all.map(plainText));
  const blocks = all.slice(from, to);
  const first = blocks[0];
  const words = first && 'inlines' in first ? plainText(first) : '';
  const isHeading =
    first !== undefined && (/^h[2-4]$/.test(first.type) || (/\.txt$/i.test(name) && readHeading(words)));
  const heading = isHeading ? words : null;
  return {
    blocks,
    heading,
    title: (/\.(?:md|markdown)$/i.test(name) && frontMatterTitle(text)) || heading,
    faults,
    ...(documentTitle ? { documentTitle } : {}),
  };
}

type Blocks = Pick<ParsedText, 'blocks' | 'faults' | 'documentTitle'>;

function blocksOf(name: string, text: string): Blocks {
  if (/\.txt$/i.test(name)) {
    const lines = parsePlainText(text);
    return { blocks: lines.slice(0, mostBlocks), faults: lines.length > mostBlocks ? [tooLong] : [] };
  }
  if (/\.x?html?$/i.test(name)) {
    const page = readSavedPage(text);
    const { blocks, faults, title } = readHtml(text, {
      isXml: /\.xhtml$/i.test(name),
      hasPictures: true,
      ...(page && { heading: page.heading, filter: (reader) => new SavedPageFilter(page, reader) }),
    });
    return { blocks, faults, documentTitle: page?.title ?? title };
  }
  const { blocks: all, isFull } = parseMarkdown(text);
  const faults: ParsedText['faults'] = isFull ? [tooLong] : [];
  const blocks = all.filter((block) => {
    const cause = block.type === 'img' ? addressFault(block.src) : null;
    if (block.type === 'img' && cause) faults.push({ name: cutDescription(block.src, 100), cause });
    return cause === null;
  });
  return { blocks, faults };
}

export function plainText(block: HtmlBlock | { type: 'img' }): string {
  if (!('inlines' in block)) return '';
  return block.inlines
    .map((inline) => (inline.type === 'br' ? ' ' : inline.type === 'ruby' ? inline.base : inline.text))
    .join('')
    .trim();
}
