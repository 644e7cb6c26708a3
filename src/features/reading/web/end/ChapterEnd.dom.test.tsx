import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { addressOfChapter, bookUuid, comicChapter, lockedChapter, uuidOfChapter } from '../../testing/chapters.ts';
import {
  keepTestsApart,
  loadInput,
  locked,
  type Opened,
  openReader,
  press,
  settle,
} from '../../testing/open-reader.tsx';

keepTestsApart();

const chapter = (number: number) => comicChapter({ number, chapters: 5, layout: 'pages' });
const asked = ({ calls }: Opened) => calls.map(({ call }) => call);
const peek = (number: number) => `GET /comics/chapters/${bookUuid}/en-us/asc/${number - 1}/1`;
const named = (number: number) => ({
  [peek(number)]: {
    result: { chapters: [{ title: `Light ${number}`, access: { state: number <= 3 ? 'free' : 'members' } }] },
  },
});
const whole = (number: number) => `GET /comics/chapter_comics/${uuidOfChapter(number)}/en-us`;
const membership = (isExpired: boolean) => ({
  'GET /user/book/membership': { result: { expire_at: '2027-01-01T00:00:00Z', is_expired: isExpired } },
});

async function readToEnd(number: number, opening: Parameters<typeof openReader>[1] = {}) {
  const opened = await openReader(chapter(number), opening);
  await loadInput();
  for (let turns = 0; turns < 6; turns += 1) press('j');
  await settle();
  return opened;
}

const panel = () => screen.getByRole('region', { name: /^End of chapter/ });
const next = () => within(panel()).getByRole('link', { name: /Up next/ });

describe('the end of a chapter', () => {
  it('says what was read, and leads to the next chapter by its title', async () => {
    await readToEnd(2, { answers: { ...named(3), [whole(3)]: { result: chapter(3) } } });
    await screen.findByText('Light 3');
    expect(within(panel()).getByText(/You have read .*Light 2/)).toBeTruthy();
    expect(next().getAttribute('href')).toBe(addressOfChapter(3));
    expect(within(panel()).queryByText('Members only')).toBeNull();
  });

  it('opens the next chapter with one turn more', async () => {
    const { addresses } = await readToEnd(2);
    press('j');
    expect(addresses).toEqual([addressOfChapter(3)]);
  });

  it('says that nothing follows the last chapter', async () => {
    await readToEnd(5);
    expect(within(panel()).getByText('You are up to date')).toBeTruthy();
    expect(within(panel()).queryByText('Up next')).toBeNull();
  });

  it('says which chapters are missing before the next one', async () => {
    const gap = { next_chapter_number: 5, next_chapter_uuid: uuidOfChapter(5) };
    await openReader({ ...chapter(2), ...gap });
    await loadInput();
    for (let turns = 0; turns < 6; turns += 1) press('j');
    expect(within(panel()).getByText('2 chapters are missing in between.')).toBeTruthy();
  });

  it.each([
    ['10', '13', '2 chapters are missing in between.'],
    ['10.5', '13', null],
    ['10', '11', null],
    ['10', 'Extra', null],
    ['10', '13', null, 1],
  ])('says by the prints %s and %s what is missing: %s', async (label, next_label, words, next_season = 2) => {
    await openReader({ ...chapter(2), season: 2, label, next_season, next_label });
    await loadInput();
    for (let turns = 0; turns < 6; turns += 1) press('j');
    expect(within(panel()).getByText(`End of chapter ${label}`)).toBeTruthy();
    expect(within(panel()).queryByText(/missing in between/)?.textContent ?? null).toBe(words);
  });

  it('asks for the next chapter from the half on, and not before', async () => {
    const opened = await openReader(chapter(2), { answers: { ...named(3), [whole(3)]: { result: chapter(3) } } });
    await loadInput();
    press('j');
    await settle();
    expect(asked(opened)).not.toContain(peek(3));
    press('j');
    press('j');
    await vi.waitFor(() => expect(asked(opened)).toContain(whole(3)));
  });

  it('shows a visitor the lock of the next chapter, which is not asked for', async () => {
    const opened = await readToEnd(3, { answers: named(4) });
    expect(await screen.findByText('Members only')).toBeTruthy();
    expect(asked(opened)).not.toContain(whole(4));
  });

  it.each([
    ['a member no lock', false, 0],
    ['a user whose membership has ended the lock', true, 1],
  ])('shows %s', async (_, isExpired, locks) => {
    const answers = { ...named(4), ...membership(isExpired), [whole(4)]: { result: chapter(4) } };
    const opened = await readToEnd(3, { isUser: true, answers });
    await vi.waitFor(() => expect(asked(opened)).toContain('GET /user/book/membership'));
    await screen.findByText('Light 4');
    if (locks === 0) await vi.waitFor(() => expect(asked(opened)).toContain(whole(4)));
    else await screen.findByText('Members only');
    expect(within(panel()).queryAllByText('Members only')).toHaveLength(locks);
  });
});

describe('a chapter that stays closed', () => {
  it('leads a visitor to the card and to the login', async () => {
    await openReader(locked('membership_required', lockedChapter({ number: 4, chapters: 5 })));
    expect(screen.getByText('This chapter is only open to members')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Buy now' }).getAttribute('href')).toContain('#top-up');
    const back = encodeURIComponent(addressOfChapter(4));
    expect(screen.getByRole('link', { name: /Log in/ }).getAttribute('href')).toContain(`next=${back}`);
  });

  it('tells a user that their membership has ended', async () => {
    const answer = locked('membership_expired', lockedChapter({ number: 4, chapters: 5 }));
    await openReader(answer, { isUser: true });
    expect(await screen.findByText('Your membership has expired')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Log in/ })).toBeNull();
  });

  it('opens when its reader comes back with the right', async () => {
    let answer: unknown = locked('membership_required', lockedChapter({ number: 4, chapters: 5 }));
    await openReader(locked('membership_required', lockedChapter({ number: 4, chapters: 5 })), {
      answers: { [whole(4)]: () => answer },
    });
    answer = { result: chapter(4) };
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText('Page 1 of 6')).toBeTruthy();
  });
});
