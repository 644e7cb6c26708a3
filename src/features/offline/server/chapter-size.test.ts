import { beforeAll, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { daysFromNow, type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { makeImage } from '../../media/testing/images.ts';

let chapters: string[];
const server = serverForTests();
beforeAll(async () => {
  const chapter = async () => ({
    editions: { 'en-us': { title: 'One', imageIds: [await makeImage(server.db), await makeImage(server.db)] } },
  });
  const book = await makeBook(server.db, { publicFreeChapters: 1, chapters: [await chapter(), await chapter()] });
  chapters = book.chapterIds;
});

const ask = (chapter: number, query: string, user?: SignedInUser) =>
  server.app.inject({
    url: `/api/v1/comics/chapter_size/${chapters[chapter - 1]}/en-us?${query}`,
    ...(user && { headers: user.headers }),
  });

const sizeOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json().data.result;
const avif = 'type=image/avif&width=800';

describe('the size of a chapter', () => {
  it('is that of the files that a device keeps, little more, and leads to the next chapter', async () => {
    const { rows } = await server.db.query<{ bytes: number }>(
      `select (v ->> 'bytes')::int as bytes from pages p join images i on i.id = p.image_id,
         jsonb_array_elements(i.variants) v where p.chapter_id = $1 and v ->> 'type' = 'image/webp'`,
      [chapters[0]],
    );
    const files = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    const size = await sizeOf(1, 'type=image/webp&width=480');
    expect(size).toMatchObject({ count: 2, next_chapter_uuid: chapters[1], next_chapter_number: 2 });
    expect(files).toBeGreaterThan(0);
    expect(size.bytes).toBeGreaterThan(files);
    expect(size.bytes).toBeLessThan(files + 2500);
  });

  it('is told to those who may read the chapter', async () => {
    const member = await signIn(server, { expireAt: daysFromNow(5) });
    expect(await sizeOf(2, avif, member)).toMatchObject({ bytes: expect.any(Number), next_chapter_uuid: null });
    expect(await sizeOf(2, avif, await signIn(server))).toBeNull();
    expect(await sizeOf(2, avif)).toBeNull();
  });

  it.each(['', 'type=image/png&width=800', 'type=image/webp&width=0', 'type=image/webp&width=1e3'])(
    'is not told of a form that there is not: %s',
    async (query) => {
      const answer = await ask(1, query);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    },
  );
});
