import { createStore } from '../../../../web/store.ts';
import { readSettings } from '../settings/settings.ts';
import { isSlowArrival, type Line, wantsAll } from './image-loading.ts';

/** The facts that some browsers give of the connection; in others the arrival of images is measured. */
interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
}

/** Of images, for a reader who saves data (spec: reader.md#images). */
const aheadSaving = 2;

/** Stays known for the whole visit, so that the next chapter starts with it. */
const isSlow = createStore(false);

/**
 * All images of the open chapter shall load, even those far away: the reader's right to them ends soon
 * (last-images.ts).
 */
export const areAllWanted = createStore(false);

const network = (): NetworkInformation =>
  'connection' in navigator ? (navigator.connection as NetworkInformation) : {}; // not in the DOM types

/** The reader asks to be sparing. */
export const isSaving = (): boolean => network().saveData === true;

export function lineNow(): Line {
  const { effectiveType } = network();
  const isSlowKind = effectiveType !== undefined && effectiveType !== '4g';
  const { imagesAhead } = readSettings().comic;
  const ahead = isSaving() ? Math.min(aheadSaving, imagesAhead) : imagesAhead;
  return { isSlow: isSlow.get() || isSlowKind, ahead: areAllWanted.get() ? wantsAll : ahead };
}

/** Judges the connection by an image that has arrived from that address; one from the browser's cache says nothing. */
export function learnFromArrival(address: string, { sharing }: { sharing: number }): void {
  const timing = performance.getEntriesByName(address, 'resource').at(-1);
  if (!(timing instanceof PerformanceResourceTiming) || timing.transferSize === 0) return;
  const ms = timing.responseEnd - timing.startTime;
  isSlow.set(isSlowArrival({ bytes: timing.encodedBodySize, ms, sharing }, isSlow.get()));
}
