import { sourceOf } from '../shared/source.ts';
import type { Touch } from '../shared/touch.ts';
import { asksNotToBeTracked, type KeptTouch, keptTouches } from './kept-touch.ts';

/** The field with which a registration or an order tells where its reader came from, who does not mind. */
export function touchField(now: number): { touch?: object } {
  const { first, last } = keptTouches(now);
  return (first || last) && !asksNotToBeTracked() ? { touch: { first: classed(first), last: classed(last) } } : {};
}

const classed = (kept: KeptTouch | undefined): Touch | undefined =>
  kept && { ...kept, referrer_class: sourceOf(kept.referrer_host, location.hostname) };

/** The field with which a registration names the campaign whose link its reader followed. */
export function campaignField(now: number): { campaign?: string } {
  const { campaign } = keptTouches(now);
  return campaign ? { campaign: campaign.word } : {};
}
