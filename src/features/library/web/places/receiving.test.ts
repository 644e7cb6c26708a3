import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Progress } from '../../contract.ts';
import { furtherOf } from '../../rules.ts';
import { type AccountPlace, acknowledge, isToBeSent, isUndecided, receive } from './receiving.ts';
import type { StoredPlace } from './stored-places.ts';

const minute = (number: number) => new Date(Date.UTC(2026, 5, 1, 12, number)).toISOString();

/** In chapter n, read as far as one ever was. */
function progress(chapter: number, at: number, index = 2): Progress {
  const place = { index, fraction: 0.5 };
  return {
    book_uuid: 'book',
    chapter_uuid: `chapter ${chapter}`,
    position: place,
    furthest: { chapter_number: chapter, ...place },
    updated_at: minute(at),
  };
}

function kept(chapter: number, at: number, more: Partial<StoredPlace> = {}): StoredPlace {
  const details = { chapterNumber: chapter, bookTitle: 'Book', chapterTitle: `Title ${chapter}`, count: 9 };
  return { progress: progress(chapter, at), details, ...more };
}

/** An answer of the account, with its chapter looked up. */
function received(chapter: number, at: number, index = 2): AccountPlace {
  return { progress: progress(chapter, at, index), chapterNumber: chapter };
}

const chapterOf = (place: StoredPlace) => place.progress.chapter_uuid;

describe('what another device tells', () => {
  it('is taken where this one knows nothing', () => {
    expect(receive(undefined, received(5, 1))).toEqual({
      progress: progress(5, 1),
      details: { chapterNumber: 5 },
      heard: minute(1),
    });
  });

  it('leads forward by itself, and the words of another chapter are not kept for it', () => {
    const place = receive(kept(3, 1), received(5, 2));
    expect(chapterOf(place)).toBe('chapter 5');
    expect(place.details).toEqual({ bookTitle: 'Book', chapterNumber: 5 });
    expect(place.elsewhere).toBeUndefined();
  });

  it('leads forward within a chapter, whose words stay', () => {
    const place = receive(kept(3, 1), received(3, 2, 7));
    expect(place.progress.position.index).toBe(7);
    expect(place.details).toEqual(kept(3, 1).details);
  });

  it('is asked about where it lies behind', () => {
    const place = receive(kept(5, 1), received(3, 2));
    expect(chapterOf(place)).toBe('chapter 5');
    expect(place.elsewhere).toEqual({
      chapterUuid: 'chapter 3',
      chapterNumber: 3,
      position: { index: 2, fraction: 0.5 },
    });
  });

  it('is followed anywhere where nothing was read here yet', () => {
    const adopted: StoredPlace = { progress: progress(5, 1), details: {} };
    expect(chapterOf(receive(adopted, { progress: progress(3, 2), chapterNumber: null }))).toBe('chapter 3');
  });

  it('is asked about where nobody can tell whether it lies behind', () => {
    const furthest = { chapter_number: 9, index: 2, fraction: 0.5 };
    const place = receive(kept(5, 1), { progress: { ...progress(3, 2), furthest }, chapterNumber: null });
    expect(chapterOf(place)).toBe('chapter 5');
    expect(place.elsewhere?.chapterNumber).toBeNull();
    expect(place.progress.furthest.chapter_number).toBe(9);
  });

  it('is asked about where it is older, and ahead of what the account has not heard of', () => {
    const place = receive(kept(2, 5, { unsent: true }), received(12, 1));
    expect(chapterOf(place)).toBe('chapter 2');
    expect(place.elsewhere?.chapterNumber).toBe(12);
  });

  it('is asked about before the account is taken back from it', () => {
    const place = receive(kept(2, 5, { unsent: true }), received(12, 1));
    expect(isToBeSent(place)).toBe(false);
    expect(isToBeSent(receive(kept(5, 5, { unsent: true }), received(3, 1)))).toBe(true);
  });

  it('leads forward within a chapter in which this device has read too', () => {
    const place = receive(kept(3, 5, { unsent: true }), received(3, 4, 7));
    expect(place.progress).toEqual(progress(3, 4, 7));
    expect(isToBeSent(place)).toBe(false);
  });

  it('is no news when it was told from here, or heard here before', () => {
    const back = kept(2, 9, { unsent: true });
    for (const dealings of [{ heard: minute(5) }, { sent: minute(5) }]) {
      const place = receive({ ...back, ...dealings }, received(12, 5));
      expect(chapterOf(place)).toBe('chapter 2');
      expect(place.elsewhere).toBeUndefined();
      expect(isToBeSent(place)).toBe(true);
    }
  });

  it('ends a question that it makes old', () => {
    const asked = receive(kept(5, 1), received(3, 2));
    expect(receive(asked, received(3, 2)).elsewhere).toBeDefined();
    expect(receive(asked, received(5, 3)).elsewhere).toBeUndefined();
  });

  it('is no news where it is older, and the account knows where this one is', () => {
    expect(receive(kept(5, 3), received(3, 1)).elsewhere).toBeUndefined();
  });

  it('of the same place brings the time that all devices go by', () => {
    const ahead = kept(3, 50);
    expect(receive(ahead, received(3, 2)).progress.updated_at).toBe(minute(2));
    expect(receive({ ...ahead, unsent: true }, received(3, 2)).progress.updated_at).toBe(minute(50));
  });

  it('never takes the furthest back, nor the place without asking', () => {
    const anyTold = fc
      .record({ chapter: fc.integer({ min: 1, max: 6 }), at: fc.nat(9), index: fc.nat(4), isLookedUp: fc.boolean() })
      .map(({ chapter, at, index, isLookedUp }): AccountPlace => {
        const { progress, chapterNumber } = received(chapter, at, index);
        return { progress, chapterNumber: isLookedUp ? chapterNumber : null };
      });
    const numberOf = (place: StoredPlace) => Number(place.progress.chapter_uuid.split(' ')[1]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(anyTold), fc.boolean(), (chapter, tellings, unsent) => {
        let place = kept(chapter, 4, unsent ? { unsent } : {});
        for (const each of tellings) {
          const next = receive(place, each);
          expect(furtherOf(next.progress.furthest, place.progress.furthest)).toEqual(next.progress.furthest);
          expect(numberOf(next)).toBeGreaterThanOrEqual(numberOf(place));
          place = next;
        }
      }),
    );
  });

  it.each([
    ['in another chapter, later', kept(5, 1), progress(3, 2), true],
    [
      'in another chapter, before what the account has not heard of',
      kept(5, 3, { unsent: true }),
      progress(3, 2),
      true,
    ],
    ['in another chapter, before what it has', kept(5, 3), progress(3, 2), false],
    ['in the same chapter', kept(3, 1), progress(3, 2, 7), false],
  ])('%s', (_, mine, theirs, isAsked) => {
    expect(isUndecided(mine, theirs)).toBe(isAsked);
  });
});

describe('what the account has', () => {
  it('need not be sent again, unless its reader has read on', () => {
    const place = kept(3, 1, { unsent: true });
    expect(acknowledge(place, place.progress).unsent).toBeUndefined();
    expect(acknowledge(place, progress(3, 0)).unsent).toBe(true);
  });
});
