import { useSyncExternalStore } from 'react';
import { currentUser, subscribeToSession } from '../../../web/session.ts';
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
const listeners = new Set<() => void>();
let kept: readonly KeptChapter[] | null = null;
let states: ReadonlyMap<string, Keeping> = new Map();
const underWay = new Map<string, AbortController>();
/** Other tabs of this browser show the same chapters. */
let channel: BroadcastChannel | null = null;
let leaveSession = () => {};

function tell(): void {
  for (const listener of listeners) listener();
}

function put(chapterUuid: string, keeping: Keeping): void {
  states = new Map(states).set(chapterUuid, keeping);
  tell();
}

/** Looks up anew what is kept. */
export async function reload(): Promise<void> {
  const chapters = await listKept(currentUser()?.uuid ?? null).catch(() => []); // forbidden storage keeps nothing
  kept = chapters;
  const passing = [...states].filter(([, { state }]) => state === 'keeping' || state === 'failed');
  states = new Map([
    ...chapters.map((chapter) => [chapter.chapterUuid, { state: 'kept', chapter }] as const),
    ...passing,
  ]);
  tell();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    void reload();
    leaveSession = subscribeToSession(() => void reload());
    channel ??= 'BroadcastChannel' in globalThis ? new BroadcastChannel('kept') : null;
    if (channel) channel.onmessage = () => void reload();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) leaveSession();
  };
}

/** Everything kept for this reader; null until it has been looked up. */
export function useKept(): readonly KeptChapter[] | null {
  return useSyncExternalStore(
    subscribe,
    () => kept,
    () => null,
  );
}

/** How it stands with a chapter, here and now. */
export function useKeeping(chapterUuid: string): Keeping {
  return useSyncExternalStore(
    subscribe,
    () => states.get(chapterUuid) ?? nothing,
    () => nothing,
  );
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
    const keeping = states.get(chapterUuid);
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

/** What is kept has changed: here, and for other tabs. */
export async function announceKept(): Promise<void> {
  await reload();
  channel?.postMessage('changed');
}
