import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookRatings } from '../features/catalog/rules.ts';
import { makeBook } from '../features/catalog/testing/books.ts';
import { inLong } from '../server/testing/depth.ts';
import { languages } from '../shared/languages.ts';
import { paths } from '../shared/paths.ts';
import { createText } from '../web/create-text.ts';
import { addTestPages } from './testing/pages.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { signInStaff } from './testing/staff.ts';

/** In the title, the author, the introduction, the chapters and the only tag of the one book for adults. */
const word = 'Zwyxgloaming';
const tomorrow = new Date(Date.now() + 86_400_000);
const api = '/api/v1';

interface Site {
  server: TestServer;
  bookId: string;
  chapterIds: string[];
}

async function openSite(settings: Record<string, string> = {}): Promise<Site> {
  const server = await startTestServer({ addPages: addTestPages, settings });
  await makeBook(server.db, { titles: { 'en-us': 'Plain sailing' }, tags: ['悬疑'], chapters: 4 });
  const block = { type: 'p' as const, inlines: [{ type: 'text' as const, text: `${word} text` }] };
  const { id, chapterIds } = await makeBook(server.db, {
    titles: { 'en-us': `${word} title`, 'fr-fr': `${word} titre` },
    introductions: { 'en-us': `${word} introduction` },
    author: `${word} author`,
    kind: 'novel',
    tags: [`${word} tag`, '悬疑'],
    rating: 'adult',
    recommended: true,
    showSchedule: true,
    publicFreeChapters: 1,
    chapters: [
      { editions: { 'en-us': { title: `${word} chapter`, blocks: [block] } } },
      { editions: { 'en-us': { title: `${word} locked`, blocks: [block] } } },
      { publishedAt: tomorrow, editions: { 'en-us': { title: `${word} later`, blocks: [block] } } },
    ],
  });
  return { server, bookId: id, chapterIds };
}

/** The addresses that list books, without any of a single book. */
const lists = [
  '/comics/book/search',
  '/comics/book/search?order_by=popularity',
  `/comics/book/search?q=${word}`,
  `/comics/book/search?q=${word}&tag=悬疑`,
  `/comics/book/search?tag=${word}%20tag`,
  `/comics/book/suggest?q=${word.slice(0, 6)}`,
  `/comics/book/search?q=${word.slice(0, 6)}&facets=true&sort=relevance`,
  '/comics/book/recommendation/list',
  '/reader/book/tags',
  '/comics/calendar',
].map((path) => api + encodeURI(decodeURI(path)));
const withAdult = (path: string) => `${path}${path.includes('?') ? '&' : '?'}adult=true`;
const feeds = [
  '/feeds/chapters/en-us.atom',
  '/feeds/books/en-us.atom',
  `/feeds/tag/${encodeURIComponent('悬疑')}/en-us.atom`,
];
const files = [...feeds, '/calendar.ics', '/sitemap.xml', '/robots.txt', `${api}/site`];
const pages = ['/', `/?q=${word}`, '/calendar', `/?tag=${encodeURIComponent('悬疑')}`];

