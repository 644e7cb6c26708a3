import type { AccessOnWire } from '../contract.ts';
import type { Dates } from '../server/dates/openings.ts';

/** Dates without windows, at this machine's time. */
export const plainDates: Dates = {
  now: () => new Date(),
  freeWindowsOf: () => [],
  changedAt: () => Number.NEGATIVE_INFINITY,
};

/** The access to one of the first chapters, which are free. */
export const freeAccess: AccessOnWire = { state: 'free', free_at: null, until: null, reason: 'first_free' };
