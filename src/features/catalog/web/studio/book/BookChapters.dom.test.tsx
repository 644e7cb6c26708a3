import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../../web/api-client.ts';
import { toasts } from '../../../../../web/ui/toasts.ts';
import { openStudioPage } from '../../../../studio/testing/open-page.tsx';
import { useStudioQuery } from '../../../../studio/web/calls.ts';
import { studioPage } from '../../../../studio/web/Page.tsx';
import { BookChapters } from './BookChapters.tsx';

const page = studioPage(() => {
  // As the head of the page does.
  useStudioQuery('/studio/books/:uuid', { params: { uuid: 'mochi' } });
  const asked = useStudioQuery('/studio/books/:uuid/order', {
    params: { uuid: 'mochi' },
    query: { language: 'en-us' },
  });
  return <BookChapters bookId="mochi" asked={asked} freeChapters={3} hasPictures={false} />;
});

function chapterOf(place: number) {
  return {
    ...{
      chapter_uuid: `ch${place}`,
      place,
      number: place,
      title: `Title ${place}`,
      access: 'rule',
      state: 'published',
    },
    ...{ thumbnail: null, readings_28d: 7000 + place, likes: 0, published_at: '2026-01-01T10:00:00.000Z' },
    editions: [{ language: 'en-us', state: 'published', published_at: '2026-01-01T10:00:00.000Z' }],
  };
}

/**
 * Opens a book of so many chapters; a change of many refuses all, as `conflict` stands in their way. Returns the pages that
 * were asked for and the bodies that were sent.
 */
async function open(count: number, conflict?: { place: number; title: string }) {
  const chapters = Array.from({ length: count }, (_, at) => chapterOf(at + 1));
  const sent: unknown[] = [];
  const pages: string[] = [];
  openStudioPage({
    ...{ page, path: '/studio/books/mochi', search: '?tab=chapters' },
    async answer(method, path, body) {
      const page = /page=(\d+)&page_size=50/.exec(path)?.[1];
      if (page) pages.push(page);
      const from = 50 * Number(page);
      if (method === 'GET') return { result: page ? chapters.slice(from, from + 50) : chapters, total: count };
      sent.push(body);
      const { chapters: ids } = body as { chapters: string[] }; // of the bulk call, the only one that is sent
      const refusal = { ok: false, code: 'publish_out_of_order', error: '', conflicts: [conflict] };
      return { result: ids.map((id) => ({ chapter_uuid: id, ...refusal })) };
    },
  });
  await screen.findByRole('table');
  return { pages, sent };
}

