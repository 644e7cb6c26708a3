import { findKnownKeys } from './known-keys.ts';

/**
 * What a chapter holds, by sums: the source of each picture and the words of each paragraph, with a weight. A picture
 * weighs 1 in a comic; a paragraph weighs its characters.
 */
export type Sums = ReadonlyMap<string, number>;

export type Identified = { key: string; sums: Sums; isUnread?: boolean };

/** What recognised a chapter that was published before. */
export type Recognition = { knownKey: string; by: 'content' | 'key' };

/** Two chapters are the same where they share at least this much of the larger one's weight. */
const sameShare = 0.5;

/**
 * Finds the published chapter for each given one: by its content first, then by its number and name
 * (spec: publishing.md#import). A file that was renumbered thus keeps its readers' places and likes.
 */
export function recogniseChapters(
  given: readonly Identified[],
  known: readonly Identified[],
): Map<string, Recognition> {
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
  const rest = given.filter(({ key }) => !found.has(key));
  for (const { key, knownKey } of pairsByContent(rest, [...open.values()], { given, known })) {
    if (found.has(key) || !open.has(knownKey)) continue;
    take(key, knownKey, 'content');
  }
  // A readable chapter takes its key first, so that a damaged copy beside one never takes its row.
  const byReadable = given
    .filter(({ key }) => !found.has(key))
    .sort((a, b) => Number(a.isUnread ?? false) - Number(b.isUnread ?? false));
  const keys = byReadable.map(({ key }) => key);
  for (const [key, knownKey] of findKnownKeys(keys, [...open.keys()])) take(key, knownKey, 'key');
  return found;
}

function isEqual(a: Sums, b: Sums): boolean {
  if (a.size !== b.size) return false;
  for (const sum of a.keys()) if (!b.has(sum)) return false;
  return true;
}

type Pair = { key: string; knownKey: string; share: number; order: number };

/** The pairs that share enough, the most alike first; among equals those with one key, then the nearest places. */
function pairsByContent(
  rest: readonly Identified[],
  open: readonly Identified[],
  all: { given: readonly Identified[]; known: readonly Identified[] },
): Pair[] {
  if (rest.length === 0 || open.length === 0) return [];
  // A page of credits or a line of stars stands in many chapters and tells none of them apart.
  const isCommon = sumsOfSeveral(all.given, all.known);
  const weightOf = (sums: Sums) => [...sums].reduce((sum, [key, weight]) => (isCommon(key) ? sum : sum + weight), 0);
  const holders = new Map<string, { at: number; weight: number }>();
  for (const [at, { sums }] of open.entries())
    for (const [sum, weight] of sums) if (!isCommon(sum)) holders.set(sum, { at, weight });
  const openWeights = open.map(({ sums }) => weightOf(sums));
  const pairs = rest.flatMap((chapter, order): Pair[] => {
    const shared = new Map<number, number>();
    for (const sum of chapter.sums.keys()) {
      const holder = holders.get(sum);
      if (holder) shared.set(holder.at, (shared.get(holder.at) ?? 0) + holder.weight);
    }
    const weight = weightOf(chapter.sums);
    return [...shared].flatMap(([at, common]) => {
      const share = common / Math.max(weight, openWeights[at] ?? 0);
      const knownKey = open[at]?.key ?? '';
      return share >= sameShare ? [{ key: chapter.key, knownKey, share, order: Math.abs(order - at) }] : [];
    });
  });
  const rank = (pair: Pair) => (pair.key === pair.knownKey ? 0 : 1);
  return pairs.sort((a, b) => b.share - a.share || rank(a) - rank(b) || a.order - b.order);
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
