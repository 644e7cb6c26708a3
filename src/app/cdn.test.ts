import { beforeAll, describe, expect, it } from 'vitest';
import { makeBook } from '../features/catalog/testing/books.ts';
import { makeImage } from '../features/media/testing/images.ts';
import { serverForTests } from './testing/server.ts';
import { daysFromNow, signIn } from './testing/users.ts';

const cdn = 'https://cdn.example.test';
let chapterIds: string[];
let timed: string;

const server = serverForTests({ settings: { MEDIA_PUBLIC_URL: cdn } });
beforeAll(async () => {
  const images = [await makeImage(server.db), await makeImage(server.db)];
  timed = images[1] ?? '';
  const book = await makeBook(server.db, {
    publicFreeChapters: 1,
    chapters: images.map((imageId) => ({ editions: { 'en-us': { title: 'A chapter', imageIds: [imageId] } } })),
  });
  ({ chapterIds } = book);
  const open =
    "insert into windows (book_id, from_at, to_at) values ($1, now() - interval '1 h', now() + interval '1 h')";
  await server.db.query(open, [book.id]);
});

async function imagesOf(chapter: number, headers = {}): Promise<string[]> {
  const url = `/api/v1/comics/chapter_comics/${chapterIds[chapter]}/en-us`;
  return (await server.app.inject({ url, headers })).json().data.result.images;
}

describe('with a CDN', () => {
  it('pictures that are free for good have its addresses', async () => {
    expect(await imagesOf(0)).toEqual([expect.stringMatching(/^https:\/\/cdn\.example\.test\/media\//)]);
  });

  it('pictures that are free until a window ends have our own, for visitors and users', async () => {
    const user = await signIn(server, { expireAt: daysFromNow(-1) });
    for (const headers of [{}, user.headers])
      expect(await imagesOf(1, headers)).toEqual([expect.stringMatching(/^\/media\//)]);
  });

  it('our address of such a picture does not lead to it', async () => {
    const answer = await server.app.inject(`/media/${timed}/w480.webp`);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.statusCode).toBe(404); // the image of this test has no files
  });
});
