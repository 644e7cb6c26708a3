import { currentUser, subscribeToSession } from '../../../web/session.ts';
import { createStore, keepLast, useStore } from '../../../web/store.ts';
import type { KeptChapter } from '../rules.ts';
import { faultOf, type KeepFault } from './keep-fault.ts';
import { listKept, removeKept } from './kept-chapters.ts';

/** How it stands with one chapter. */
export type Keeping =
  | { state: 'none' }
  | { state: 'keeping'; done: number; total: number }
  | { state: 'kept'; chapter: KeptChapter }
  | { state: 'failed'; fault: KeepFault };

const nothing: Keeping = { state: 'none' };
const underWay = new Map<string, AbortController>();

/** Everything kept for this reader, null until it has been looked up; and how it stands with each chapter. */
const store = createStore<{ kept: readonly KeptChapter[] | null; states: ReadonlyMap<string, Keeping> }>(
  { kept: null, states: new Map() },
  () => {
    void reload();
    otherTabs();
    return subscribeToSession(() => void reload());
  },
);

/** Other tabs of this browser show the same chapters. */
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
  const chapters = await listKept(currentUser()?.uuid ?? null).catch(() => []); // forbidden storage keeps nothing
  const passing = [...store.get().states].filter(([, { state }]) => state === 'keeping' || state === 'failed');
  const states = chapters.map((chapter) => [chapter.chapterUuid, { state: 'kept', chapter }] as const);
  store.set({ kept: chapters, states: new Map([...states, ...passing]) });
}

/** Everything kept for this reader; null until it has been looked up. */
export function useKept(): readonly KeptChapter[] | null {
  return useStore({ get: () => store.get().kept, subscribe: store.subscribe }, null);
}

/** How it stands with a chapter, here and now. */
export function useKeeping(chapterUuid: string): Keeping {
  return useStore({ get: () => store.get().states.get(chapterUuid) ?? nothing, subscribe: store.subscribe }, nothing);
}

/** Keeps a chapter; how it goes, `useKeeping` tells. Resolves to what went wrong, or null. */
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

/** Keeps chapters one after another, until one cannot be; tells what those that are kept take. */
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
