import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Picture } from '../../../../shared/wire.ts';
import { pauseAfter } from './image-retry.ts';
import { type ImageState, imageStateOf, imageStatesAfter } from './image-states.ts';
import { findEnding, type Renewal } from './signed-pictures.ts';

export interface PageImages {
  stateOf: (index: number) => ImageState;
  fail: (failure: ImageFailure) => void;
  retryAll: () => void;
}

export interface ImageFailure {
  index: number;
  tries: number;
  /** The images that were asked for. */
  address: string;
}

/**
 * Looks after a chapter's images that fail: renews addresses that may have ended, asks again after pauses, waits while
 * offline, then lets the reader ask.
 */
export function usePageImages({ pictures, renewal }: { pictures: readonly Picture[]; renewal: Renewal }): PageImages {
  const [states, dispatch] = useReducer(imageStatesAfter, new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  useEffect(() => {
    for (const [index, { attempt, tries, status }] of states) {
      const key = `${index}:${tries}`;
      const pauseMs = pauseAfter(attempt - 1);
      if (status !== 'pausing' || pauseMs === null || timers.current.has(key)) continue;
      timers.current.set(
        key,
        setTimeout(() => dispatch({ type: 'due', index }), pauseMs),
      );
    }
  }, [states]);

  useEffect(() => {
    const pending = timers.current;
    const resume = () => dispatch({ type: 'online' });
    addEventListener('online', resume);
    return () => {
      removeEventListener('online', resume);
      for (const timer of pending.values()) clearTimeout(timer);
      pending.clear();
    };
  }, []);

  const renew = useCallback(
    (address: string): boolean => {
      const renewed = renewal.renew(address);
      void renewed?.then((isNew) => dispatch({ type: isNew ? 'renewed' : 'notRenewed' }));
      return renewed !== null;
    },
    [renewal],
  );

  // A reader who comes back to a tab that was left open finds its addresses good.
  useEffect(() => {
    const look = () => {
      const ending = document.visibilityState === 'visible' && findEnding(pictures, Date.now());
      if (ending) renew(ending.src);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [pictures, renew]);

  const fail = useCallback(
    ({ index, tries, address }: ImageFailure) => {
      const isOnline = navigator.onLine;
      dispatch({ type: 'failed', index, tries, isOnline, isRenewing: isOnline && renew(address) });
    },
    [renew],
  );
  const retryAll = useCallback(() => dispatch({ type: 'retryAll' }), []);
  return { stateOf: (index) => imageStateOf(states, index), fail, retryAll };
}
