import { findKnownKeys, nameOfKey } from './known-keys.ts';

/**
 * The content of a chapter as sums: the source of each picture and the words of each paragraph, with a weight. A picture
 * weighs 1 in a comic; a paragraph weighs its characters.
 */
export type Sums = ReadonlyMap<string, number>;

export type Identified = { key: string; sums: Sums; isUnread?: boolean };

/** The published chapter that a given one is, and what showed it. */
export type Recognition = { knownKey: string; by: 'content' | 'key' };

/** Two chapters are the same where they share at least this much of the larger one's weight. */
const sameShare = 0.5;
/** Two chapters of one number and different names are the same where they share at least this much. */
const likeShare = 0.25;

/**
 * Finds the published chapter for each given one: by its content first, then by its number and name
 * (spec: importing.md#import). A file that was renumbered thus keeps its readers' places and likes.
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
