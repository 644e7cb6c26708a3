import { createContext, useContext, useSyncExternalStore } from 'react';

const minuteMs = 60_000;
const RenderedAtContext = createContext(0);
export const RenderedAtProvider = RenderedAtContext.Provider;

/** Whole minutes, so that pages rendered within one minute are the same bytes. */
export const minuteOf = (time: number): number => Math.floor(time / minuteMs) * minuteMs;

const ticks = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all: a long list asks in each of its rows. */
function everyMinute(tick: () => void): () => void {
  ticks.add(tick);
  timer ??= setInterval(() => {
    for (const each of ticks) each();
  }, minuteMs);
  return () => {
    ticks.delete(tick);
    if (ticks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present minute; while a page hydrates, the minute it was rendered in, so that both say the same. */
export function useNow(): number {
  return useByMinute((now) => now);
}

/** What `read` makes of the present minute. Where it makes the same of the next one, nothing is rendered anew. */
export function useByMinute<Read extends string | number>(read: (now: number) => Read): Read {
  const renderedAt = useContext(RenderedAtContext);
  return useSyncExternalStore(
    everyMinute,
    () => read(minuteOf(Date.now())),
    () => read(renderedAt),
  );
}
