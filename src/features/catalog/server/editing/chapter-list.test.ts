import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { type SignedInUser, signIn } from '../../../../app/testing/users.ts';
import { makeBook } from '../../testing/books.ts';

let server: TestServer;
let editor: SignedInUser;
beforeAll(async () => {
  server = await startTestServer();
  editor = await signInStaff(server, 'editor');
});
afterAll(() => server.stop());

async function list(bookId: string, language = 'en-us') {
  const url = `/api/v1/studio/books/${bookId}/chapters?language=${language}`;
  const answer = await server.app.inject({ url, headers: editor.headers });
  return { status: answer.statusCode, result: answer.json().data?.result };
}

describe("the rows of a book's chapters", () => {
  it('have their title in a language, their earliest date, and how they are read and liked', async () => {
    const page = (title: string) => ({ title, imageIds: [randomUUID()] });
    const later = new Date('2030-01-02T03:04:05.000Z');
    const { id, chapterIds } = await makeBook(server.db, {
      titles: { 'zh-cn': '港', 'en-us': 'Harbour', 'fr-fr': 'Le port' },
      chapters: [
        { editions: { 'zh-cn': page('一'), 'fr-fr': page('Un') } },
        { editions: { 'zh-cn': page('二'), 'en-us': page('Two') }, publishedAt: later },
      ],
    });
    const [first = ''] = chapterIds;
    const reader = await signIn(server);
    const read = (who: Record<string, string>) =>
      server.app.inject({
        ...{ method: 'POST', url: '/api/v1/events', headers: who },
        payload: {
          events: [
            {
              ...{ event_id: randomUUID(), name: 'start_reading', occurred_at: new Date().toISOString() },
              ...{ language: 'fr-fr', book_uuid: id, chapter_uuid: first },
            },
          ],
        },
      });
    for (const who of [reader.headers, { 'x-visitor-id': randomUUID() }])
      expect((await read(who)).statusCode).toBe(202);
    await server.app.inject({
      ...{ method: 'POST', url: `/api/v1/comics/chapter/favor`, headers: reader.headers },
      payload: { book_uuid: id, chapter_uuid: first },
    });
    const { result } = await list(id, 'fr-fr');
    expect(result).toMatchObject([
      {
        title: 'Un',
        number: 1,
        readings_28d: 2,
        likes: 1,
        thumbnail: null,
        published_at: result[0].editions[0].published_at,
      },
      { title: 'Two', number: null, readings_28d: 0, likes: 0, published_at: later.toISOString() },
    ]);
    expect((await list(id)).result[0].title).toBe('一');
    expect((await list(id, 'de-de')).status).toBe(400);
  });
});