const box = (place: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select Title ${place}` });

/** Opens a book of three chapters and its head; `refusals` fail the changes, one after the other. */
async function openWithHead(refusals: ApiError[]) {
  let version = 1;
  const called: string[] = [];
  openStudioPage({
    ...{ page, path: '/studio/books/mochi', search: '?tab=chapters', etagNow: () => String(version) },
    async answer(method, path, body, ifMatch) {
      const [name] = path.split('?');
      if (method === 'GET') {
        if (name === '/studio/books/mochi') called.push('GET head');
        return { result: name === '/studio/books/mochi' ? {} : [1, 2, 3].map(chapterOf), total: 3 };
      }
      called.push(`${method} ${name} ${ifMatch}`);
      version += 1;
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      const { chapters } = body as { chapters: string[] }; // of each change
      return { result: chapters.map((id) => ({ chapter_uuid: id, ok: true, code: null, error: null })) };
    },
  });
  await screen.findByRole('table');
  called.length = 0;
  return called;
}

/** Moves the first chapter to the second place, by the dialog. */
async function moveFirst() {
  if (!box(1).checked) {
    fireEvent.click(box(1));
    fireEvent.click(screen.getByRole('button', { name: 'Move to position…' }));
    fireEvent.change(screen.getByLabelText('New position'), { target: { value: '2' } });
  }
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Move' }));
}

describe('the chapters of a book', () => {
  it('move at the next try where somebody else was quicker', async () => {
    const called = await openWithHead([new ApiError(412, { code: 'edit_conflict' })]);
    await moveFirst();
    expect(await screen.findByText('Someone else changed this in the meantime')).toBeTruthy();
    await moveFirst();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const move = 'POST /studio/books/mochi/chapters/move';
    expect(called.filter((call) => call !== 'GET head')).toEqual([`${move} 1`, `${move} 2`]);
    expect(toasts.get().shown.at(-1)?.text).toBe('1 updated');
  });

  it('say which of them keeps others from their place', async () => {
    const conflicts = [
      { place: 1, title: 'One', published_at: '2026-01-01T10:00:00.000Z' },
      { place: 3, title: 'Three', published_at: null },
    ];
    await openWithHead([new ApiError(409, { code: 'publish_out_of_order', conflicts })]);
    await moveFirst();
    expect(await screen.findByText('Chapter 3, “Three”, must be published first.')).toBeTruthy();
  });

  it('change the state that the head of the page names', async () => {
    const called = await openWithHead([]);
    fireEvent.click(box(1));
    fireEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish now' }));
    await waitFor(() => expect(called).toEqual(['POST /studio/chapters/bulk undefined', 'GET head']));
  });

  it('go to another book by the thousand at most, which the dialog says', async () => {
    await open(1001);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    fireEvent.click(screen.getByRole('button', { name: 'Move to another book…' }));
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain('up to 1,000 chapters');
  });

  it('do not go to another book where they are refused, and the dialog says why', async () => {
    const details = [{ path: 'chapters', code: 'custom', message: 'names a chapter twice' }];
    await openWithHead([new ApiError(400, { code: 'invalid_request', details })]);
    fireEvent.click(box(1));
    fireEvent.click(screen.getByRole('button', { name: 'Move to another book…' }));
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('names a chapter twice');
  });

  it('are chosen from one to another by Shift, and left so', async () => {
    await open(9);
    fireEvent.click(box(3));
    fireEvent.click(box(6), { shiftKey: true });
    expect([2, 3, 4, 5, 6, 7].map((place) => box(place).checked)).toEqual([false, true, true, true, true, false]);
    fireEvent.click(box(5), { shiftKey: true });
    expect(screen.getByText('2 selected')).toBeTruthy();
  });

  it('show a new selection what can be done with it folded, whatever the last one showed', async () => {
    await open(2);
    fireEvent.click(box(1));
    fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
    fireEvent.click(box(1));
    fireEvent.click(box(2));
    expect(screen.getByRole('button', { name: 'Actions' }).getAttribute('aria-expanded')).toBe('false');
  });

  it('are a few rows of the document where they are thousands, and chosen all the same', async () => {
    const { pages } = await open(5000);
    expect(document.querySelectorAll('tr[data-row]').length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText('5,000 selected')).toBeTruthy();
    // What else is known of a chapter comes by pages, for those that are seen.
    expect(await screen.findByText('7,001')).toBeTruthy();
    expect(new Set(pages)).toEqual(new Set(['0']));
  });

  it('are changed by the thousand, also where all of them are chosen', async () => {
    const { sent } = await open(2500, { place: 1, title: 'One' });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    fireEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish now' }));
    await screen.findByRole('dialog', { name: /couldn’t be changed/ });
    const parts = sent.map((body) => (body as { chapters: string[] }).chapters); // of the bulk call, as above
    expect(parts.map((ids) => ids.length)).toEqual([1000, 1000, 500]);
    expect(new Set(parts.flat()).size).toBe(2500);
  });

  it('are published without a word to followers where that is switched off', async () => {
    const { sent } = await open(2, { place: 1, title: 'One' });
    fireEvent.click(box(2));
    fireEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('switch', { name: 'Tell followers' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Publish now' }));
    await screen.findByRole('dialog', { name: /couldn’t be changed/ });
    expect(sent).toEqual([{ chapters: ['ch2'], action: 'publish', silent: true }]);
  });

  it.each([
    [{ place: 2, title: 'Two' }, 'Chapter 2, “Two”, must be published first.'],
    [{ place: 8, title: 'Eight' }, 'Chapter 8, “Eight”, comes after it and would be published before it.'],
  ])('say of each refused one what stands in its way: %s', async (conflict, words) => {
    const { sent } = await open(9, conflict);
    fireEvent.click(box(5));
    fireEvent.click(screen.getByRole('button', { name: 'Publish now' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish now' }));
    const refused = await screen.findByRole('dialog', { name: '1 couldn’t be changed' });
    expect(sent).toEqual([{ chapters: ['ch5'], action: 'publish' }]);
    expect(within(refused).getByRole('listitem').textContent).toBe(`Title 5 ${words}`);
  });

  it('move to a place in any digits, and stay where none was typed', async () => {
    const { sent } = await open(9);
    fireEvent.click(box(7));
    fireEvent.click(screen.getByRole('button', { name: 'Move to position…' }));
    const dialog = within(screen.getByRole('dialog'));
    const place = dialog.getByRole('textbox', { name: 'New position' });
    const press = () => fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
    press();
    expect(await dialog.findByText('must be a number from 1 on')).toBeTruthy();
    fireEvent.change(place, { target: { value: '５' } });
    press();
    await vi.waitFor(() => expect(sent).toEqual([{ chapters: ['ch7'], before: 'ch5' }]));
  });
});
