import { describe, expect, it } from 'vitest';
import type { OpenedChapter } from './chapter.ts';
import { heldOpen, sightOf } from './chapter-view.ts';

// The content of the chapter does not matter to who may see it.
const open = (viewer: string | null) => ({ state: 'open', viewer }) as OpenedChapter;
const locked = (viewer: string | null) => ({ state: 'locked', viewer, reason: 'membership_expired' }) as OpenedChapter;

const quiet = { isFetching: false, isError: false, firstAsk: 'settled' } as const;
const asking = { ...quiet, isFetching: true };
const failing = { ...quiet, isError: true };

describe('a chapter on the screen', () => {
  it.each([
    ['nothing is known', { ...asking, opened: undefined, viewer: null }, 'waiting'],
    ['nothing came', { ...failing, opened: undefined, viewer: null }, 'failed'],
    [
      'nothing came, and it is asked for again',
      { ...asking, isError: true, opened: undefined, viewer: null },
      'waiting',
    ],
    ['it is open to a visitor', { ...quiet, opened: open(null), viewer: null }, 'opened'],
    ['the server renders an open one', { ...quiet, opened: open(null), viewer: null }, 'opened'],
    ['the server renders a locked one', { ...quiet, opened: locked(null), viewer: null }, 'opened'],
    ['it is locked for a visitor', { ...quiet, opened: locked(null), viewer: null }, 'opened'],
    ['a user has the lock that was meant for visitors', { ...quiet, opened: locked(null), viewer: 'u' }, 'waiting'],
    ['the own answer to a lock is on its way', { ...asking, opened: locked(null), viewer: 'u' }, 'waiting'],
    ['the own answer to a lock did not come', { ...failing, opened: locked(null), viewer: 'u' }, 'failed'],
    [
      'a lock from before is asked about',
      { ...asking, firstAsk: 'asked', opened: locked('u'), viewer: 'u' },
      'waiting',
    ],
    [
      'a lock from before is not asked about yet',
      { ...quiet, firstAsk: 'due', opened: locked('u'), viewer: 'u' },
      'waiting',
    ],
    ['it is locked for this user', { ...quiet, opened: locked('u'), viewer: 'u' }, 'opened'],
    ['its lock is asked about in passing', { ...asking, opened: locked('u'), viewer: 'u' }, 'opened'],
    ['the session ended in it', { ...asking, opened: open('u'), viewer: null }, 'opened'],
    [
      'the session ended in it, and nobody says what a visitor may see',
      { ...failing, opened: open('u'), viewer: null },
      'failed',
    ],
    ['another took over, and nothing came for them', { ...failing, opened: open('u'), viewer: 'w' }, 'failed'],
    ['what is open to everybody is a user’s too', { ...failing, opened: open(null), viewer: 'u' }, 'opened'],
  ] as const)('when %s', (_name, facts, state) => {
    expect(sightOf(facts).state).toBe(state);
  });

  it.each([
    ['u', 'u', true],
    [null, 'u', false],
    ['u', null, false],
    [null, null, true],
  ])('answered for %s and shown to %s is their own: %s', (answered, viewer, isOwn) => {
    expect(sightOf({ ...quiet, opened: open(answered), viewer })).toMatchObject({ isOwn });
  });
});

describe('a chapter whose right ends while it is open', () => {
  it.each([
    ['stays, and says why no more will come', open('u'), locked('u'), open('u'), 'membership_expired'],
    ['goes with its reader', open('u'), locked(null), locked(null), null],
    ['comes back with the right', open('u'), open('u'), open('u'), null],
    ['was never open', null, locked('u'), locked('u'), null],
  ])('%s', (_name, held, answer, shown, lost) => {
    expect(heldOpen(held, answer)).toEqual({ opened: shown, lost });
  });
});
