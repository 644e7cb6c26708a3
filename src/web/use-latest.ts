import { useCallback, useEffect, useRef } from 'react';

/** A stable function that calls the latest `run`; for effects and events, not for rendering. */
export function useLatest<Given extends unknown[]>(run: (...given: Given) => void): (...given: Given) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
