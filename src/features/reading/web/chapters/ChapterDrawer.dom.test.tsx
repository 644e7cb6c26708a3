import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { keep } from '../../../../web/session.ts';
import { addressOfChapter, bookUuid, comicChapter, uuidOfChapter } from '../../testing/chapters.ts';
import {
  type Answers,
  keepTestsApart,
  openReader,
  type PageLanguage,
  Refusal,
  settle,
} from '../../testing/open-reader.tsx';
import { rowsPerPage } from './chapter-rows.ts';

keepTestsApart();

const names: Record<PageLanguage, string> = { 'en-us': 'All chapters', 'ar-sa': 'كل الفصول' };
const call = (page: number, language: PageLanguage = 'en-us') =>
  `GET /comics/chapters/${bookUuid}/${language}/asc/${page}/${rowsPerPage}`;

interface Book {
  total: number;
  free?: number;
  titleOf?: (number: number) => string;
}

/** A page of the list, as the server answers it. */
function rows(page: number, { total, free = 3, titleOf = (number) => `Part ${number}` }: Book) {
  const first = page * rowsPerPage + 1;
  const count = Math.min(rowsPerPage, total - first + 1);
  const chapters = Array.from({ length: count }, (_, at) => ({
    chapter_uuid: uuidOfChapter(first + at),
    chapter_number: first + at,
    title: titleOf(first + at),
    language: 'en-us',
    access: { state: first + at <= free ? 'free' : 'members', free_at: null, until: null, reason: 'rule' },
  }));
  return { result: { chapters, total_chapters: total, public_free_chapters: free } };
}

async function openDrawer(answers: Answers, language: PageLanguage = 'en-us') {
  const opened = await openReader(comicChapter({ number: 2, chapters: 5000 }), { answers, language });
  fireEvent.click(screen.getByRole('button', { name: names[language] }));
  const list = within(await screen.findByRole('dialog', { name: names[language] }));
  const asked = () => opened.calls.map((each) => each.call).filter((each) => each.includes('/asc/'));
  return { ...opened, list, asked };
}

type List = Awaited<ReturnType<typeof openDrawer>>['list'];

function jump(list: List, typed: string, [field, go] = ['Chapter number', 'Go']) {
  fireEvent.change(list.getByLabelText(field ?? ''), { target: { value: typed } });
  fireEvent.click(list.getByRole('button', { name: go }));
  // Here nothing tells of scrolling that was not the reader's.
  const scroller = list.getByRole('list').parentElement;
  if (scroller) fireEvent.scroll(scroller);
}

describe('the chapter list', () => {
  it('says where its reader is, and which chapters are for members', async () => {
    const { list } = await openDrawer({ [call(0)]: rows(0, { total: 5 }) });
    const here = await list.findByRole('link', { name: /You are here/ });
    expect(here.getAttribute('href')).toBe(addressOfChapter(2));
    expect(here.getAttribute('aria-current')).toBe('page');
    expect(list.getAllByRole('link')).toHaveLength(5);
    const forMembers = list.getAllByRole('link', { name: /Members only/ });
    expect(forMembers.map((link) => link.getAttribute('href'))).toEqual([addressOfChapter(4), addressOfChapter(5)]);
  });

  it('names a chapter without a title by its number', async () => {
    const { list } = await openDrawer({ [call(0)]: rows(0, { total: 3, titleOf: () => '' }) });
    expect(await list.findByText('Chapter 3')).toBeTruthy();
  });

  it('shows which chapter was begun', async () => {
    const half = { index: 2, fraction: 0.5 };
    const progress = {
      book_uuid: bookUuid,
      chapter_uuid: uuidOfChapter(4),
      position: half,
      furthest: { chapter_number: 4, ...half },
      updated_at: '2026-01-01T00:00:00Z',
    };
    keep('READING_PLACES', { visitor: { [bookUuid]: { progress, details: { chapterNumber: 4, count: 6 } } } });
    const { list } = await openDrawer({ [call(0)]: rows(0, { total: 5 }) });
    const begun = await list.findByRole('link', { name: /In progress/ });
    expect(begun.getAttribute('href')).toBe(addressOfChapter(4));
  });

  it('asks for no more of a long book than is in sight, and gives the focus to the chapter that was asked for', async () => {
    const book = { total: 5000 };
    const { list, asked } = await openDrawer({ [call(0)]: rows(0, book), [call(86)]: rows(86, book) });
    await list.findByText('Part 3');
    jump(list, '4321');
    const found = (await list.findByText('Part 4321')).closest('a');
    await waitFor(() => expect(document.activeElement).toBe(found));
    expect(asked()).toEqual([call(0), call(86)]);
    expect(found?.closest('li')?.getAttribute('aria-posinset')).toBe('4321');
    expect(found?.closest('li')?.getAttribute('aria-setsize')).toBe('5000');
  });

  it('leads to the last chapter by a number beyond it', async () => {
    const { list } = await openDrawer({ [call(0)]: rows(0, { total: 5 }) });
    await list.findByRole('link', { name: /Part 3/ });
    jump(list, '99');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Part 5'));
  });

  it('keeps room for chapters that it waits for, and offers to ask again', async () => {
    let answer: unknown = new Refusal(500, 'internal');
    const { list } = await openDrawer({ [call(0)]: () => answer });
    expect(await list.findByText('The chapters could not be loaded.')).toBeTruthy();
    answer = rows(0, { total: 5 });
    fireEvent.click(list.getByRole('button', { name: 'Try again' }));
    expect(await list.findByRole('link', { name: /Part 5/ })).toBeTruthy();
    expect(list.queryByText('The chapters could not be loaded.')).toBeNull();
  });

  it('takes numbers in Arabic digits, and gives them so', async () => {
    const { list } = await openDrawer({ [call(0, 'ar-sa')]: rows(0, { total: 5 }) }, 'ar-sa');
    expect(await list.findByRole('link', { name: /أنت هنا/ })).toBeTruthy();
    expect(list.getByText('٥')).toBeTruthy();
    jump(list, '٤', ['رقم الفصل', 'انتقال']);
    await waitFor(() => expect(document.activeElement?.getAttribute('href')).toBe(addressOfChapter(4)));
    await settle();
  });
});
