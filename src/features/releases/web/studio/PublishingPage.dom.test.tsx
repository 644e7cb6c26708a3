import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../web/api-client.ts';
import { dismissToast, toasts } from '../../../../web/ui/toasts.ts';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { dayIn } from '../../../studio/web/times.ts';
import { addDays } from './days.ts';
import { publishingPage } from './PublishingPage.tsx';

const today = dayIn(Date.now(), undefined);
const at = (days: number) => new Date(`${addDays(today, days)}T18:00:00`).toISOString();

function chapterOf(number: number, publishedAt: string | null, state: string) {
  const editions = ['en-us', 'fr-fr'].map((language) => ({ language, state, published_at: publishedAt }));
  return {
    ...{ book_uuid: 'mochi', book_title: 'Mochi', book_original_title: null, chapter_uuid: `ch${number}` },
    ...{ place: number, number, title: `Chapter of ${number}`, cover: null, published_at: publishedAt },
    ...{ access: 'rule', free_at: null, etag: `"${number}"`, editions },
  };
}
const chapters = [chapterOf(7, at(1), 'scheduled'), chapterOf(8, null, 'draft')];

type Sent = { call: string; query: URLSearchParams; body: unknown; ifMatch: string | null | undefined };

/** Opens the page; `refuse` fails calls that change something, but for those that move later chapters too. */
function open({
  search = '',
  isArabic = false,
  drafts = 1,
  refuse,
}: {
  search?: string;
  isArabic?: boolean;
  drafts?: number;
  refuse?: ApiError;
} = {}) {
  const sent: Sent[] = [];
  const led = openStudioPage({
    ...{ page: publishingPage, path: '/studio/publishing', search, isArabic },
    async answer(method, path, body, ifMatch) {
      const [name = '', query = ''] = path.split('?');
      const given = new URLSearchParams(query);
      sent.push({ call: `${method} ${name}`, query: given, body, ifMatch });
      const isWithLater = body !== undefined && 'with_later' in (body as object); // of a call
      if (method !== 'GET' && refuse && !isWithLater) throw refuse;
      if (name.endsWith('/order')) {
        const result = chapters.map(({ published_at: own, free_at, ...chapter }) => ({
          ...chapter,
          dates: { free_at, published_at: own, last_at: own },
        }));
        return { result, total: result.length };
      }
      if (name.startsWith('/studio/books/'))
        return { result: { titles: { 'en-us': 'Mochi' }, original_language: 'en-us' } };
      if (name.endsWith('/windows')) return { result: [], total: 0 };
      if (name.endsWith('/series')) {
        const result = [
          { chapter_uuid: 'ch8', place: 8, number: 8, languages: [], published_at: at(6), is_published: false },
        ];
        return { result: result.slice(0, drafts), total: drafts };
      }
      const momentOf = (name: string) => (given.has(name) ? Date.parse(given.get(name) ?? '') : null);
      const [from, to] = [momentOf('from'), momentOf('to')];
      const result = chapters.filter(({ published_at: own }) =>
        own === null ? from === null : from !== null && to !== null && Date.parse(own) >= from && Date.parse(own) < to,
      );
      return { result, total: result.length };
    },
  });
  const of = (call: string) => sent.filter((each) => each.call === call);
  return { sent, of, led };
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
  for (const { id } of toasts.get().shown) dismissToast(id);
});

