import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../../../web/api-client.ts';
import { createText } from '../../../../web/create-text.ts';
import type { Environment, OpenedPage } from '../../../../web/navigation.ts';
import { QueryClient } from '../../../../web/query-client.ts';
import { chapterQuery } from '../chapter/chapter.ts';
import { watchPages } from './page-views.ts';

const book = '11111111-1111-4111-8111-111111111111';
const chapter = '22222222-2222-4222-8222-222222222222';

function open(path: string, params: Record<string, string> = {}, found = true): OpenedPage {
  return { path, params, found, search: '', page: {} as OpenedPage['page'] }; // no page is rendered here
}

function start(first: OpenedPage, answer: unknown = null) {
  const sent: Record<string, unknown>[] = [];
  const api = createApi(async (method, _address, body) => {
    if (method === 'GET') return { result: answer };
    sent.push(...(body as { events: Record<string, unknown>[] }).events);
  });
  const queryClient = new QueryClient();
  const environment = { api, queryClient, text: createText('fr-fr', {}), site: {} } as unknown as Environment; // as far as it is used
  let opened = first;
  const listeners = new Set<() => void>();
  const router = {
    current: () => opened,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  watchPages(router, environment);
  return {
    sent,
    answerChapter: () => queryClient.fetchQuery(chapterQuery(api, { chapterUuid: chapter, language: 'fr-fr' })),
    go(next: OpenedPage) {
      opened = next;
      for (const listener of listeners) listener();
    },
    told: () => sent.map(({ event_id: _id, occurred_at: _at, ...event }) => event),
  };
}

describe('the pages that are seen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    Object.defineProperty(document, 'referrer', { value: 'https://www.google.com/search', configurable: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are told one by one, the first with the site that led here', () => {
    const { go, told } = start(open('/'));
    go(open('/'));
    go(open(`/comics/book/${book}`, { id: book }));
    go(open('/profile'));
    go(open('/comics/book/none', { id: 'none' }, false));
    vi.advanceTimersByTime(2000);
    const view = { name: 'page_view', language: 'fr-fr' };
    expect(told()).toEqual([
      { ...view, page: 'home', referrer_host: 'www.google.com' },
      { ...view, page: 'book', book_uuid: book },
      { ...view, page: 'other' },
      { ...view, page: 'other' },
    ]);
  });

  it('have the language of the edition that a chapter is shown in', async () => {
    const { answerChapter, told } = start(open('/x', { bookid: book, chapter_uuid: chapter }), {
      language: 'en-us',
      images: [],
    });
    vi.advanceTimersByTime(3000);
    expect(told()).toEqual([]);
    await answerChapter();
    vi.advanceTimersByTime(2000);
    expect(told()).toMatchObject([{ page: 'chapter', book_uuid: book, chapter_uuid: chapter, language: 'en-us' }]);
  });

  it('are told in the language of the page where the answer does not come before the page is left', () => {
    const { go, told } = start(open('/x', { bookid: book, chapter_uuid: chapter }));
    go(open('/'));
    vi.advanceTimersByTime(2000);
    expect(told()).toMatchObject([{ page: 'chapter', language: 'fr-fr' }, { page: 'home' }]);
  });
});

describe('a page of a comic', () => {
  it('is told as broken once, after its last try', async () => {
    vi.useFakeTimers();
    const pages = [
      { src: '/media/a/1.webp?s=1', page: 0 },
      { src: '/media/b/2.webp?s=1', page: 1 },
    ];
    const opened = open('/x', { bookid: book, chapter_uuid: chapter });
    const { answerChapter, told } = start(opened, { language: 'en-us', book_uuid: book, images: [], pages });
    await answerChapter();
    const image = document.createElement('img');
    document.body.append(image);
    for (const tried of ['', '&retry=1', '&retry=2', '&retry=3', '&retry=4']) {
      image.src = `/media/b/2.webp?s=1${tried}`;
      image.dispatchEvent(new Event('error'));
    }
    await vi.dynamicImportSettled();
    vi.advanceTimersByTime(2000);
    vi.useRealTimers();
    expect(told().filter(({ name }) => name === 'page_broken')).toEqual([
      { name: 'page_broken', book_uuid: book, chapter_uuid: chapter, page: 2, language: 'en-us' },
    ]);
  });
});
