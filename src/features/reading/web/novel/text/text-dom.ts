import { firstNotPast, type Spot } from './text-place.ts';

/** The text of the open chapter; there is one on a page. */
export function findText(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-text]');
}

export function blockElement(text: HTMLElement, block: number): HTMLElement | null {
  return text.querySelector<HTMLElement>(`[data-block="${block}"]`);
}

interface Run {
  node: Text;
  /** The number of the block's characters before this run. */
  start: number;
}

/**
 * Whether a node does not count as text: readings above words, the words of notes, and the signs of a formula, which
 * counts by the words that say it.
 */
function isAside(node: Node): boolean {
  return (
    node.nodeName === 'RT' ||
    node.parentNode?.nodeName === 'math' ||
    (node instanceof HTMLElement && node.popover !== null)
  );
}

/** A block's text nodes, counted as `textOf` counts: a break is one character, an aside (see `isAside`) is none. */
function runsOf(block: HTMLElement): { runs: Run[]; length: number } {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    isAside(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const runs: Run[] = [];
  let length = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      runs.push({ node, start: length });
      length += node.length;
    } else if (node.nodeName === 'BR') length += 1;
    // Not by its class: browsers without formulas have none.
    else if (node instanceof Element && node.nodeName === 'math') length += node.getAttribute('alttext')?.length ?? 0;
  }
  return { runs, length };
}

function pointIn(runs: readonly Run[], offset: number): { node: Text; offset: number } | null {
  const run = runs.findLast(({ start }) => start <= offset) ?? runs[0];
  return run ? { node: run.node, offset: Math.min(Math.max(0, offset - run.start), run.node.length) } : null;
}

/** The characters from `start` to `end` of a block; null where it has no letters. */
export function rangeOf(block: HTMLElement, { start, end }: { start: number; end: number }): Range | null {
  const { runs } = runsOf(block);
  const [from, to] = [pointIn(runs, start), pointIn(runs, end)];
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  return range;
}

/** The box of the letter at `offset`; of the block itself where it has no letters. */
export function boxAt(block: HTMLElement, offset: number): DOMRect {
  const { runs, length } = runsOf(block);
  return letterBox(runs, { offset, length }) ?? block.getBoundingClientRect();
}

/** The box of a letter. A space at a line's end has no box: the next letter that has one stands for it. */
function letterBox(runs: readonly Run[], { offset, length }: { offset: number; length: number }): DOMRect | null {
  const range = document.createRange();
  for (let at = offset; at < Math.min(length, offset + 40); at += 1) {
    const point = pointIn(runs, at);
    if (!point || point.offset >= point.node.length) continue;
    range.setStart(point.node, point.offset);
    range.setEnd(point.node, point.offset + 1);
    const [box] = range.getClientRects();
    if (box && box.height > 0) return box;
  }
  return null;
}

/** The first letter, or block without letters, that does not lie before the reader's place; null without any text. */
export function spotAt(text: HTMLElement, isPast: (box: DOMRect) => boolean): Spot | null {
  const chunks = [...text.querySelectorAll<HTMLElement>('[data-chunk]')];
  const past = (elements: readonly HTMLElement[]) => (index: number) => {
    const element = elements[index];
    return element !== undefined && isPast(element.getBoundingClientRect());
  };
  // The search goes by chunks first: blocks in a chunk out of sight are not laid out, and measuring them would do it.
  const chunk = chunks[Math.min(firstNotPast(chunks.length, past(chunks)), chunks.length - 1)];
  if (!chunk) return null;
  const blocks = [...chunk.querySelectorAll<HTMLElement>('[data-block]')];
  const block = blocks[Math.min(firstNotPast(blocks.length, past(blocks)), blocks.length - 1)];
  if (!block) return null;
  const { runs, length } = runsOf(block);
  const offset = firstNotPast(length, (at) => {
    const box = letterBox(runs, { offset: at, length });
    return box !== null && isPast(box);
  });
  return { block: Number(block.dataset.block), offset: Math.min(offset, Math.max(0, length - 1)) };
}

/** The letter under a finger; null where there is none. */
export function spotOfPoint(x: number, y: number): Spot | null {
  const caret = caretAt(x, y);
  const block = caret?.node.parentElement?.closest<HTMLElement>('[data-block]');
  if (!caret || !block) return null;
  const run = runsOf(block).runs.find(({ node }) => node === caret.node);
  return { block: Number(block.dataset.block), offset: (run?.start ?? 0) + (run ? caret.offset : 0) };
}

/** The standard's way, or that of Chrome before 128 and Safari. */
function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  // The types know the standard's way alone.
  const older = document as { caretRangeFromPoint?: (x: number, y: number) => Range | null };
  const range = older.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
