import { AppError, retrySeconds } from './errors.ts';
import { createGate, type Gate, type GateLimits } from './gate.ts';

/** The classes of requests that are refused under load, the first of them first (spec: http.md#overload). */
export const loadClasses = ['search', 'page', 'call', 'last'] as const;
export type LoadClass = (typeof loadClasses)[number];

/**
 * How a route's requests are classed. `public`: a visitor's is a page, a user's a call. `list`: the same, but with
 * words it is a visitor's search. `chapter`: a user's is in the last class. `search`: served where a cache holds the
 * answer. `never`: never refused.
 */
export type RouteClass = LoadClass | 'public' | 'list' | 'chapter' | 'never';

/** The load of a process at one moment. */
export interface Load {
  /** The pressure on the event loop, see `Pressure`. */
  steps: number;
  /** How full the fullest queue is; 1 is full. */
  queued: number;
}

/**
 * The pressure on the event loop. At 2.0 the first two classes of requests are refused, at 2.5 also half of the third.
 */
export interface Pressure {
  steps: number;
  /** How many measurements in a row were late. */
  lateInRow: number;
}

export const noPressure: Pressure = { steps: 0, lateInRow: 0 };

const lateMs = 100;
/** Once requests are refused, the loop is held well below `lateMs`, so that refusals are prompt. */
const heldBelowMs = 15;
/** One long task is no load: only so many late measurements in a row are. */
const lateMostly = 3;
const stepUp = 0.25;
const slightStepUp = 0.04;
const stepDown = 0.025;
/** The last class is refused only if the loop is held for so long by its own requests. */
const desperateMs = 1000;

/** The pressure after one more measurement. */
export function nextPressure({ steps, lateInRow }: Pressure, { lateMs: late }: { lateMs: number }): Pressure {
  const most = late >= desperateMs ? loadClasses.length : Math.max(loadClasses.length - 1, steps - stepDown);
  const raised = (by: number) => Math.min(most, steps + by);
  if (late >= lateMs) {
    const inRow = lateInRow + 1;
    const isLoad = steps > 0 || inRow >= lateMostly;
    return { steps: isLoad ? raised(stepUp * Math.min(4, late / lateMs)) : steps, lateInRow: inRow };
  }
  if (steps > 0 && late >= heldBelowMs) return { steps: raised(slightStepUp), lateInRow: 0 };
  return { steps: Math.max(0, steps - stepDown), lateInRow: 0 };
}

/** The share of a class that is refused. A full queue counts as two steps, a queue of twice its length as three. */
export function refusedShare(name: LoadClass, { steps, queued }: Load): number {
  const byQueues = queued < 1 ? 0 : Math.min(loadClasses.length - 1, Math.floor(queued) + 1);
  return Math.min(1, Math.max(0, Math.max(steps, byQueues) - loadClasses.indexOf(name)));
}

/**
 * Whether a route's requests are judged only when they are answered, since it matters who asks or what a cache holds.
 */
export function isJudgedLate(route: RouteClass): route is 'public' | 'list' | 'chapter' | 'search' {
  return route === 'public' || route === 'list' || route === 'chapter' || route === 'search';
}

/** The class of a visitor's request whose answer no cache holds. */
export function classOfVisitor(route: RouteClass, url: string): LoadClass {
  return route === 'search' || (route === 'list' && hasWords(url)) ? 'search' : 'page';
}

/** The class of a user's request for an answer that visitors may ask for too. */
export function classOfUser(route: RouteClass): LoadClass {
  if (route === 'search') return 'search';
  return route === 'chapter' ? 'last' : 'call';
}

/** Whether a list is asked for with words; read as the route reads it, since a name can be spelled in several ways. */
function hasWords(url: string): boolean {
  const at = url.indexOf('?');
  return at >= 0 && new URLSearchParams(url.slice(at)).getAll('q').some((words) => words.trim() !== '');
}

/** A refusal under load. */
export function refusedUnderLoad(sentence: string, reason: string): AppError {
  return new AppError(503, 'unavailable', sentence, { retryAfterSeconds: retrySeconds(), refusal: reason });
}

export interface Shedder {
  /** Whether one more request of this class is refused at this moment. */
  refuses(name: LoadClass): boolean;
}

export const shedNothing: Shedder = { refuses: () => false };

export function overloaded(): AppError {
  return refusedUnderLoad('Too much to do at the moment, please try again shortly', 'overload');
}

/** The answer to a search that finds no place or takes too long. */
export function searchRefusal(): AppError {
  return refusedUnderLoad('Too many searches at the moment, please try again shortly', 'search');
}

/** So many of visitors' pages and lists are made at once, which keeps a core and the database busy; others wait. */
const pageLimits: GateLimits = { running: 8, waiting: 64, waitMs: 1000 };

/** Where visitors' pages and lists wait for their making, and how full its queue is. */
export function createPageGate(limits = pageLimits): Gate & { queued(): number } {
  const gate = createGate(limits, overloaded);
  return { ...gate, queued: () => gate.use().waiting / limits.waiting };
}

/** Refuses by what `load` says at each request. */
export function createShedder(load: () => Load): Shedder {
  return {
    refuses(name) {
      const share = refusedShare(name, load());
      return share > 0 && Math.random() < share;
    },
  };
}

const tickMs = 50;

/** Measures the event loop's lateness again and again, until it is stopped. */
export function watchPressure(): { steps(): number; stop(): void } {
  let pressure = noPressure;
  let dueAt = performance.now() + tickMs;
  let timer = setTimeout(tick, tickMs).unref();
  function tick() {
    const now = performance.now();
    pressure = nextPressure(pressure, { lateMs: Math.max(0, now - dueAt) });
    dueAt = now + tickMs;
    timer = setTimeout(tick, tickMs).unref();
  }
  return { steps: () => pressure.steps, stop: () => clearTimeout(timer) };
}
