import { useCallback, useEffect, useRef } from 'react';

/** One lasting function that does what the latest `run` does; for effects and events, not for rendering. */
export function useLatest<Given extends unknown[]>(run: (...given: Given) => void): (...given: Given) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
