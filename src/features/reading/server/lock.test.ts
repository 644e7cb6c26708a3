import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { daysFromNow, signIn } from '../../../app/testing/users.ts';
import { decideAccess, mergeWindows } from '../../catalog/access.ts';
import { countNewForMembers, sumChaptersForMembers } from '../../catalog/server/catalog.ts';
import { addLateFacts } from '../../catalog/server/late-facts.ts';
import { type BookOptions, makeBook } from '../../catalog/testing/books.ts';
import { makeImage } from '../../media/testing/images.ts';

const server = serverForTests();
beforeEach(async () => {
  await server.db.query('delete from books; delete from windows');
});

const lockOf = (chapterId: string | undefined, language = 'en-us') =>
  server.ask(`/api/v1/comics/chapter_lock/${chapterId}/${language}`);
const previewOf = async (chapterId: string | undefined) => (await lockOf(chapterId)).json().data.result.preview;
const wordsOf = (count: number) => Array.from({ length: count }, (_, index) => `word${index + 1}`).join(' ');
const textOf = (text: string) => [{ type: 'p' as const, inlines: [{ type: 'text' as const, text }] }];
/** A novel of which only the first chapter is free; the second has this text. */
const makeNovel = (text: string, more: BookOptions = {}) =>
  makeBook(server.db, {
    kind: 'novel',
    publicFreeChapters: 1,
    ...more,
    chapters: [
      { editions: { 'en-us': { title: 'One', blocks: textOf('Open words') } } },
      { editions: { 'en-us': { title: 'Two', blocks: textOf(text) } } },
    ],
  });
const setPreview = (chapterId: string | undefined, imageId: string) =>
  server.db.query('update chapter_editions set preview_image_id = $2 where chapter_id = $1', [chapterId, imageId]);

describe('GET /comics/chapter_lock', () => {
  it('gives the chapter as the refusal does, its preview, what a month opens, and the plans', async () => {
    const { chapterIds } = await makeNovel(wordsOf(240 * 60 * 2 + 240 * 30), { preview: 'words' });
    const locked = chapterIds[1];
    const answer = await lockOf(locked);
    const refused = await server.ask(`/api/v1/comics/chapter_comics/${locked}/en-us`);
    expect(answer.json().data.result).toEqual({
      chapter: refused.json().chapter,
      rating: null,
      preview: { kind: 'words', text: wordsOf(80) },
      opens: { chapters: 1, hours: 2 },
      plans: (await server.ask('/api/v1/site')).json().data.plans,
    });
    expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=5, stale-while-revalidate=30');
    expect(answer.body).not.toContain('word81');
  });

  it('is of a free chapter without a preview, and missing for what is not published', async () => {
    const { id, chapterIds } = await makeNovel('Some words of a locked text', { preview: 'words' });
    expect((await lockOf(chapterIds[0])).json().data.result).toMatchObject({
      chapter: { chapter_number: 1 },
      preview: null,
    });
    expect((await lockOf(randomUUID())).json().code).toBe('chapter_not_found');
    await server.db.query('update books set hidden = true where id = $1', [id]);
    const hidden = await lockOf(chapterIds[1]);
    expect([hidden.statusCode, hidden.json().code]).toEqual([404, 'chapter_not_found']);
  });
});

describe('the preview of words', () => {
  it('is never more than half of the text, and nothing where the book does not show it', async () => {
    const short = await makeNovel('One two three four five', { preview: 'words' });
    expect(await previewOf(short.chapterIds[1])).toEqual({ kind: 'words', text: 'One two' });
    const single = await makeNovel('Alone', { preview: 'words' });
    expect(await previewOf(single.chapterIds[1])).toBeNull();
    const silent = await makeNovel(wordsOf(200));
    expect(await previewOf(silent.chapterIds[1])).toBeNull();
  });

  it('counts the signs of Chinese text', async () => {
    const novel = await makeNovel('灯塔亮着。'.repeat(100), { preview: 'words' });
    expect([...(await previewOf(novel.chapterIds[1])).text]).toHaveLength(160);
  });
});