describe('the calendar of publishing', () => {
  it('comes first, and asks for each week by itself, from the present one on', async () => {
    const { of } = open();
    await screen.findByRole('button', { name: /Mochi, chapter 7/ });
    const weeks = of('GET /studio/publishing').flatMap(({ query }) => query.get('from')?.slice(0, 10) ?? []);
    expect(new Set(weeks).size).toBe(5);
    expect([...weeks].sort()[0] ?? '').toBe(addDays(today, -new Date(today).getUTCDay()));
    expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe('Sun');
  });

  it('has one kind of digits in Arabic', async () => {
    open({ isArabic: true });
    await screen.findByRole('button', { name: /٧/ });
    expect(document.querySelector('table')?.textContent).not.toMatch(/\d/);
  });

  it('moves a chapter by keys, with all languages of its moment, and keeps its time', async () => {
    const { of } = open();
    const chip = await screen.findByRole('button', { name: /Mochi, chapter 7/ });
    for (const key of ['Enter', 'ArrowDown', 'ArrowRight', 'Enter']) fireEvent.keyDown(chip, { key });
    const [moved] = await waitFor(() => {
      const found = of('PUT /studio/chapters/ch7/publication');
      expect(found).toHaveLength(1);
      return found;
    });
    expect(moved?.body).toMatchObject({ published_at: `${addDays(today, 9)}T18:00:00`, languages: ['en-us', 'fr-fr'] });
  });

  it('places a draft by keys, never on a day that is over', async () => {
    const { of } = open();
    const chip = await screen.findByRole('button', { name: /Mochi, chapter 8/ });
    for (const key of ['Enter', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'Enter']) fireEvent.keyDown(chip, { key });
    await waitFor(() => expect(of('PUT /studio/chapters/ch8/publication')).toHaveLength(1));
    expect(of('PUT /studio/chapters/ch8/publication')[0]?.body).toMatchObject({
      published_at: `${addDays(today, 1)}T18:00`,
    });
  });

  it('leaves a chapter where it was at Escape, and names what is in the way of another day', async () => {
    const conflicts = [{ chapter_uuid: 'ch6', place: 6, title: 'Six', published_at: null }];
    const { of } = open({ refuse: new ApiError(409, { code: 'publish_out_of_order', conflicts }) });
    const chip = await screen.findByRole('button', { name: /Mochi, chapter 7/ });
    for (const key of ['Enter', 'ArrowDown', 'Escape']) fireEvent.keyDown(chip, { key });
    expect(of('PUT /studio/chapters/ch7/publication')).toEqual([]);
    for (const key of ['Enter', 'ArrowDown', 'Enter']) fireEvent.keyDown(chip, { key });
    expect((await screen.findByRole('alert')).textContent).toBe('Chapter 6, “Six”, must be published first.');
  });

  it('moves a chapter at the next try where somebody else was quicker', async () => {
    const { sent, of } = open({ refuse: new ApiError(412, { code: 'edit_conflict', etag: '"theirs"' }) });
    const chip = await screen.findByRole('button', { name: /Mochi, chapter 7/ });
    sent.length = 0;
    for (const key of ['Enter', 'ArrowDown', 'Enter']) fireEvent.keyDown(chip, { key });
    await waitFor(() => expect(of('GET /studio/publishing').length).toBeGreaterThan(0));
    fireEvent.click(chip, { detail: 1 });
    for (const version of ['"7"', '"theirs"']) {
      sent.length = 0;
      fireEvent.click(screen.getByText('Schedule'));
      await waitFor(() => expect(of('PUT /studio/chapters/ch7/publication')).toMatchObject([{ ifMatch: version }]));
      await waitFor(() => expect(of('GET /studio/publishing').length).toBeGreaterThan(0));
      expect(screen.getByText('Someone else changed this in the meantime')).toBeTruthy();
    }
  });

  it('says of a chapter in the way that comes later that it does', async () => {
    const conflicts = [{ chapter_uuid: 'ch9', place: 9, title: 'Nine', published_at: at(2) }];
    open({ refuse: new ApiError(409, { code: 'publish_out_of_order', conflicts }) });
    const chip = await screen.findByRole('button', { name: /Mochi, chapter 7/ });
    for (const key of ['Enter', 'ArrowDown', 'Enter']) fireEvent.keyDown(chip, { key });
    expect((await screen.findByRole('alert')).textContent).toContain('Nine”, comes after it');
  });
});

describe('a chapter with others behind it', () => {
  const conflicts = [{ chapter_uuid: 'ch9', place: 9, title: 'Nine', published_at: at(2) }];
  const refuse = new ApiError(409, { code: 'publish_out_of_order', conflicts });
  const later = { name: 'Also move later chapters' };

  it('is moved with them, which no Undo of the one offers to take back', async () => {
    const { of } = open({ refuse });
    const chip = await screen.findByRole('button', { name: /Mochi, chapter 7/ });
    for (const key of ['Enter', 'ArrowDown', 'Enter']) fireEvent.keyDown(chip, { key });
    fireEvent.click(await screen.findByRole('button', later));
    await waitFor(() => expect(toasts.get().shown.map(({ action }) => action)).toEqual([undefined]));
    expect(of('PUT /studio/chapters/ch7/publication')[1]?.body).toMatchObject({ with_later: true });
  });

  it('is not moved to a date that was corrected', async () => {
    open({ refuse });
    fireEvent.click(await screen.findByRole('button', { name: /Mochi, chapter 7/ }), { detail: 1 });
    const date = await screen.findByLabelText('Date');
    fireEvent.click(screen.getByRole('button', { name: 'Schedule' }));
    await screen.findByRole('button', later);
    fireEvent.click(screen.getByRole('switch', { name: 'Tell followers' }));
    expect(screen.getByRole('button', later)).toBeTruthy();
    fireEvent.change(date, { target: { value: addDays(today, 5) } });
    expect(screen.queryByRole('button', later)).toBeNull();
  });
});

