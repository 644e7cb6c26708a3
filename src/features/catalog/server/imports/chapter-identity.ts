import { createHash } from 'node:crypto';
import type { ImportedBook, ImportedChapter, ImportedPage, StoredBlock } from './imported.ts';
import { findKnownKeys, nameOfKey } from './known-keys.ts';
import {
  blocksOf,
  type ChapterEditionRow,
  type ChapterRow,
  type Contents,
  type Current,
  type PageRow,
  pagesOf,
  type SourceOf,
} from './queries.ts';

/** Which published chapters the given ones are. */
export interface Recognised {
  /** The given chapters without those that have left the book for another one: an import does not bring them again. */
  given: ImportedChapter[];
  /** The published chapters, in their former order, by the keys that they will have. */
  byKey: Map<string, ChapterRow>;
  knownByContent: number;
}

/** Finds out which published chapters the given ones are, by their content, their numbers and their names. */
export function recogniseChapters(
  { chapters }: ImportedBook,
  facts: { current: Current; sourceOf: SourceOf },
): Recognised {
  const given = withoutLeft(chapters, facts);
  return { given, ...underTheirKeys(given, facts.current, facts.sourceOf) };
}

function withoutLeft(
  chapters: ImportedChapter[],
  { current, sourceOf }: { current: Current; sourceOf: SourceOf },
): ImportedChapter[] {
  const { left } = current;
  if (left.chapters.length === 0) return chapters;
  const used = new Set(current.chapters.map((row) => row.source_key));
  const leftKeys = new Map(left.chapters.map(({ id, source_key: key }) => [id, freshKey(key, used)]));
  const recognised = pairChapters(identifiedGiven(chapters, sourceOf), [
    ...identifiedKnown(current.chapters, current, sourceOf),
    ...identifiedKnown(
      left.chapters.map(({ id }) => ({ id, source_key: leftKeys.get(id) ?? id })),
      left,
      sourceOf,
    ),
  ]);
  const isLeft = new Set(leftKeys.values());
  return chapters.filter(({ sourceKey }) => !isLeft.has(recognised.get(sourceKey)?.knownKey ?? ''));
}

function identifiedGiven(chapters: readonly ImportedChapter[], sourceOf: SourceOf): Identified[] {
  return chapters.map((chapter) => ({
    key: chapter.sourceKey,
    sums: sumsOfGiven(chapter, sourceOf),
    isUnread: chapter.editions.every((edition) => edition.isUnread),
  }));
}

function identifiedKnown(
  chapters: readonly Pick<ChapterRow, 'id' | 'source_key'>[],
  { chapterEditions, pages }: Contents,
  sourceOf: SourceOf,
): Identified[] {
  const editionsOf = new Map<string, { row: ChapterEditionRow; pages: PageRow[] }[]>();
  for (const [key, row] of chapterEditions) {
    const edition = { row, pages: pages.get(key) ?? [] };
    editionsOf.set(row.chapter_id, [...(editionsOf.get(row.chapter_id) ?? []), edition]);
  }
  return chapters.map(({ id, source_key: key }) => ({
    key,
    sums: sumsOfPublished(editionsOf.get(id) ?? [], sourceOf),
  }));
}

function underTheirKeys(
  chapters: readonly ImportedChapter[],
  current: Current,
  sourceOf: SourceOf,
): Pick<Recognised, 'byKey' | 'knownByContent'> {
  const recognised = pairChapters(
    identifiedGiven(chapters, sourceOf),
    identifiedKnown(current.chapters, current, sourceOf),
  );
  const keyNow = new Map([...recognised].map(([given, { knownKey }]) => [knownKey, given]));
  const used = new Set([
    ...chapters.map(({ sourceKey }) => sourceKey),
    ...current.chapters.map((row) => row.source_key),
  ]);
  const isGiven = new Set(chapters.map(({ sourceKey }) => sourceKey));
  const byKey = new Map<string, ChapterRow>();
  for (const row of current.chapters) {
    const key = keyNow.get(row.source_key);
    // The chapter is not among the files and stays; another chapter has taken its number and name, so it needs a new
    // key.
    const own = isGiven.has(row.source_key) ? freshKey(row.source_key, used) : row.source_key;
    byKey.set(key ?? own, row);
  }
  return { byKey, knownByContent: [...recognised.values()].filter(({ by }) => by === 'content').length };
}

function freshKey(wanted: string, used: Set<string>): string {
  let key = wanted;
  for (let count = 2; used.has(key); count += 1) key = `${wanted} ${count}`;
  used.add(key);
  return key;
}

