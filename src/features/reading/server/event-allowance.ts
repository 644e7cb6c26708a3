import { isIpv6, networkOf, wideNetworkOf } from '../../../server/http/address.ts';

export interface Who {
  kind: 'user' | 'visitor';
  id: string;
}

/**
 * So many events a day are kept one by one (spec: reading.md#events); everybody in a school or an office shares an
 * address.
 */
const eventsOfReader = 200;
const eventsOfNetwork = 2000;
const networksOfWideNetwork = 3;
/** With more senders than this all counts begin anew. */
const mostSubjects = 100_000;

/** Takes up to `count` events from the day's allowance of a sender; returns how many of them may be kept. */
export type TakeEvents = (given: { day: string; address: string; who: Who | null; count: number }) => number;

/** The allowances of this process; with a scale of 0 everything is kept. */
export function createEventAllowance({ scale }: { scale: number }): TakeEvents {
  let taken = new Map<string, number>();
  let dayOfCounts = '';
  return ({ day, address, who, count }) => {
    if (scale === 0) return count;
    if (day !== dayOfCounts || taken.size > mostSubjects) taken = new Map();
    dayOfCounts = day;
    const limits = limitsOf(address, who);
    const left = limits.map(([subject, allowed]) => Math.ceil(allowed * scale) - (taken.get(subject) ?? 0));
    const kept = Math.max(0, Math.min(count, ...left));
    if (kept > 0) for (const [subject] of limits) taken.set(subject, (taken.get(subject) ?? 0) + kept);
    return kept;
  };
}

function limitsOf(address: string, who: Who | null): [subject: string, allowed: number][] {
  const limits: [string, number][] = [[networkOf(address), eventsOfNetwork]];
  if (isIpv6(address)) limits.push([wideNetworkOf(address), eventsOfNetwork * networksOfWideNetwork]);
  if (who) limits.push([`${who.kind} ${who.id}`, eventsOfReader]);
  return limits;
}