describe('the list of publishing', () => {
  const asked = ({ of }: ReturnType<typeof open>) => of('GET /studio/publishing').map(({ query }) => query);

  it('begins today, and has what is past behind a button', async () => {
    const [query] = asked(open({ search: '?view=list' }));
    expect([query?.get('from'), query?.get('to')]).toEqual([`${today}T00:00:00`, null]);
    expect(await screen.findByRole('button', { name: 'Earlier' })).toBeTruthy();
    cleanup();
    const [past] = asked(open({ search: '?view=list&when=past' }));
    expect([past?.get('from'), past?.get('to'), past?.get('direction')]).toEqual([null, `${today}T00:00:00`, 'desc']);
  });

  it('counts its state among its filters, and not where it is turned to', async () => {
    const { led } = open({ search: '?view=list&state=draft&when=past&week=2026-03-02' });
    expect(await screen.findByRole('button', { name: 'Filters (1)' })).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Calendar' }));
    expect(led.at(-1)).not.toContain('state');
  });

  it('links a row to its book and its chapter', async () => {
    open({ search: '?view=list&state=draft' });
    const chapter = await screen.findByRole('link', { name: /Chapter of 8/ });
    expect(chapter.getAttribute('href')).toBe('/studio/books/mochi/chapters/ch8');
    expect(screen.getByRole('link', { name: /Mochi/ }).getAttribute('href')).toBe('/studio/books/mochi');
  });
});

describe('the dialog of many chapters', () => {
  it('shows the dates of the drafts of the book, and sets them once they are confirmed', async () => {
    const { of } = open({ search: '?book=mochi' });
    fireEvent.click(screen.getByRole('button', { name: 'Schedule drafts…' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Schedule 1 chapter' }));
    await waitFor(() => expect(of('POST /studio/publishing/series')).toHaveLength(2));
    const [planned, set] = of('POST /studio/publishing/series').map(({ body }) => body);
    const wish = { book_uuid: 'mochi', every: { weeks: 1, weekdays: [5], at: '18:00' }, per: 1 };
    expect(planned).toMatchObject({ ...wish, dry_run: true });
    // The chapter before it is published tomorrow.
    expect(set).toHaveProperty('start', `${addDays(today, 2)}T00:00`);
    expect(set).toMatchObject(wish);
    expect(set).not.toHaveProperty('dry_run');
    expect(set).not.toHaveProperty('silent');
  });

  it('says of a book without drafts that there is nothing to schedule, and offers nothing', async () => {
    open({ search: '?book=mochi', drafts: 0 });
    fireEvent.click(screen.getByRole('button', { name: 'Schedule drafts…' }));
    expect((await screen.findByRole('button', { name: 'Schedule' })).hasAttribute('disabled')).toBe(true);
    expect((await screen.findByRole('alert')).textContent).toBe('This book has no drafts to schedule.');
    expect(screen.queryByRole('button', { name: /^Schedule( 0 chapters)?$/ })).toBeNull();
  });

  it('sets them without a word to followers where that is switched off', async () => {
    const { of } = open({ search: '?book=mochi' });
    fireEvent.click(screen.getByRole('button', { name: 'Schedule drafts…' }));
    fireEvent.click(await screen.findByRole('switch', { name: 'Tell followers' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Schedule 1 chapter' }));
    await waitFor(() => expect(of('POST /studio/publishing/series').at(-1)?.body).not.toHaveProperty('dry_run'));
    expect(of('POST /studio/publishing/series').at(-1)?.body).toMatchObject({ book_uuid: 'mochi', silent: true });
  });
});
