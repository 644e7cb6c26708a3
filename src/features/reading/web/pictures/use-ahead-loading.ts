import { useCallback, useEffect, useReducer, useState } from 'react';
import { useIsBrowser } from '../../../../web/use-is-browser.ts';
import { areAllWanted, learnFromArrival, lineNow } from './connection.ts';
import { askedImages, isQuiet, loadingAfter, nothingLoading, type Sight } from './image-loading.ts';
import type { PageImages } from './use-page-images.ts';

export interface AheadLoading {
  /**
   * The images that have an address. Null in the server's markup: there every image has one, and the browser decides.
   */
  asked: ReadonlySet<number> | null;
  see: (sight: Sight) => void;
  arrive: (index: number, address: string) => void;
  /** Called with an image that was so slow that others may pass it. */
  pass: (index: number, tries: number) => void;
  /** Every wanted image has arrived, or will not come: the line is free. */
  isQuiet: boolean;
}

const noneAsked: ReadonlySet<number> = new Set();

/** Loads a chapter's images in the order in which they are wanted, no more at once than the line bears. */
export function useAheadLoading({ count, images }: { count: number; images: PageImages }): AheadLoading {
  const isBrowser = useIsBrowser();
  const [beforeLooking] = useState(() => (isBrowser ? noneAsked : null));
  const [loading, dispatch] = useReducer(loadingAfter, nothingLoading);
  const asked = askedImages(loading, { count, stateOf: images.stateOf }) ?? beforeLooking;

  useEffect(() => areAllWanted.subscribe(() => dispatch({ type: 'changed', line: lineNow() })), []);
  const see = useCallback((sight: Sight) => dispatch({ type: 'seen', sight, line: lineNow() }), []);
  function arrive(index: number, address: string): void {
    learnFromArrival(address, { sharing: asked ? asked.size - loading.arrived.size : 1 });
    dispatch({ type: 'arrived', index, line: lineNow() });
  }
  const pass = useCallback((index: number, tries: number) => dispatch({ type: 'passed', index, tries }), []);
  return { asked, see, arrive, pass, isQuiet: isQuiet(loading, asked) };
}