describe('a book for adults', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.server.stop());

  const bodyOf = async (path: string) => {
    const answer = await site.server.ask(path);
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answer.body;
  };
  const names = async (path: string) => {
    const body = await bodyOf(path);
    // A search repeats the word alone.
    return new RegExp(`${word} (ti|au|in|ch|lo|ta|te)`).test(body) || body.includes(site.bookId);
  };

  it('is in no list, file or page of the site', async () => {
    for (const path of [...lists, ...files, ...pages, ...pages.map(withAdult)])
      expect([path, await names(path)]).toEqual([path, false]);
  });

  it.each(languages)('has pages in %s that show its title and the question alone', async (language) => {
    const { bookId, chapterIds } = site;
    const ofChapters = chapterIds
      .slice(0, 2)
      .map((chapterUuid, at) => paths.chapter({ bookUuid: bookId, chapterUuid, number: at + 1 }));
    const title = `${word} ${language === 'fr-fr' ? 'titre' : 'title'}`;
    for (const path of [paths.book(bookId), ...ofChapters]) {
      for (const address of [`${path}?lang=${language}`, `${path}?lang=${language}&adult=true`]) {
        const body = await bodyOf(address);
        expect(body.replaceAll(title, ''), address).not.toContain(word);
        expect(body).toContain(`>${title}</bdi></h1>`);
        expect(body).not.toMatch(/\/media\/|application\/ld\+json|悬疑/);
        const { t } = createText(language, JSON.parse(readFileSync(`messages/${language}.json`, 'utf8')));
        expect(body).toContain(t('catalog.age.question', { age: 18 }));
        expect(body).toContain(`<meta name="robots" content="noindex">`);
      }
    }
  });

  it('is in each list for whoever asks for it', async () => {
    for (const path of lists) expect([path, await names(withAdult(path))]).toEqual([path, true]);
    for (const path of lists)
      expect([path, await bodyOf(`${path}${path.includes('?') ? '&' : '?'}adult=false`)]).toEqual([
        path,
        await bodyOf(path),
      ]);
    expect((await site.server.ask(`${lists[0]}?adult=yes`)).json().code).toBe('invalid_request');
  });

  it('counts in no total and in no tag of others', async () => {
    const totals = async (query: string) => {
      const { data } = (await site.server.ask(`${api}/comics/book/search?${query}`)).json();
      return data.total;
    };
    const tag = `tag=${encodeURIComponent('悬疑')}`;
    expect([await totals(''), await totals(tag), await totals('q=i')]).toEqual([1, 1, 1]);
    const adult = '&adult=true';
    expect([await totals(adult), await totals(tag + adult), await totals(`q=i${adult}`)]).toEqual([2, 2, 2]);
  });

  it('has a tag that has no feed, where no other book has it; a feed of its own it has', async () => {
    const ofTag = `/feeds/tag/${encodeURIComponent(`${word} tag`)}/en-us.atom`;
    expect((await site.server.ask(ofTag)).statusCode).toBe(404);
    expect((await site.server.ask(`/feeds/book/${site.bookId}/en-us.atom`)).body).toContain(`${word} chapter`);
  });

  it('is found by its id as every other book, with its rating', async () => {
    const asked = `${api}/comics/chapters/${site.bookId}/en-us/asc/0/10`;
    const { data } = (await site.server.ask(asked)).json();
    expect(data.result).toMatchObject({ book_title: `${word} title`, rating: 'adult', total_chapters: 2 });
    const chapter = await site.server.ask(`${api}/comics/chapter_comics/${site.chapterIds[0]}/en-us`);
    expect(chapter.json().data.result).toMatchObject({ rating: 'adult', title: `${word} chapter` });
    const refused = await site.server.ask(`${api}/comics/chapter_comics/${site.chapterIds[1]}/en-us`);
    expect([refused.statusCode, refused.json().chapter.rating]).toEqual([403, undefined]);
    const lock = await site.server.ask(`${api}/comics/chapter_lock/${site.chapterIds[1]}/en-us`);
    expect(lock.json().data.result.rating).toBe('adult');
    const calendar = await site.server.ask(`${api}/comics/calendar?book=${site.bookId}`);
    expect(calendar.json().data.result).toHaveLength(1);
  });

  it('is what its editor says, and comes and goes in the lists with it', async () => {
    const { server, bookId } = site;
    const by = await signInStaff({ db: server.db, config: server.config }, 'editor');
    const rate = async (rating: unknown) => {
      const url = `${api}/studio/books/${bookId}`;
      const { etag } = (await server.app.inject({ url, headers: by.headers })).headers;
      const headers = { ...by.headers, 'if-match': String(etag) };
      const answer = await server.app.inject({ method: 'PATCH', url, payload: { rating }, headers });
      return answer.statusCode === 200 ? answer.json().data.result : answer.json().code;
    };
    const [newest = ''] = lists;
    for (const rating of [null, ...bookRatings.slice(0, 2)]) {
      expect(await rate(rating)).toMatchObject({ rating, edited: ['rating'] });
      expect(await names(newest)).toBe(true);
      expect(await names(lists[4] ?? '')).toBe(true);
    }
    expect(await rate('adult')).toMatchObject({ rating: 'adult' });
    for (const path of lists) expect([path, await names(path)]).toEqual([path, false]);
    expect(await rate('grown-up')).toBe('invalid_request');
  });

  it('stays one when its tags change', async () => {
    const { server, bookId } = site;
    await server.db.query(`update books set tags = array['悬疑', $2] where id = $1`, [bookId, `${word} tag`]);
    for (const path of lists) expect([path, await names(path)]).toEqual([path, false]);
  });
});

describe('a site that asks nobody for their age', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ ADULT_BOOKS: 'show' });
  });
  afterAll(() => site.server.stop());

  inLong('has its books for adults everywhere', async () => {
    const { bookId, chapterIds } = site;
    const chapter = paths.chapter({ bookUuid: bookId, chapterUuid: chapterIds[0] ?? '', number: 1 });
    expect((await site.server.ask(chapter)).body).toContain(`${word} text`);
    expect((await site.server.ask(paths.book(bookId))).body).toContain(`${word} introduction`);
    const ofTag = `/feeds/tag/${encodeURIComponent(`${word} tag`)}/en-us.atom`;
    for (const path of [...lists, ...pages, ...feeds, ofTag, '/sitemap.xml']) {
      const { body } = await site.server.ask(path);
      expect([path, body.includes(word) || body.includes(site.bookId)]).toEqual([path, true]);
    }
    expect((await site.server.ask(`${api}/site`)).json().data.adult_books).toBe('show');
  });
});
