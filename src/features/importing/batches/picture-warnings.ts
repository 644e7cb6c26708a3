import type { ImportWarning, PlanFile } from '../studio-contract.ts';

/** Warnings of single files, by the paths of the files. */
export type FileWarnings = ReadonlyMap<string, readonly ImportWarning[]>;

/** Two facts about a picture; null: not known yet, or its file does not say it. */
export interface PictureFacts {
  width: number | null;
  /** 64 bits as hexadecimal digits. */
  hash: string | null;
}

type Page = PictureFacts & { path: string };

/**
 * The warnings of the pages of a plan, by their paths: a width unlike the chapter's, and a likeness to an earlier page.
 * `files` are in the readers' order.
 */
export function pictureWarnings(
  files: readonly PlanFile[],
  factsOf: (path: string) => PictureFacts | undefined,
): FileWarnings {
  const chapters = new Map<string, Page[]>();
  const editions = new Map<string, Page[]>();
  for (const { path, becomes } of files) {
    const facts = becomes?.as === 'page' ? factsOf(path) : undefined;
    if (!becomes || !facts) continue;
    const page = { ...facts, path };
    add(chapters, JSON.stringify([becomes.book, becomes.chapter, becomes.language]), page);
    add(editions, JSON.stringify([becomes.book, becomes.language]), page);
  }
  const found = new Map<string, ImportWarning[]>();
  const warn = ({ path, warning }: { path: string; warning: ImportWarning }) => add(found, path, warning);
  for (const pages of chapters.values()) mixedWidths(pages).forEach(warn);
  for (const pages of editions.values()) nearDuplicates(pages).forEach(warn);
  return found;
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

type Warned = { path: string; warning: ImportWarning }[];

function mixedWidths(pages: readonly Page[]): Warned {
  const known = pages.flatMap(({ path, width }) => (width === null ? [] : [{ path, width }]));
  const middle = medianOf(known.map(({ width }) => width));
  return known.flatMap(({ path, width }) => {
    // In whole numbers, because 1.1 times a width is not exactly a tenth more.
    const isLike = 10 * Math.abs(width - middle) <= middle;
    const isDouble = 10 * width >= 16 * middle && 10 * width <= 22 * middle;
    if (isLike || isDouble) return [];
    const message = `${width} px wide, where the chapter's pages have ${Math.round(middle)} px`;
    return [{ path, warning: { code: 'mixed_widths' as const, message, with: null } }];
  });
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

const mostBits = 4;
/** One more than the bits that may differ: two hashes that are near are then the same in at least one piece. */
const pieces = mostBits + 1;
const pieceBits = 13n;

type Known = { path: string; high: number; low: number };

/** The pages that look like an earlier one, with the nearest of these. */
function nearDuplicates(pages: readonly Page[]): Warned {
  const warned: Warned = [];
  const same = new Map<string, string>();
  const byPiece = Array.from({ length: pieces }, () => new Map<number, Known[]>());
  for (const { path, hash } of pages) {
    if (hash === null) continue;
    const bits = BigInt(`0x${hash}`);
    const own: Known = { path, high: Number(bits >> 32n), low: Number(bits & 0xffffffffn) };
    const lists = byPiece.map((lists, at) => {
      const piece = Number((bits >> (BigInt(at) * pieceBits)) & ((1n << pieceBits) - 1n));
      const list = lists.get(piece) ?? [];
      lists.set(piece, list);
      return list;
    });
    const like = same.get(hash) ?? nearest(own, lists);
    if (like !== null) warned.push({ path, warning: likenessTo(like) });
    if (same.has(hash)) continue;
    same.set(hash, path);
    for (const list of lists) list.push(own);
  }
  return warned;
}

function nearest(own: Known, lists: readonly (readonly Known[])[]): string | null {
  let found: string | null = null;
  let least = mostBits + 1;
  for (const list of lists)
    for (const { path, high, low } of list) {
      const bits = bitsOf(own.high ^ high) + bitsOf(own.low ^ low);
      if (bits >= least) continue;
      least = bits;
      found = path;
    }
  return found;
}

/** The bits that are set in 32. */
function bitsOf(value: number): number {
  let bits = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

function likenessTo(path: string): ImportWarning {
  return { code: 'near_duplicate', message: `looks like ${path}`, with: path };
}
