import { createContext, useContext } from 'react';
import { createStore, useStore } from './store.ts';

const minuteMs = 60_000;
const RenderedAtContext = createContext(0);
export const RenderedAtProvider = RenderedAtContext.Provider;

/** Whole minutes, so that pages rendered within one minute are the same bytes. */
export const minuteOf = (time: number): number => Math.floor(time / minuteMs) * minuteMs;

/** One timer for all: a long list asks in each of its rows. */
const ticks = createStore(0, () => {
  const timer = setInterval(() => ticks.set(ticks.get() + 1), minuteMs);
  return () => clearInterval(timer);
});

/** The present minute; while a page hydrates, the minute it was rendered in, so that both say the same. */
export function useNow(): number {
  return useByMinute((now) => now);
}

/** What `read` makes of the present minute. Where it makes the same of the next one, nothing is rendered anew. */
export function useByMinute<Read extends string | number>(read: (now: number) => Read): Read {
  const renderedAt = useContext(RenderedAtContext);
  return useStore({ get: () => read(minuteOf(Date.now())), subscribe: ticks.subscribe }, read(renderedAt));
}
