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

/** The number of images that the reader's connection bears. */
export interface Line {
  /** One image at a time arrives sooner than three that share the line. */
  isSlow: boolean;
  /** How many images are loaded before they come into sight; where all are, none is let go either. */
  ahead: number;
}

export interface Loading {
  /** Null until the page has been looked at. */
  sight: Sight | null;
  arrived: ReadonlySet<number>;
  /** Those that others may pass, and at which of their tries. */
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

/** `ahead` of a reader who wants all images of the chapter. */
export const wantsAll = Number.POSITIVE_INFINITY;
/** spec: reader.md#images. Even where these are beyond what is kept, since a strip's images may be taller than that. */
const aheadAlways = 4;
const behind = 1;
const atOnce = 3;

/** The state of the images after an event. One that is far away is given up, wherever it came from. */
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
 * The images that have an address now: those that are there, and as many of the awaited as may be on their way at once.
 * First come images that are asked for again, then those on the screen, then the next. One that keeps the others
 * waiting is not called off, and counts no longer. An image that is no longer among them is let go, also half-way.
 * Null: nobody has looked yet, and the browser does as it thinks best.
 */
export function askedImages(
  { sight, arrived, passed, line }: Loading,
  { count, stateOf }: { count: number; stateOf: (index: number) => ImageState },
): ReadonlySet<number> | null {
  if (!sight) return null;
  const { visible } = sight;
  const near = nearOf(sight, line);
  // An image that comes from beyond the kept range is given up again at once.
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

/** Nothing is on its way but what keeps its reader waiting. */
export function isQuiet({ arrived, passed }: Loading, asked: ReadonlySet<number> | null): boolean {
  return asked !== null && [...asked].every((index) => arrived.has(index) || passed.has(index));
}

/** Slower than this many bytes a millisecond, an image has the line to itself: 2.4 Mbit/s. */
const slowBelow = 300;
/** Less says more about the way there and back than about the line. */
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

/** The images that are kept; of all, more than any chapter has. */
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
