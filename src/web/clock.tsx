import { createContext, useContext, useSyncExternalStore } from 'react';

const minuteMs = 60_000;
const RenderedAtContext = createContext(0);
export const RenderedAtProvider = RenderedAtContext.Provider;

/** Whole minutes, so that pages rendered within one minute are the same bytes. */
export const minuteOf = (time: number): number => Math.floor(time / minuteMs) * minuteMs;

function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, minuteMs);
  return () => clearInterval(timer);
}

/** The present minute; while a page hydrates, the minute it was rendered in, so that both say the same. */
export function useNow(): number {
  const renderedAt = useContext(RenderedAtContext);
  return useSyncExternalStore(
    everyMinute,
    () => minuteOf(Date.now()),
    () => renderedAt,
  );
}