/**
 * The content of a chapter as sums: the source of each picture and the words of each paragraph, with a weight. A picture
 * weighs 1 in a comic; a paragraph weighs its characters.
 */
type Sums = ReadonlyMap<string, number>;

type Identified = { key: string; sums: Sums; isUnread?: boolean };

/** The published chapter that a given one is, and what showed it. */
type Recognition = { knownKey: string; by: 'content' | 'key' };

/** Two chapters are the same where they share at least this much of the larger one's weight. */
const sameShare = 0.5;
/** Two chapters of one number and different names are the same where they share at least this much. */
const likeShare = 0.25;

/**
 * Finds the published chapter for each given one: by its content first, then by its number and name
 * (spec: importing.md#import). A file that was renumbered thus keeps its readers' places and likes.
 */
function pairChapters(given: readonly Identified[], known: readonly Identified[]): Map<string, Recognition> {
  const found = new Map<string, Recognition>();
  const open = new Map(known.map((chapter) => [chapter.key, chapter]));
  const take = (key: string, knownKey: string, by: Recognition['by']) => {
    found.set(key, { knownKey, by });
    open.delete(knownKey);
  };
  for (const chapter of given) {
    const before = open.get(chapter.key);
    if (before && chapter.sums.size > 0 && isEqual(chapter.sums, before.sums)) take(chapter.key, before.key, 'content');
  }
  const isLeft = ({ key }: Identified) => !found.has(key);
  if (open.size === 0 || !given.some(isLeft)) return found;
  // A page of credits or a line of stars stands in many chapters and tells none of them apart.
  const isCommon = sumsOfSeveral(given, known);
  const telling = (chapters: Iterable<Identified>) => [...chapters].map((chapter) => tellingSums(chapter, isCommon));
  const pairs = pairsByContent(telling(given.filter(isLeft)), telling(open.values()));
  for (const { key, knownKey } of pairs) if (!found.has(key) && open.has(knownKey)) take(key, knownKey, 'content');
  for (const pair of pairsOfEquals(given.filter(isLeft), [...open.values()])) take(pair.key, pair.knownKey, 'content');
  // Readable chapters take their keys first, so that a damaged copy never gets the key of the good one.
  const byReadable = telling(given.filter(isLeft)).sort(
    (a, b) => Number(a.isUnread ?? false) - Number(b.isUnread ?? false),
  );
  const left = new Map(byReadable.map((chapter) => [chapter.key, chapter.sums]));
  const former = new Map(telling(open.values()).map((chapter) => [chapter.key, chapter.sums]));
  // The same number is not enough: with another name and hardly any content in common it is another chapter.
  const mayBe = (key: string, knownKey: string) => isLikeEnough(left.get(key), former.get(knownKey));
  for (const [key, knownKey] of findKnownKeys([...left.keys()], [...open.keys()], mayBe)) take(key, knownKey, 'key');
  return found;
}

function tellingSums(chapter: Identified, isCommon: (sum: string) => boolean): Identified {
  return { ...chapter, sums: new Map([...chapter.sums].filter(([sum]) => !isCommon(sum))) };
}

/** Whether two chapters of one number may be the same under another name; without content nobody can tell. */
function isLikeEnough(a: Sums = new Map(), b: Sums = new Map()): boolean {
  if (a.size === 0 || b.size === 0) return true;
  const common = [...a].reduce((sum, [key, weight]) => (b.has(key) ? sum + weight : sum), 0);
  return common >= likeShare * Math.max(weightOf(a), weightOf(b));
}

function weightOf(sums: Sums): number {
  return [...sums.values()].reduce((sum, weight) => sum + weight, 0);
}

function isEqual(a: Sums, b: Sums): boolean {
  if (a.size !== b.size) return false;
  for (const sum of a.keys()) if (!b.has(sum)) return false;
  return true;
}

type Pair = { key: string; knownKey: string; share: number; order: number };

/**
 * The pairs that share enough content, the most alike first; of equal ones those with the same key, then the nearest
 * places.
 */
function pairsByContent(given: readonly Identified[], known: readonly Identified[]): Pair[] {
  const holders = new Map<string, number>();
  for (const [at, { sums }] of known.entries()) for (const sum of sums.keys()) holders.set(sum, at);
  const weights = known.map(({ sums }) => weightOf(sums));
  const pairs = given.flatMap((chapter, order): Pair[] => {
    const shared = new Map<number, number>();
    for (const [sum, weight] of chapter.sums) {
      const at = holders.get(sum);
      if (at !== undefined) shared.set(at, (shared.get(at) ?? 0) + weight);
    }
    const whole = weightOf(chapter.sums);
    return [...shared].flatMap(([at, common]) => {
      const share = common / Math.max(whole, weights[at] ?? 0);
      const knownKey = known[at]?.key ?? '';
      return share >= sameShare ? [{ key: chapter.key, knownKey, share, order: Math.abs(order - at) }] : [];
    });
  });
  const rank = (pair: Pair) => (pair.key === pair.knownKey ? 0 : 1);
  return pairs.sort((a, b) => b.share - a.share || rank(a) - rank(b) || a.order - b.order);
}

