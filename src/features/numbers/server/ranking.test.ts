import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { makeBook } from '../../catalog/testing/books.ts';

let ids: Record<'a' | 'b' | 'hidden' | 'adult', string>;
const server = serverForTests();
beforeAll(async () => {
  const book = async (tags: string[]) => (await makeBook(server.db, { tags, chapters: 1 })).id;
  ids = { a: await book(['ink']), b: await book(['ink', 'rain']), hidden: await book([]), adult: await book(['ink']) };
  await server.db.query('update books set hidden = true where id = $1', [ids.hidden]);
  await server.db.query("update books set rating = 'adult' where id = $1", [ids.adult]);
});
beforeEach(async () => {
  await server.db.query('delete from number_visits');
  await server.db.query('delete from number_days');
});

/** Days before 2026-03-31, which is the last closed one; the day after it is open. */
async function day(ago: number, counts: Partial<Record<keyof typeof ids, number>>, language: string | null = null) {
  const { rows } = await server.db.query<{ day: string }>("select (date '2026-03-31' - $1::int)::text as day", [ago]);
  const at = rows[0]?.day;
  await server.db.query(
    `insert into number_days (day, from_at, to_at, key, summed_at, closed_at)
     values ($1::date, $1::date, $1::date + 1, null, now(), case when $2 then now() end) on conflict do nothing`,
    [at, ago >= 0],
  );
  for (const [name, readers] of Object.entries(counts))
    await server.db.query(
      `insert into number_visits (day, by_book, by_language, by_source, book_id, language, source, views, visits, readers)
       values ($1, true, $4::text is not null, false, $2, $4, null, $3, $3, $3)`,
      [at, ids[name as keyof typeof ids], readers, language], // a name of these books
    );
}

async function ranked(query = '') {
  server.pass(60 * 60 * 1000);
  const { result } = (await server.ask(`/api/v1/comics/ranking/en-us${query}`)).json().data;
  const names = Object.entries(ids);
  const of = ({ book_uuid: id }: { book_uuid: string }) => names.find(([, each]) => each === id)?.[0];
  return { ...result, books: result.books.map(of) };
}

describe('the ranking', () => {
  it('has the books with the most readers of the closed days first, and none that is in no list', async () => {
    await day(-1, { b: 100 });
    await day(0, { a: 5, b: 4, hidden: 50, adult: 50 });
    await day(6, { b: 3 });
    await day(7, { a: 100 });
    expect(await ranked()).toMatchObject({ period: 'week', from: '2026-03-25', to: '2026-03-31', books: ['b', 'a'] });
    expect(await ranked('?period=day')).toMatchObject({ from: '2026-03-31', books: ['a', 'b'] });
    expect((await ranked('?period=month')).books).toEqual(['a', 'b']);
    expect((await ranked('?adult=true')).books).toEqual(['adult', 'b', 'a']);
  });

  it('is limited to a tag and to the language that was read', async () => {
    await day(0, { a: 5, b: 4 });
    await day(0, { b: 4 }, 'fr-fr');
    expect(await ranked('?tag=rain')).toMatchObject({ tag: 'rain', books: ['b'] });
    expect(await ranked('?edition=fr-fr')).toMatchObject({ edition: 'fr-fr', books: ['b'] });
  });

  it('ignores what names nothing', async () => {
    await day(0, { a: 5 });
    expect(await ranked('?period=year&tag=nothing&edition=xx')).toMatchObject({
      ...{ period: 'week', tag: null, edition: null, books: ['a'] },
    });
    expect(await ranked('?tag=a%00b')).toMatchObject({ tag: null, books: ['a'] });
  });

  it('is empty until a day is over', async () => {
    expect(await ranked()).toMatchObject({ from: null, to: null, books: [] });
  });
});
