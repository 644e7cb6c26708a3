import { currentUser, subscribeToSession } from '../../../web/session.ts';
import { createStore, keepLast, useStore } from '../../../web/store.ts';
import type { KeptChapter } from '../rules.ts';
import { faultOf, type KeepFault } from './keep-fault.ts';
import { listKept, removeKept } from './kept-chapters.ts';

/** The state of keeping one chapter. */
export type Keeping =
  | { state: 'none' }
  | { state: 'keeping'; done: number; total: number }
  | { state: 'kept'; chapter: KeptChapter }
  | { state: 'failed'; fault: KeepFault };

const nothing: Keeping = { state: 'none' };
const underWay = new Map<string, AbortController>();

/** Everything kept for this reader, null until it has been looked up; and the state of each chapter. */
const store = createStore<{ kept: readonly KeptChapter[] | null; states: ReadonlyMap<string, Keeping> }>(
  { kept: null, states: new Map() },
  () => {
    void reload();
    otherTabs();
    return subscribeToSession(() => void reload());
  },
);

/** Tells other tabs of this browser, which show the same chapters. */
const otherTabs = keepLast(() => {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('kept') : null;
  channel?.addEventListener('message', () => void reload());
  return channel;
});

function put(chapterUuid: string, keeping: Keeping): void {
  const { kept, states } = store.get();
  store.set({ kept, states: new Map(states).set(chapterUuid, keeping) });
}

/** Looks up anew what is kept. */
export async function reload(): Promise<void> {
  const chapters = await listKept(currentUser()?.uuid ?? null).catch(() => []); // no storage, no chapters
  const passing = [...store.get().states].filter(([, { state }]) => state === 'keeping' || state === 'failed');
  const states = chapters.map((chapter) => [chapter.chapterUuid, { state: 'kept', chapter }] as const);
  store.set({ kept: chapters, states: new Map([...states, ...passing]) });
}

/** Everything kept for this reader; null until it has been looked up. */
export function useKept(): readonly KeptChapter[] | null {
  return useStore({ get: () => store.get().kept, subscribe: store.subscribe }, null);
}

/** The present state of a chapter on this device. */
export function useKeeping(chapterUuid: string): Keeping {
  return useStore({ get: () => store.get().states.get(chapterUuid) ?? nothing, subscribe: store.subscribe }, nothing);
}

/** Keeps a chapter; `useKeeping` gives the progress. Resolves to the reason of a failure, or null. */
export async function keep(chapterUuid: string, language: string): Promise<KeepFault | null> {
  if (underWay.has(chapterUuid)) return null;
  const controller = new AbortController();
  underWay.set(chapterUuid, controller);
  put(chapterUuid, { state: 'keeping', done: 0, total: 0 });
  const outcome = await attempt(chapterUuid, language, controller.signal);
  underWay.delete(chapterUuid);
  put(chapterUuid, outcome);
  await announceKept();
  return outcome.state === 'failed' ? outcome.fault : null;
}

/** Keeps chapters one after another, until one cannot be kept; returns the bytes of those that are kept. */
export async function keepAll(
  chapterUuids: readonly string[],
  language: string,
): Promise<{ bytes: number; fault: KeepFault | null }> {
  let bytes = 0;
  for (const chapterUuid of chapterUuids) {
    const fault = await keep(chapterUuid, language);
    if (fault) return { bytes, fault };
    const keeping = store.get().states.get(chapterUuid);
    if (keeping?.state === 'kept') bytes += keeping.chapter.bytes;
  }
  return { bytes, fault: null };
}

async function attempt(chapterUuid: string, language: string, signal: AbortSignal): Promise<Keeping> {
  try {
    const { keepChapter } = await import('./keep-chapter.ts');
    const onProgress = (done: number, total: number) => put(chapterUuid, { state: 'keeping', done, total });
    return { state: 'kept', chapter: await keepChapter({ chapterUuid, language, signal, onProgress }) };
  } catch (error) {
    return signal.aborted ? nothing : { state: 'failed', fault: faultOf(error) };
  }
}

export function stopKeeping(chapterUuid: string): void {
  underWay.get(chapterUuid)?.abort();
}

export async function remove(chapters: readonly KeptChapter[]): Promise<void> {
  await Promise.all(chapters.map(removeKept));
  await announceKept();
}

/** Says that the kept chapters have changed: here, and to other tabs. */
export async function announceKept(): Promise<void> {
  await reload();
  otherTabs()?.postMessage('changed');
}
