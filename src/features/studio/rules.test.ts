import { describe, expect, it } from 'vitest';
import { confirmedUntil } from '../accounts/rules.ts';
import { type Role, roles } from './contract.ts';
import {
  type ActOnPerson,
  changedFields,
  decideAuditSight,
  decideConfirmation,
  hasRight,
  mayActOn,
  type Right,
  secretsIn,
} from './rules.ts';

describe('rights', () => {
  it.each<[Right, string]>([
    ['enter', 'owner editor support'],
    ['books', 'owner editor'],
    ['numbers', 'owner editor'],
    ['content_health', 'owner editor'],
    ['people', 'owner support'],
    ['money', 'owner support'],
    ['money_health', 'owner support'],
    ['revenue', 'owner'],
    ['backups', 'owner'],
    ['export', 'owner'],
    ['prices', 'owner'],
    ['roles', 'owner'],
    ['delete_for_ever', 'owner'],
  ])('%s are those of %s', (right, who) => {
    expect(roles.filter((role) => hasRight(role, right)).join(' ')).toBe(who);
    expect(hasRight(null, right)).toBe(false);
  });

  it('let any user claim the site', () => {
    expect([null, ...roles].every((role) => hasRight(role, 'claim'))).toBe(true);
  });
});

describe('what is done to a person', () => {
  it.each<[Role, ActOnPerson, Role | null, 'self' | 'other', boolean]>([
    ['owner', 'ban', 'editor', 'other', true],
    ['owner', 'ban', 'owner', 'self', false],
    ['support', 'ban', null, 'other', true],
    ['support', 'ban', 'editor', 'other', false],
    ['support', 'end_sessions', null, 'other', true],
    ['support', 'end_sessions', 'support', 'other', false],
    ['support', 'password_link', 'owner', 'other', false],
    ['owner', 'password_link', 'support', 'other', true],
    ['support', 'grant', 'support', 'self', false],
    ['support', 'refund', 'support', 'self', false],
    ['support', 'grant', 'editor', 'other', true],
    ['owner', 'grant', 'owner', 'self', true],
  ])('%s: %s of somebody with the role %s (%s): %s', (role, act, theirs, who, allowed) => {
    const userId = who === 'self' ? 'me' : 'them';
    expect(mayActOn({ userId: 'me', role }, { act, person: { userId, role: theirs } })).toBe(allowed);
  });
});

describe('a confirmation', () => {
  const times = { everyMs: 12 * 3_600_000, sensitiveMs: 900_000 };
  const now = new Date('2026-01-01T12:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);

  it.each([
    ['nothing', null, null],
    ['studio', null, 'studio'],
    ['studio', ago(times.everyMs), 'studio'],
    ['studio', ago(times.everyMs - 1), null],
    ['sensitive', ago(times.sensitiveMs - 1), null],
    ['sensitive', ago(times.sensitiveMs), 'sensitive'],
    ['sensitive', null, 'sensitive'],
  ] as const)('for %s, given at %s: lacks %s', (wants, confirmedAt, lacks) => {
    expect(decideConfirmation(wants, { confirmedAt, now, times })).toBe(lacks);
  });

  it('is never longer for sensitive calls than for everyday ones', () => {
    const short = { everyMs: 1_000, sensitiveMs: 900_000 };
    expect(confirmedUntil({ confirmedAt: ago(2_000), now, times: short })).toEqual({
      studioUntil: null,
      sensitiveUntil: null,
    });
  });
});

describe('the audit', () => {
  it('shows everything to owners, the others their own and what they look at', () => {
    const sight = (role: Role, target?: string) => decideAuditSight({ userId: 'me', role }, { target });
    expect(sight('owner')).toBe('all');
    expect(sight('editor')).toEqual({ userId: 'me', kinds: [] });
    expect(sight('editor', 'a book')).toEqual({ userId: 'me', kinds: ['book', 'chapter'] });
    expect(sight('support', 'a person')).toEqual({ userId: 'me', kinds: ['user'] });
  });

  it('keeps the changed fields alone', () => {
    const fields = changedFields({ title: 'a', tags: ['x'], old: 1 }, { title: 'b', tags: ['x'] });
    expect(fields).toEqual({ before: { title: 'a', old: 1 }, after: { title: 'b' } });
    expect(changedFields(null, { title: 'b' })).toEqual({ before: null, after: { title: 'b' } });
  });

  it('knows the names of secrets at any depth', () => {
    expect(secretsIn({ plan: 'month', coupons: [{ last_four: '1234', code: 'x' }], new_password: 'y' })).toEqual([
      'code',
      'new_password',
    ]);
    expect(secretsIn({ language: 'en-us', count: 3 })).toEqual([]);
  });
});
