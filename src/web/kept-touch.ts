import type { Touch } from '../shared/touch.ts';
import { readKept } from './session.ts';

/** A touch without its referrer's class, which the host tells when the touch is sent (touch-field.ts). */
export type KeptTouch = Omit<Touch, 'referrer_class'>;

/** What this browser keeps of where its reader came from, and the campaign whose link it followed. */
export interface KeptTouches {
  first?: KeptTouch | undefined;
  last?: KeptTouch | undefined;
  campaign?: { word: string; at: string } | undefined;
}

const keptMs = 30 * 24 * 60 * 60 * 1000;

/** What is kept and not older than 30 days. */
export function keptTouches(now: number): KeptTouches {
  const { first, last, campaign } = Object(readKept('TOUCH')) as KeptTouches; // written by app/site/touch.ts alone
  const still = <Part extends { at: string | null }>(part: Part | undefined) =>
    part && now - Date.parse(part.at ?? '') < keptMs ? part : undefined;
  return { first: still(first), last: still(last), campaign: still(campaign) };
}

/** Whether this browser says that its reader does not want to be tracked. */
export function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }; // some browsers have it
  return doNotTrack === '1' || globalPrivacyControl === true;
}