describe('the blurred preview', () => {
  async function makeComic(more: BookOptions = {}) {
    const [page, cover, blurred] = [await makeImage(server.db), await makeImage(server.db), await makeImage(server.db)];
    const edition = { title: 'One', imageIds: [page], coverImageId: cover };
    const { id, chapterIds } = await makeBook(server.db, {
      publicFreeChapters: 0,
      chapters: [{ editions: { 'en-us': edition } }],
      ...more,
    });
    return { id, locked: chapterIds[0], page, cover, blurred };
  }
  const bytesOf = async (image: string) => (await server.ask(`/media/${image}/w480.webp`)).json().code;
  /** The files of test images do not exist: who has the right is told that the file is missing, later. */
  const rightTo = async (image: string) => {
    const { rows } = await server.db.query<{ uses: number }>(
      'select count(*)::int as uses from image_uses where image_id = $1 and number is null',
      [image],
    );
    return rows[0]?.uses;
  };

  it('is the cover until it is made', async () => {
    const { locked, cover, blurred, page } = await makeComic();
    expect(await previewOf(locked)).toEqual({
      kind: 'blur',
      src: `/media/${cover}/w480.webp`,
      width: 480,
      height: 640,
    });
    await setPreview(locked, blurred);
    expect((await previewOf(locked)).src).toBe(`/media/${blurred}/w480.webp`);
    expect((await lockOf(locked)).body).not.toContain(page);
  });

  it('is nobody’s once the book does not show it, or the chapter is withdrawn', async () => {
    const { id, locked, blurred } = await makeComic();
    await setPreview(locked, blurred);
    expect(await rightTo(blurred)).toBe(1);
    await server.db.query("update books set preview = 'none' where id = $1", [id]);
    expect([await previewOf(locked), await rightTo(blurred), await bytesOf(blurred)]).toEqual([
      null,
      0,
      'image_not_found',
    ]);
    await server.db.query("update books set preview = 'blur' where id = $1", [id]);
    await server.db.query('update chapter_editions set is_published = false where chapter_id = $1', [locked]);
    expect([await rightTo(blurred), await bytesOf(blurred)]).toEqual([0, 'image_not_found']);
  });

  it('is made later for what was published before, and again only where its page changed', async () => {
    const { locked, page, blurred } = await makeComic();
    await server.db.query('update chapter_editions set reading_seconds = null');
    const made: string[] = [];
    const makePreview = async (_db: unknown, imageId: string) => {
      made.push(imageId);
      return made.length === 1 ? null : blurred;
    };
    const run = () => addLateFacts(server.db, { makePreview, signal: new AbortController().signal });
    expect([await run(), await run(), await run()]).toEqual([{ failed: 1 }, { failed: 0 }, { failed: 0 }]);
    expect(made).toEqual([page, page]);
    const { rows } = await server.db.query(
      'select preview_image_id, reading_seconds from chapter_editions where chapter_id = $1',
      [locked],
    );
    expect(rows).toEqual([{ preview_image_id: blurred, reading_seconds: 10 }]);
  });
});

