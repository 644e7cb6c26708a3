import { createLru } from '../process/lru.ts';
import { isPreviewing } from './preview.ts';
import { readsReplica } from './replica.ts';

/**
 * Answers kept for a short time; callers that ask while one is being made wait for it. A replica's answers are kept apart:
 * nobody who asks the database itself waits for a replica, or gets its answer.
 */
export interface Memo<V> {
  /** The answer for `key`, made by `make` when none is young enough. A failure is the caller's, and is not kept. */
  get(key: string, make: () => Promise<V>): Promise<V>;
  /** The answer, where one is kept and young enough. */
  peek(key: string): V | undefined;
  forget(key: string): void;
}

interface Entry<V> {
  asked: number;
  made: Promise<V>;
  value: V | undefined;
  until: number;
}

interface MemoOptions<V> {
  /** Counted from the question: the data of an answer may already be that old when it arrives. */
  keepMs: number;
  /** For answers to keep for less than `keepMs`. */
  keepMsOf?(value: V): number;
  limit: number;
  now(): number;
  /** Answers that were asked for before that time are out of date. */
  changedAt?(): number;
}

const clockSlackMs = 1000;
const ofReplica = 'replica: ';

export function createMemo<V>(options: MemoOptions<V>): Memo<V> {
  const { keepMs, keepMsOf = () => keepMs, limit, now, changedAt = () => Number.NEGATIVE_INFINITY } = options;
  const entries = createLru<Entry<V>>({ limit });

  const placed = (key: string) => (readsReplica() ? `${ofReplica}${key}` : key);

  function young(key: string): Entry<V> | undefined {
    const entry = entries.get(key);
    if (!entry || entry.asked < changedAt()) return undefined;
    // An answer from the future: the clock was set back since, and its age is unknown.
    const time = now();
    return entry.until > time && entry.asked <= time + clockSlackMs ? entry : undefined;
  }

  function add(key: string, make: () => Promise<V>): Entry<V> {
    const asked = now();
    const entry: Entry<V> = { asked, made: make(), value: undefined, until: asked + keepMs };
    const drop = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    entry.made.then((value) => {
      entry.value = value;
      entry.until = asked + keepMsOf(value);
    }, drop);
    entries.set(key, entry);
    return entry;
  }

  return {
    get: (key, make) => (isPreviewing() ? make() : (young(placed(key)) ?? add(placed(key), make)).made),
    peek: (key) => (isPreviewing() ? undefined : young(placed(key))?.value),
    forget(key) {
      entries.delete(key);
      entries.delete(`${ofReplica}${key}`);
    },
  };
}
