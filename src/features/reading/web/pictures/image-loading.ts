import type { ImageState } from './image-states.ts';

/** From the first to the last of some images, both included. */
export interface Range {
  first: number;
  last: number;
}

/** The images on the screen, and those near enough to be kept. */
export interface Sight {
  visible: Range;
  near: Range;
}

/** What the reader's connection can take. */
export interface Line {
  /** One image at a time arrives sooner than three that share the line. */
  isSlow: boolean;
  /** How many images load before they come into sight. Where all do (`wantsAll`), none is given up either. */
  ahead: number;
}

export interface Loading {
  /** Null until the page has been looked at. */
  sight: Sight | null;
  arrived: ReadonlySet<number>;
  /** Images that were so slow that others may pass them, with the number of the try. */
  passed: ReadonlyMap<number, number>;
  line: Line;
}

export type LoadingEvent =
  | { type: 'seen'; sight: Sight; line: Line }
  | { type: 'changed'; line: Line }
  | { type: 'arrived'; index: number; line: Line }
  | { type: 'passed'; index: number; tries: number };

export const nothingLoading: Loading = {
  sight: null,
  arrived: new Set(),
  passed: new Map(),
  line: { isSlow: false, ahead: 0 },
};

/** The value of `ahead` where all images of the chapter are wanted. */
export const wantsAll = Number.POSITIVE_INFINITY;
/**
 * spec: reader.md#images. These load even beyond the kept range, since a strip's images may be taller than that range.
 */
const aheadAlways = 4;
const behind = 1;
const atOnce = 3;

/** The state of the images after an event. An image that has arrived and is far away is given up. */
export function loadingAfter(loading: Loading, event: LoadingEvent): Loading {
  if (event.type === 'changed') return { ...loading, line: event.line };
  if (event.type === 'arrived') {
    return { ...loading, line: event.line, arrived: new Set(loading.arrived).add(event.index) };
  }
  if (event.type === 'passed') {
    return { ...loading, passed: new Map(loading.passed).set(event.index, event.tries) };
  }
  const { sight, line } = event;
  if (loading.sight && isSameSight(loading.sight, sight)) return loading;
  const kept = [...loading.arrived].filter((index) => isWithin(nearOf(sight, line), index));
  return { ...loading, sight, line, arrived: kept.length === loading.arrived.size ? loading.arrived : new Set(kept) };
}

/**
 * The images that have an address now: those that have arrived, and as many awaited ones as may load at once. The
 * order: images that are asked for again, those on the screen, those after them. A slow image that others may pass
 * keeps its address and no longer counts. An image that is not in the answer is given up, even half loaded. Null:
 * nobody has looked yet, and the browser decides.
 */
export function askedImages(
  { sight, arrived, passed, line }: Loading,
  { count, stateOf }: { count: number; stateOf: (index: number) => ImageState },
): ReadonlySet<number> | null {
  if (!sight) return null;
  const { visible } = sight;
  const near = nearOf(sight, line);
  // Not beyond the kept range: an image from there would be given up at once when it arrives.
  const ahead = Math.min(line.ahead, Math.max(aheadAlways, near.last - visible.last));
  const order = [
    ...span(near.first, near.last).filter((index) => stateOf(index).tries > 0),
    ...span(visible.first, visible.last),
    ...span(visible.last + 1, visible.last + ahead),
    ...span(line.ahead === wantsAll ? near.first : visible.first - behind, visible.first - 1),
  ];
  const isAwaited = (index: number) =>
    index >= 0 && index < count && !arrived.has(index) && stateOf(index).status === 'loading';
  const isPassed = (index: number) => passed.get(index) === stateOf(index).tries;
  const awaited = [...new Set(order.filter(isAwaited))];
  const inTurn = awaited.filter((index) => !isPassed(index)).slice(0, line.isSlow ? 1 : atOnce);
  return new Set([...arrived, ...inTurn, ...awaited.filter(isPassed)]);
}

/** Whether nothing is loading any more, except for images that others may pass. */
export function isQuiet({ arrived, passed }: Loading, asked: ReadonlySet<number> | null): boolean {
  return asked !== null && [...asked].every((index) => arrived.has(index) || passed.has(index));
}

/** Slower than this many bytes a millisecond, an image has the line to itself: 2.4 Mbit/s. */
const slowBelow = 300;
/** A smaller image says more about the latency than about the speed of the line. */
const telling = 8000;

/** Judges the line by the arrival of an image; `sharing` are the images that were on their way. */
export function isSlowArrival(
  { bytes, ms, sharing }: { bytes: number; ms: number; sharing: number },
  before: boolean,
): boolean {
  if (bytes < telling || ms <= 0) return before;
  return (bytes / ms) * Math.max(1, sharing) < slowBelow;
}

function span(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
}

/** The range of images that are kept. Where all are wanted: more than any chapter has. */
function nearOf({ near }: Sight, { ahead }: Line): Range {
  return ahead === wantsAll ? { first: 0, last: 1e4 } : near;
}

function isWithin({ first, last }: Range, index: number): boolean {
  return index >= first && index <= last;
}

function isSameSight(one: Sight, other: Sight): boolean {
  return (['visible', 'near'] as const).every(
    (part) => one[part].first === other[part].first && one[part].last === other[part].last,
  );
}
