import type { Mark } from './heading-candidates.ts';

/** How readily a reading's numbers are believed. */
export type RunRules = {
  /** The greatest step from one number to the next; a greater one is not this run. */
  longestStep: number;
  /** The price of a run that begins again without a new volume. */
  restart: number;
  /** Whether a number outside the run is kept if its sign is strong, e.g. the word "Chapter" beside it. */
  keepsStrays: boolean;
};

const gain = { clear: 10, doubtful: 4, filler: 0.5 };
const cost = { again: 6, restartInVolume: 0.5, restartAtTwo: 2.5, stray: 16, mostForHoles: 8 };

/** The best chain of marks that ends with `mark`. */
type Chain = { mark: Mark; score: number; number: number; before: Chain | null };

/**
 * The marks whose numbers run 1, 2, 3 … with the fewest holes. Each volume may begin again. A doubtful mark is taken
 * only where it continues the run, a filler only where the run goes on behind it without a hole. Marks without a whole number stay where they stand, the doubtful ones excepted.
 * Takes time in proportion to the marks.
 */
export function bestRun(marks: readonly Mark[], kinds: ReadonlySet<string>, rules: RunRules): Mark[] {
  const byNumber = new Map<number, Chain>();
  let best: Chain | null = null;
  let lastVolume = -1;
  for (const mark of marks) {
    if (mark.kind === 'volume' && !kinds.has('volume') && !mark.isDoubtful) lastVolume = mark.at;
    const number = numberOf(mark);
    if (!kinds.has(mark.kind) || number === null) continue;
    const chain = longestTo(mark, number, { byNumber, best, lastVolume, rules });
    if (!chain) continue;
    const known = byNumber.get(number);
    const isBetter = !known || (mark.isFiller ? chain.score > known.score : chain.score >= known.score);
    if (isBetter) byNumber.set(number, chain);
    if (!mark.isFiller && (!best || chain.score >= best.score)) best = chain;
  }
  const taken = new Set<Mark>();
  for (let chain = best; chain; chain = chain.before) taken.add(chain.mark);
  for (const mark of misprintsIn(
    marks.filter((mark) => kinds.has(mark.kind)),
    taken,
  ))
    taken.add(mark);
  return marks.filter((mark) => (kinds.has(mark.kind) && numberOf(mark) !== null ? taken.has(mark) : !mark.isDoubtful));
}

/** 'V, VI, VI, VIII': one number twice beside one that is missing is a misprint, and its heading is one. */
function misprintsIn(marks: readonly Mark[], taken: ReadonlySet<Mark>): Mark[] {
  const run = [...marks.keys()].filter((at) => taken.has(marks[at] as Mark)); // a key of marks
  return run.flatMap((at, index) => {
    const [mark, next] = [marks[at], marks[run[index + 1] ?? marks.length]];
    const number = mark ? numberOf(mark) : null;
    if (number === null || next === undefined || numberOf(next) !== number + 2) return [];
    const beside = marks.slice((run[index - 1] ?? -1) + 1, run[index + 2] ?? marks.length);
    const again = beside.filter(
      (other) => !taken.has(other) && !other.isDoubtful && [number, number + 2].includes(numberOf(other) ?? 0),
    );
    return again.length === 1 ? again : [];
  });
}

type State = { byNumber: ReadonlyMap<number, Chain>; best: Chain | null; lastVolume: number; rules: RunRules };

function longestTo(mark: Mark, number: number, { byNumber, best, lastVolume, rules }: State): Chain | null {
  const worth = mark.isFiller ? gain.filler : mark.isDoubtful ? gain.doubtful : gain.clear;
  let found: Chain | null = null;
  const offer = (before: Chain | null, price: number) => {
    const score = (before?.score ?? 0) + worth - price;
    if (!found || score > found.score) found = { mark, score, number, before };
  };
  const continued = byNumber.get(number - 1);
  if (continued && !(continued.mark.isFiller && isWeak(mark))) offer(continued, 0);
  if (number === 1) offer(null, 0);
  if (mark.isFiller && found) return found;
  if (number === 1 && best) {
    const isInVolume = lastVolume > best.mark.at;
    if (isInVolume || !mark.isDoubtful) offer(best, isInVolume ? cost.restartInVolume : rules.restart);
  }
  // The first chapter of a part may have a heading of another form.
  if (number === 2 && best && lastVolume > best.mark.at) offer(best, cost.restartAtTwo);
  if (mark.isFiller) return found;
  const beyond = sureChain(byNumber.get(number - 2));
  if (mark.isDoubtful) {
    if (beyond) offer(beyond, rules.keepsStrays ? 2 : 3);
    return found;
  }
  for (let step = 2; step <= rules.longestStep; step += 1) {
    const before = sureChain(byNumber.get(number - step));
    if (before) offer(before, Math.min(cost.mostForHoles, 2 * (step - 1)));
  }
  const same = sureChain(byNumber.get(number));
  if (same && rules.keepsStrays) offer(same, cost.again);
  if (number > 1 && (rules.keepsStrays || number <= 2)) offer(null, Math.min(cost.mostForHoles, 2 * (number - 1)));
  if (best && rules.keepsStrays) offer(best, best.number < number ? cost.mostForHoles : cost.stray);
  return found;
}

/** Whether a mark cannot confirm a filler: a doubtful one cannot; another filler can, since both fill one hole. */
function isWeak(mark: Mark): boolean {
  return mark.isDoubtful === true && !mark.isFiller;
}

/** A filler is no end of a run. */
function sureChain(chain: Chain | undefined): Chain | null {
  return chain && !chain.mark.isFiller ? chain : null;
}

/** A whole number; decimals such as 10.5 stand between the numbers, wherever they are. */
export function numberOf(mark: Mark): number | null {
  const number = mark.number === null ? Number.NaN : Number(mark.number);
  return Number.isInteger(number) ? number : null;
}

const mostHoles = 20;

/** The numbers that are missing in the run, for a report: each with its volume where there are several runs. */
export function holesOf(marks: readonly Mark[], kinds: ReadonlySet<string>): { missing: string[]; runs: number } {
  const missing: string[] = [];
  let runs = 0;
  let last = 0;
  let volume = '';
  for (const mark of marks) {
    if (mark.kind === 'volume' && !kinds.has('volume')) volume = mark.printed;
    const number = kinds.has(mark.kind) ? numberOf(mark) : null;
    if (number === null) continue;
    if (number <= last || runs === 0) {
      runs += 1;
      last = number <= last && number > 1 ? number - 1 : 0;
    }
    for (let hole = last + 1; hole < number && missing.length < mostHoles && hole < last + mostHoles; hole += 1)
      missing.push(volume ? `${hole} of ${volume}` : String(hole));
    last = number;
  }
  return { missing, runs };
}
