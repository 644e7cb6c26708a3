import type { Call } from '../../shared/calls.ts';
import { type ConfirmationTimes, confirmedUntil } from '../accounts/rules.ts';
import { type Role, roles, type TargetKind } from './contract.ts';

/**
 * The roles that have each right (spec: studio.md#roles). `claim` is for any user while nobody owns the site; `enter` is for everybody
 * with a role.
 */
const whoMay = {
  claim: [null, ...roles],
  enter: roles,
  /** Books in and edited, trash and back, recommended, publishing. */
  books: ['owner', 'editor'],
  /** Visits, chapters, stops, the funnel up to registration. */
  numbers: ['owner', 'editor'],
  /** Jobs, failures, storage, broken pages. */
  content_health: ['owner', 'editor'],
  /** People, grants, bans. */
  people: ['owner', 'support'],
  /** Orders, refunds, coupons. */
  money: ['owner', 'support'],
  /** Reconciliation, webhooks. */
  money_health: ['owner', 'support'],
  /** The funnel's payments, revenue, members. */
  revenue: ['owner'],
  backups: ['owner'],
  /** Whole books out again, drafts too. */
  export: ['owner'],
  prices: ['owner'],
  settings: ['owner'],
  roles: ['owner'],
  delete_for_ever: ['owner'],
} as const satisfies Record<string, readonly (Role | null)[]>;

export type Right = keyof typeof whoMay;

/** Whether somebody with that role, or a user without one, may do it. */
export function hasRight(role: Role | null, right: Right): boolean {
  const may: readonly (Role | null)[] = whoMay[right];
  return may.includes(role);
}

/** How recently the session of a call must have been confirmed. */
export type Wants = 'nothing' | 'studio' | 'sensitive';

/**
 * A call of the studio: the right that it wants, how fresh the session's confirmation must be ('studio' by default),
 * and the limit of its body where that is not the usual one. Where `scopes` has `publish`, a program's key opens it
 * too.
 */
export type StudioCall = Call & {
  who: 'studio';
  path: `/studio/${string}`;
  right: Right;
  wants?: Wants;
  mostBodyBytes?: number;
};

/** Declares a call of the studio, as `defineCall` does all others. */
export function defineStudioCall<const Given extends Omit<StudioCall, 'who'>>(call: Given): Given & { who: 'studio' } {
  return { ...call, who: 'studio' };
}

/** The confirmation that a call lacks; null: it has what it wants. */
export function decideConfirmation(
  wants: Wants,
  given: { confirmedAt: Date | null; now: Date; times: ConfirmationTimes },
): 'studio' | 'sensitive' | null {
  if (wants === 'nothing') return null;
  const { studioUntil, sensitiveUntil } = confirmedUntil(given);
  if (wants === 'sensitive' && !sensitiveUntil) return 'sensitive';
  return studioUntil ? null : 'studio';
}

/** An act of somebody with a role on a user. */
export type ActOnPerson = 'end_sessions' | 'password_link' | 'ban' | 'grant' | 'refund';

/**
 * Whether `staff` may do that to `person` (spec: studio.md#roles): only an owner acts on the account of somebody with a
 * role, nobody bans themselves, and support may not grant or refund anything to itself.
 */
export function mayActOn(
  staff: { userId: string; role: Role },
  { act, person }: { act: ActOnPerson; person: { userId: string; role: Role | null } },
): boolean {
  const isOneself = staff.userId === person.userId;
  switch (act) {
    case 'ban':
      return !isOneself && (person.role === null || staff.role === 'owner');
    case 'end_sessions':
    case 'password_link':
      return person.role === null || staff.role === 'owner';
    case 'grant':
    case 'refund':
      return !isOneself || staff.role === 'owner';
  }
}

/** The rows of the audit that somebody sees: all, or their own and those of targets of these kinds. */
export type AuditSight = 'all' | { userId: string; kinds: readonly TargetKind[] };

/** Only an owner sees everything; the others see their own rows, and those of the book or person they look at. */
export function decideAuditSight(
  staff: { userId: string; role: Role },
  { target }: { target: string | undefined },
): AuditSight {
  const { userId, role } = staff;
  if (role === 'owner') return 'all';
  if (target === undefined) return { userId, kinds: [] };
  return { userId, kinds: role === 'editor' ? ['book', 'chapter'] : ['user'] };
}

export type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ, before and after. E.g. {a: 1, b: 2} and {a: 1, b: 3} give {b: 2} and {b: 3}. */
export function changedFields(
  before: Fields | null,
  after: Fields | null,
): { before: Fields | null; after: Fields | null } {
  if (!before || !after) return { before, after };
  const differs = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const only = (fields: Fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => differs(name)));
  return { before: only(before), after: only(after) };
}

const secretNames = /^(new_|old_)?(password|password_hash|token|jwt|code|codes|code_hash|secret|link|url)$/;

/** The names of fields, at any depth, that no record may have because they open something; empty: all are fine. */
export function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(secretNames.test(name) ? [name] : []),
    ...secretsIn(inner),
  ]);
}