/**
 * Pairs chapters with exactly the same content, e.g. a notice that was sent twice: first those with the same name, then
 * in order.
 */
function pairsOfEquals(given: readonly Identified[], known: readonly Identified[]): Pick<Pair, 'key' | 'knownKey'>[] {
  const waiting = new Map<string, string[]>();
  for (const { key, sums } of known)
    if (sums.size > 0) waiting.set(contentOf(sums), [...(waiting.get(contentOf(sums)) ?? []), key]);
  const pairs: Pick<Pair, 'key' | 'knownKey'>[] = [];
  const paired = new Set<string>();
  for (const isSame of [(a: string, b: string) => nameOfKey(a) === nameOfKey(b), () => true])
    for (const { key, sums } of given) {
      const candidates = paired.has(key) ? [] : (waiting.get(contentOf(sums)) ?? []);
      const at = candidates.findIndex((knownKey) => isSame(key, knownKey));
      const [knownKey] = at < 0 ? [] : candidates.splice(at, 1);
      if (knownKey === undefined) continue;
      pairs.push({ key, knownKey });
      paired.add(key);
    }
  return pairs;
}

function contentOf(sums: Sums): string {
  return [...sums.keys()].sort().join('\n');
}

function sumsOfSeveral(...sides: (readonly Identified[])[]): (sum: string) => boolean {
  const common = new Set<string>();
  for (const chapters of sides) {
    const seen = new Set<string>();
    for (const { sums } of chapters)
      for (const sum of sums.keys()) {
        if (seen.has(sum)) common.add(sum);
        seen.add(sum);
      }
  }
  return (sum) => common.has(sum);
}

/** A picture in a text counts as much as a paragraph of this many characters. */
const pictureInText = 300;
const longestSum = 64;

/** The sums of a given chapter's content over all its languages; see `Sums`. */
function sumsOfGiven({ editions }: ImportedChapter, sourceOf: SourceOf): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { pages, blocks } of editions) {
    for (const page of pages ?? []) sums.set(`picture ${sourceOfPage(page, sourceOf)}`, 1);
    addBlocks(sums, blocks ?? [], sourceOf);
  }
  return sums;
}

/** The sums of a published chapter's content over all its languages. */
function sumsOfPublished(
  editions: readonly { row: ChapterEditionRow; pages: readonly PageRow[] }[],
  sourceOf: SourceOf,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { row, pages } of editions) {
    const blocks = blocksOf(row);
    if (blocks !== null) addBlocks(sums, blocks, sourceOf);
    else for (const { imageIds } of pagesOf(pages)) sums.set(`picture ${sourceOfPage({ imageIds }, sourceOf)}`, 1);
  }
  return sums;
}

export function sourceOfPage(page: Pick<ImportedPage, 'imageIds'>, sourceOf: SourceOf): string {
  return [...new Set(page.imageIds.map(sourceOf))].join(' ');
}

/** The sum and the words of each paragraph and each picture of a text; a repeated paragraph is there each time. */
export function paragraphSums(
  blocks: readonly StoredBlock[],
  sourceOf: SourceOf,
): { sum: string; weight: number; words: string }[] {
  return blocks.flatMap((block) => {
    if (block.type === 'hr') return [];
    if (block.type === 'img') return [{ sum: `picture ${sourceOf(block.imageId)}`, weight: pictureInText, words: '' }];
    const words = wordsOf(block);
    return words === '' ? [] : [{ sum: `text ${shortSum(words)}`, weight: words.length, words }];
  });
}

function addBlocks(sums: Map<string, number>, blocks: readonly StoredBlock[], sourceOf: SourceOf): void {
  for (const { sum, weight } of paragraphSums(blocks, sourceOf)) sums.set(sum, weight);
}

function wordsOf(block: Extract<StoredBlock, { inlines: unknown }>): string {
  return block.inlines
    .map((inline) => (inline.type === 'br' ? ' ' : inline.type === 'ruby' ? inline.base : inline.text))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}

function shortSum(words: string): string {
  return words.length <= longestSum ? words : createHash('sha1').update(words).digest('base64');
}