describe('what a month opens', () => {
  it('sums up what the decision about each chapter says, whatever the facts', async () => {
    const now = new Date('2026-06-01T00:00:00Z');
    const moment = fc
      .constantFrom(null, -2, -1, 0, 1, 2)
      .map((days) => (days === null ? null : new Date(now.getTime() + days * 86_400_000)));
    const chapter = fc.record({
      access: fc.constantFrom('rule' as const, 'free' as const, 'members' as const),
      freeAt: moment,
      publishedDaysAgo: fc.integer({ min: 0, max: 4 }),
    });
    const facts = fc.record({
      chapters: fc.array(chapter, { minLength: 1, maxLength: 5 }),
      free: fc.constantFrom(null, 0, 2),
      early: fc.constantFrom(null, 0, 1, 2, 3),
      windows: fc.array(
        fc.record({
          from: fc.integer({ min: -3, max: 2 }),
          days: fc.integer({ min: 1, max: 3 }),
          ofBook: fc.boolean(),
        }),
        { maxLength: 2 },
      ),
    });
    const at = (days: number) => new Date(now.getTime() + days * 86_400_000);
    await fc.assert(
      fc.asyncProperty(facts, async (given) => {
        await server.db.query('delete from books; delete from windows');
        const { id } = await makeBook(server.db, {
          publicFreeChapters: given.free,
          earlyAccessDays: given.early,
          chapters: given.chapters.map(({ publishedDaysAgo }) => ({ createdAt: at(-publishedDaysAgo) })),
        });
        const freeWindows = given.windows.map(({ from, days }) => ({ from: at(from), to: at(from + days) }));
        for (const [index, { from, to }] of freeWindows.entries())
          await server.db.query('insert into windows (book_id, from_at, to_at) values ($1, $2, $3)', [
            given.windows[index]?.ofBook ? id : null,
            from,
            to,
          ]);
        let [expected, sinceYesterday] = [0, 0];
        for (const [index, { access, freeAt: wanted, publishedDaysAgo }] of given.chapters.entries()) {
          const freeAt = access === 'free' ? null : wanted;
          await server.db.query(
            'update chapters set access = $2, free_at = $3, created_at = $5, published_at = $5 where book_id = $1 and number = $4',
            [id, access, freeAt, index + 1, at(-publishedDaysAgo)],
          );
          const decided = decideAccess(
            {
              number: index + 1,
              publicFreeChapters: given.free,
              earlyAccessDays: given.early,
              publishedAt: at(-publishedDaysAgo),
              access,
              freeAt,
            },
            mergeWindows(freeWindows),
            now,
          );
          if (decided.state === 'free') continue;
          expected += 1;
          if (publishedDaysAgo < 1) sinceYesterday += 1;
        }
        expect(await sumChaptersForMembers(server.db, { language: 'en-us', now })).toEqual({
          chapters: expected,
          seconds: expected * 10,
        });
        expect(await countNewForMembers(server.db, { after: at(-1), now })).toBe(sinceYesterday);
        expect((await sumChaptersForMembers(server.db, { language: 'zh-cn', now })).chapters).toBe(0);
      }),
      { numRuns: 10 },
    );
  });
});

describe('a membership that has ended', () => {
  it('is told with the refusal, of a like too: since when, until when, and what came out since', async () => {
    const { id, chapterIds } = await makeBook(server.db, { publicFreeChapters: 0, chapters: 3 });
    await server.db.query('update chapters set created_at = now(), published_at = now() where number = 3');
    const user = await signIn(server);
    const [from, until] = [daysFromNow(-40), daysFromNow(-10)];
    const order = randomUUID();
    await server.db.query(
      `insert into payment_orders (id, provider, reference, user_id, plan, months, amount_minor, currency, state)
       values ($1, 'wechat', $2, $3, 'month', 1, 1000, 'CNY', 'paid')`,
      [order, order.slice(0, 32), user.id],
    );
    await server.db.query(
      `insert into ledger_entries (user_id, cause, kind, source, days, created_at)
       values ($1, $2, 'extend', 'wechat', 30, $3)`,
      [user.id, `wechat:${order}`, from],
    );
    await server.db.query('insert into memberships (user_id, expire_at) values ($1, $2)', [user.id, until]);
    const had = { from: from.toISOString(), until: expect.any(String), plan: 'month', new_chapters: 1 };
    const read = await server.ask(`/api/v1/comics/chapter_comics/${chapterIds[0]}/en-us`, { headers: user.headers });
    expect(read.json()).toMatchObject({ code: 'membership_expired', had });
    expect(Date.parse(read.json().had.until)).toBe(from.getTime() + 30 * 86_400_000);
    const liked = await server.app.inject({
      method: 'POST',
      url: '/api/v1/comics/chapter/favor',
      headers: user.headers,
      payload: { book_uuid: id, chapter_uuid: chapterIds[0] },
    });
    expect(liked.json()).toMatchObject({ code: 'membership_expired', had });
    const visitor = await server.ask(`/api/v1/comics/chapter_comics/${chapterIds[0]}/en-us`);
    expect(visitor.json().had).toBeUndefined();
  });
});

describe('GET /comics/membership', () => {
  it('tells the fewest chapters that a book with more leaves free, as soon as they are others', async () => {
    const free = async () => {
      server.pass(5000);
      return (await server.ask('/api/v1/comics/membership/en-us')).json().data.result.free_chapters;
    };
    const book = async (chapters: number, publicFreeChapters: number) =>
      (await makeBook(server.db, { chapters, publicFreeChapters })).id;
    await book(1, 0);
    const first = await book(3, 2);
    await book(1, 1);
    expect(await free()).toBe(0);
    await server.db.query('delete from books where public_free_chapters = 0');
    expect(await free()).toBe(2);
    await server.db.query('update books set hidden = true where id = $1', [first]);
    expect(await free()).toBe(null);
  });
});
