import { describe, expect, it } from 'vitest';
import { type AccessFacts, decideAccess, type FreeWindow, mergeWindows } from './access.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const facts: AccessFacts = {
  number: 10,
  publicFreeChapters: 3,
  earlyAccessDays: 14,
  publishedAt: at('01T10:00:00'),
  access: 'rule',
  freeAt: null,
};
const window: FreeWindow = { from: at('05T00:00:00'), to: at('08T00:00:00') };
const free = (reason: string, until: Date | null = null) => ({ state: 'free', reason, freeAt: null, until });
const members = (reason: string, freeAt: Date | null = null, until: Date | null = null) => ({
  state: 'members',
  reason,
  freeAt,
  until,
});

describe('the access to a chapter', () => {
  it.each([
    ['02T00:00:00', members('early_access', window.from, window.to)],
    ['04T23:59:59.999', members('early_access', window.from, window.to)],
    ['05T00:00:00', free('window', window.to)],
    ['07T23:59:59.999', free('window', window.to)],
    ['08T00:00:00', members('early_access', at('15T10:00:00'))],
    ['15T09:59:59.999', members('early_access', at('15T10:00:00'))],
    ['15T10:00:00', free('early_access')],
  ])('with early access and a window, on %s', (now, expected) => {
    expect(decideAccess(facts, [window], at(now))).toEqual(expected);
  });

  it.each<[string, Partial<AccessFacts>, readonly FreeWindow[], object]>([
    ['is an override before anything else', { access: 'free' }, [], free('override')],
    ['opens at its own date', { freeAt: at('02T00:00:00') }, [], free('override')],
    ['stays for members, in a window too', { access: 'members' }, [window], members('override')],
    [
      'for members names its own date',
      { access: 'members', freeAt: at('20T00:00:00') },
      [window],
      members('override', at('20T00:00:00')),
    ],
    ['is free among the first', { number: 3 }, [], free('first_free')],
    [
      'is free among the first three where the book does not say',
      { number: 3, publicFreeChapters: null },
      [],
      free('first_free'),
    ],
    ['of members has no date where nothing opens it', { earlyAccessDays: null }, [], members('rule')],
    [
      'waits for the next window',
      { earlyAccessDays: null },
      [{ from: at('20T00:00:00'), to: at('21T00:00:00') }],
      members('rule', at('20T00:00:00'), at('21T00:00:00')),
    ],
    [
      'has no early access beside its own date',
      { freeAt: at('20T00:00:00') },
      [],
      members('override', at('20T00:00:00')),
    ],
    [
      'opens for good where a window begins at that moment',
      {},
      [{ from: at('15T10:00:00'), to: at('16T00:00:00') }],
      members('early_access', at('15T10:00:00')),
    ],
    [
      'opens for good where a window ends at that moment',
      {},
      [{ from: at('06T00:00:00'), to: at('15T10:00:00') }],
      free('window'),
    ],
    [
      'before a window that ends as it opens for good has no end',
      {},
      [{ from: at('12T00:00:00'), to: at('15T10:00:00') }],
      members('early_access', at('12T00:00:00')),
    ],
  ])('%s', (_, change, freeWindows, expected) => {
    expect(decideAccess({ ...facts, ...change }, freeWindows, at('10T00:00:00'))).toEqual(expected);
  });

  it('takes windows that touch or overlap for one window', () => {
    const overlapping = { from: at('07T00:00:00'), to: at('09T00:00:00') };
    const touching = { from: at('09T00:00:00'), to: at('10T00:00:00') };
    const apart = { from: at('11T00:00:00'), to: at('12T00:00:00') };
    expect(mergeWindows([apart, touching, window, overlapping])).toEqual([
      { from: window.from, to: touching.to },
      apart,
    ]);
  });
});
