import { createContext, useContext } from 'react';
import { createStore, useStore } from './store.ts';

const minuteMs = 60_000;
const RenderedAtContext = createContext(0);
export const RenderedAtProvider = RenderedAtContext.Provider;
/** By so many milliseconds a page's present is ahead: a preview shows another moment. */
const AheadContext = createContext(0);
export const AheadProvider = AheadContext.Provider;

/** Rounds down to whole minutes, so that pages rendered within one minute have the same bytes. */
export const minuteOf = (time: number): number => Math.floor(time / minuteMs) * minuteMs;

/** The present moment in milliseconds, for what is measured while it goes on; nothing that is rendered at first. */
export const presentMs = (): number => Date.now();

/** One timer for all users of the clock: each row of a long list is one. */
const ticks = createStore(0, () => {
  const timer = setInterval(() => ticks.set(ticks.get() + 1), minuteMs);
  return () => clearInterval(timer);
});

/** The present minute; during hydration the minute of the rendering, so that both texts are the same. */
export function useNow(): number {
  return useByMinute((now) => now);
}

/** The result of `read` for the present minute. The component renders again only when the result changes. */
export function useByMinute<Read extends string | number>(read: (now: number) => Read): Read {
  const renderedAt = useContext(RenderedAtContext);
  const aheadMs = useContext(AheadContext);
  return useStore({ get: () => read(minuteOf(Date.now() + aheadMs)), subscribe: ticks.subscribe }, read(renderedAt));
}
