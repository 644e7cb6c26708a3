import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../src/app/testing/server.ts';
import type { SearchAnswer, SuggestAnswer } from '../src/features/catalog/contract.ts';
import { makeBook } from '../src/features/catalog/testing/books.ts';
import { demoBooks } from './books.ts';
import { type FoundBook, oldBooks, queries } from './search-queries.ts';

let server: TestServer;
const ids = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  const make = async (name: string, { aliases = [], tags = [], titles, introductions = {}, author }: FoundBook) => {
    const book = { titles, introductions, author, tags: [...tags], aliases: { all: aliases, byLanguage: {} } };
    const { id } = await makeBook(server.db, book);
    await server.db.query('update books set popularity = $2 where id = $1', [id, -ids.size]);
    ids.set(name, id);
  };
  for (const [name, book] of Object.entries(oldBooks)) await make(name, book);
  for (const { id, title, introduction, author, tags } of demoBooks)
    await make(id.replace('longstrip-demo-', ''), { titles: title, introductions: introduction, author, tags });
});
afterAll(() => server.stop());

const nameOf = (id: string) => [...ids].find(([, known]) => known === id)?.[0];

async function search(q: string, more = ''): Promise<string[]> {
  const answer = await server.ask(
    `/api/v1/comics/book/search?sort=relevance&page_size=100&q=${encodeURIComponent(q)}${more}`,
  );
  expect(answer.statusCode, answer.body).toBe(200);
  const { result, total }: SearchAnswer = answer.json().data;
  const names = (result ?? []).map(({ book_uuid }) => nameOf(book_uuid) ?? '');
  expect([q, total]).toEqual([q, names.length]);
  return names;
}

async function suggest(q: string, language = 'en-us'): Promise<SuggestAnswer['result']> {
  const answer = await server.ask(`/api/v1/comics/book/suggest?language=${language}&q=${encodeURIComponent(q)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.result;
}

describe('a search by relevance', () => {
  it('has sixty queries or more to answer', () => expect(queries.length).toBeGreaterThanOrEqual(60));

  it.each(queries)('for %s puts %s first', async (typed, first, absent) => {
    const names = await search(typed);
    expect([typed, names[0] ?? null]).toEqual([typed, first]);
    if (absent) expect(names).not.toContain(absent);
  });

  it('finds what the same words find in any other order, exact matches before mistyped ones', async () => {
    const exact = await server.ask('/api/v1/comics/book/search?q=storm&page_size=100');
    const found = exact.json().data.result.map(({ book_uuid }: { book_uuid: string }) => nameOf(book_uuid));
    const names = await search('storm');
    expect(names).toEqual(['storm', 'stormy', 'storms', 'lantern-whale', 'redChamber']);
    expect(found.sort()).toEqual(names.slice(0, 4).sort()); // but for the story, which a letter makes a storm
    const other = await server.ask('/api/v1/comics/book/search?q=strom');
    expect(other.json().data.result).toBeNull();
  });

  it('goes by title, alias, author, tag and introduction, then by where in it the word stands', async () => {
    expect((await search('mystery')).slice(0, 2).sort()).toEqual(['lighthouse', 'red-umbrella']);
    expect(await search('西游')).toEqual(['journey', 'afterJourney']);
    expect(await search('monkeys')).toEqual(['journey']);
  });

  it('leaves out mistyped words that stand in introductions alone', async () => {
    expect(await search('captains')).toEqual(['storms']);
    expect(await search('captians')).toEqual([]);
  });

  it('finds a book at once after an import, under its new names, and no longer under the old ones', async () => {
    const { id } = await makeBook(server.db, {
      sourceKey: 'renamed',
      titles: { 'en-us': 'Brambleford' },
      aliases: { all: ['Thornwick'], byLanguage: {} },
    });
    ids.set('renamed', id);
    expect([await search('thornwick'), await search('thronwick')]).toEqual([['renamed'], ['renamed']]);
    await makeBook(server.db, {
      sourceKey: 'renamed',
      titles: { 'en-us': 'Brambleford' },
      aliases: { all: ['Ashcombe'], byLanguage: {} },
    });
    expect([await search('thornwick'), await search('ashcmobe')]).toEqual([[], ['renamed']]);
  });
});

describe('suggestions', () => {
  it.each([
    ['西游', 'journey'],
    ['游记', 'journey'],
    ['qui', 'quijote'],
    ['don qui', 'quijote'],
    ['mon', 'journey'],
    ['كل', 'kalila'],
    ['الف', 'nights'],
    ['umbrela', 'red-umbrella'],
    ['jorney', 'journey'],
    ['machine ti', 'timeMachine'],
  ])('for %s begin with %s', async (q, first) => {
    const [suggestion] = await suggest(q);
    expect([q, suggestion?.kind, nameOf(suggestion?.book_uuid ?? '')]).toEqual([q, 'book', first]);
  });

  it('name authors and tags after the books, eight in all', async () => {
    expect(await suggest('verne')).toEqual([{ kind: 'author', text: 'Jules Verne' }]);
    expect(await suggest('Vrene')).toEqual([{ kind: 'author', text: 'Jules Verne' }]);
    expect(await suggest('suspense', 'fr-fr')).toEqual([]);
    expect(await suggest('mystère', 'ar-sa')).toEqual([{ kind: 'tag', text: 'غموض وإثارة', tag: '悬疑' }]);
    const many = await suggest('the');
    expect(many).toHaveLength(8);
    expect(many.every(({ kind }) => kind === 'book')).toBe(true);
  });
});
