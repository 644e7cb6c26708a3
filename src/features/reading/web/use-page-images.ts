import { useCallback, useEffect, useReducer, useRef } from 'react';
import { afterFailure } from './image-retry.ts';
import { type ImageState, type ImageStates, imageStateOf, imageStatesAfter } from './image-states.ts';

export interface PageImages {
  stateOf: (index: number) => ImageState;
  failedCount: number;
  fail: (index: number, tries: number) => void;
  retryAll: () => void;
}

/** Looks after a chapter's images that fail: asks again after pauses, waits while offline, then lets the reader ask. */
export function usePageImages(): PageImages {
  const [states, dispatch] = useReducer(imageStatesAfter, new Map() as ImageStates);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  useEffect(() => {
    for (const [index, { attempt, tries, status }] of states) {
      const key = `${index}:${tries}`;
      const next = afterFailure(attempt - 1);
      if (status !== 'pausing' || next.do !== 'retry' || timers.current.has(key)) continue;
      timers.current.set(
        key,
        setTimeout(() => dispatch({ type: 'due', index }), next.afterMs),
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

  const fail = useCallback((index: number, tries: number) => {
    dispatch({ type: 'failed', index, tries, isOnline: navigator.onLine });
  }, []);
  const retryAll = useCallback(() => dispatch({ type: 'retryAll' }), []);
  const failedCount = [...states.values()].filter(({ status }) => status === 'failed').length;
  return { stateOf: (index) => imageStateOf(states, index), failedCount, fail, retryAll };
}
