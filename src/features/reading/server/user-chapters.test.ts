import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { daysFromNow, type SignedInUser, signIn, startSession } from '../../../app/testing/users.ts';
import { withTransaction } from '../../../server/database/db.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { makeImage, makeStoredImage } from '../../media/testing/images.ts';
import { scoreBooks } from './jobs.ts';

const bytes = randomBytes(2000);
let image: string;
let book: { id: string; chapterIds: string[] };
let [free, locked]: (string | undefined)[] = [];

const server = serverForTests();
beforeAll(async () => {
  image = await makeStoredImage(server, { bytes });
  const openImage = await makeImage(server.db);
  book = await makeBook(server.db, {
    publicFreeChapters: 1,
    chapters: [
      { editions: { 'en-us': { title: 'Free', imageIds: [openImage] } } },
      { editions: { 'en-us': { title: 'Locked', imageIds: [image] } } },
    ],
  });
  [free, locked] = book.chapterIds;
});

const open = (chapterId: string | undefined, user?: Pick<SignedInUser, 'headers'>) =>
  server.ask(`/api/v1/comics/chapter_comics/${chapterId}/en-us`, user ? { headers: user.headers } : {});
const contentOf = async (chapterId: string | undefined, user?: Pick<SignedInUser, 'headers'>) =>
  (await open(chapterId, user)).json().data.result;
const member = () => signIn(server, { expireAt: daysFromNow(30) });
const setExpiry = (user: SignedInUser, expireAt: Date | null) =>
  server.db.query(
    `insert into memberships (user_id, expire_at) values ($1, $2)
     on conflict (user_id) do update set expire_at = excluded.expire_at`,
    [user.id, expireAt],
  );

describe('a chapter for a user', () => {
  it('opens to members, is closed to the others, each with the right code', async () => {
    const expired = await signIn(server, { expireAt: daysFromNow(-1) });
    const takenBack = await signIn(server);
    await setExpiry(takenBack, null);
    const answers = [await open(locked, await member()), await open(locked, expired), await open(locked, takenBack)];
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [200, undefined],
      [403, 'membership_expired'],
      [403, 'membership_required'],
    ]);
    expect(answers[1]?.body).not.toContain(image);
    for (const { headers } of answers.slice(1)) expect(headers['cache-control']).toBe('no-store');
  });

  it('is asked anew each time: a right that ends or begins counts at once', async () => {
    const reader = await member();
    expect((await open(locked, reader)).statusCode).toBe(200);
    await setExpiry(reader, new Date());
    expect((await open(locked, reader)).statusCode).toBe(403);
    await setExpiry(reader, daysFromNow(1));
    expect((await open(locked, reader)).statusCode).toBe(200);
    await server.db.query('delete from sessions where id = $1', [reader.sessionId]);
    expect((await open(locked, reader)).json().code).toBe('membership_required');
  });

  it('uses the clock of the database, not of this machine', async () => {
    const reader = await signIn(server, { expireAt: daysFromNow(1) });
    server.pass(2 * 24 * 60 * 60 * 1000);
    expect((await open(locked, reader)).statusCode).toBe(200);
  });

  it('is for this user alone: private, kept by no cache, in the encoding that the browser takes', async () => {
    const answer = await server.ask(`/api/v1/comics/chapter_comics/${locked}/en-us`, {
      headers: { ...(await member()).headers, 'accept-encoding': 'br', 'if-none-match': '*' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      vary: 'Authorization, Accept-Encoding',
      'content-encoding': 'br',
    });
    expect(answer.headers.etag).toBeUndefined();
  });

  it('shows a change of its content within seconds', async () => {
    const reader = await member();
    const { id, chapterIds } = await makeBook(server.db, { publicFreeChapters: 0 });
    expect((await open(chapterIds[0], reader)).statusCode).toBe(200);
    await server.db.query('update books set hidden = true where id = $1', [id]);
    expect((await open(chapterIds[0], reader)).json().code).toBe('chapter_not_found');
  });
});

describe('the images of a restricted chapter', () => {
  const bytesAt = (address: string, headers: Record<string, string> = {}) => server.ask(address, { headers });

  it('have addresses of the session, each with its own signature, that open without any header', async () => {
    const [one, other] = [await member(), await member()];
    const [mine, theirs] = [await contentOf(locked, one), await contentOf(locked, other)];
    expect(mine.images[0]).toMatch(
      new RegExp(`^/media/${image}/w480\\.webp\\?e=\\d{13}&s=[\\w-]{22}&v=\\w+&sig=[\\w-]{43}$`),
    );
    expect(mine.pages[0].sources[0].srcset).toBe(`${mine.images[0]} 480w`);
    expect(mine.images[0]).not.toBe(theirs.images[0]);
    const answer = await bytesAt(mine.images[0]);
    expect([answer.statusCode, answer.rawPayload.equals(bytes)]).toEqual([200, true]);
    expect(answer.headers['cache-control']).toMatch(/^private/);
    const again = await bytesAt(mine.images[0], { 'if-none-match': String(answer.headers.etag) });
    expect(again.statusCode).toBe(304);
    const part = await bytesAt(mine.images[0], { range: 'bytes=0-9' });
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10]);
  });

  it('are refused without a signature, with another session in it, or for another file', async () => {
    const { images } = await contentOf(locked, await member());
    const other = (await contentOf(locked, await member())).images[0];
    const address: string = images[0];
    const swapped = address.replace(/s=[\w-]{22}/, /s=[\w-]{22}/.exec(other)?.[0] ?? '');
    for (const bad of [address.split('?')[0] ?? '', swapped, address.replace('w480.webp', 'w960.webp')])
      expect([bad, (await bytesAt(bad)).statusCode]).toEqual([bad, 403]);
  });

  it('end with the session and with the right, within five seconds', async () => {
    const [leaving, expiring] = [await member(), await member()];
    const addresses = [(await contentOf(locked, leaving)).images[0], (await contentOf(locked, expiring)).images[0]];
    for (const address of addresses) expect((await bytesAt(address)).statusCode).toBe(200);
    await server.db.query('delete from sessions where id = $1', [leaving.sessionId]);
    await setExpiry(expiring, new Date());
    for (const address of addresses) expect((await bytesAt(address)).statusCode).toBe(403);
  });

  it('expire, and a new call gives new ones', async () => {
    const reader = await member();
    const before = (await contentOf(locked, reader)).images[0];
    server.pass(6.5 * 60 * 60 * 1000);
    expect((await bytesAt(before)).statusCode).toBe(403);
    expect((await bytesAt((await contentOf(locked, reader)).images[0])).statusCode).toBe(200);
  });

  it('are signed in the text of a novel too, open to its readers and to nobody else', async () => {
    const picture = await makeStoredImage(server, { bytes });
    const blocks = [{ type: 'img' as const, imageId: picture, alt: 'A map' }];
    const { chapterIds } = await makeBook(server.db, {
      kind: 'novel',
      publicFreeChapters: 0,
      chapters: [{ editions: { 'en-us': { blocks } } }],
    });
    const reader = await member();
    const { src } = (await contentOf(chapterIds[0], reader)).blocks[0].image;
    expect(src).toContain('&sig=');
    expect((await bytesAt(src)).rawPayload.equals(bytes)).toBe(true);
    expect((await bytesAt(src.split('?')[0])).statusCode).toBe(403);
    const closed = await open(chapterIds[0]);
    expect([closed.statusCode, closed.body.includes(picture)]).toEqual([403, false]);
  });

  it('are not signed at all where the chapter is free', async () => {
    expect((await contentOf(free, await member())).images).toEqual((await contentOf(free)).images);
  });
});

describe('likes', () => {
  const say = (
    method: 'POST' | 'DELETE',
    user: Pick<SignedInUser, 'headers'> | null,
    chapter = free,
    bookId = book.id,
  ) =>
    server.app.inject({
      method,
      url: '/api/v1/comics/chapter/favor',
      headers: user?.headers ?? {},
      payload: { book_uuid: bookId, chapter_uuid: chapter },
    });

  /** Presses again where the site answers that it is busy, as a person would: 50 at once wait for one row's lock. */
  const press = (...what: Parameters<typeof say>) =>
    vi.waitFor(
      async () => {
        const answer = await say(...what);
        expect(answer.statusCode).not.toBe(503);
        return answer;
      },
      { timeout: 20_000, interval: 100 },
    );

  it('count once for each user, show to that user at once and to everybody in seconds, and can be taken back', async () => {
    const { id, chapterIds } = await makeBook(server.db, { chapters: 2 });
    const [one, two] = [await signIn(server), await signIn(server)];
    const see = async (user: SignedInUser) => {
      const url = `/api/v1/comics/chapter_comics/${chapterIds[0]}/en-us`;
      const { already_favor, total_likes } = (await server.app.inject({ url, headers: user.headers })).json().data
        .result;
      return [already_favor, total_likes];
    };
    expect(await see(one)).toEqual([false, 0]);
    expect((await say('POST', one, chapterIds[0], id)).json()).toEqual({
      data: { result: { already_favor: true, total_likes: 1 } },
    });
    expect(await see(one)).toEqual([true, 1]);
    expect((await say('POST', one, chapterIds[0], id)).json().data.result.total_likes).toBe(1);
    expect((await say('POST', two, chapterIds[0], id)).json().data.result.total_likes).toBe(2);
    await say('POST', two, chapterIds[1], id);
    expect(await contentOf(chapterIds[0])).toMatchObject({ already_favor: false, total_likes: 2 });
    const list = await server.ask(`/api/v1/comics/chapters/${id}/en-us/asc/0/10`);
    expect(list.json().data.result.total_likes).toBe(3);

    expect((await say('DELETE', one, chapterIds[0], id)).json()).toEqual({
      data: { result: { already_favor: false, total_likes: 1 } },
    });
    expect((await say('DELETE', one, chapterIds[0], id)).json().data.result.total_likes).toBe(1);
    expect(await see(one)).toEqual([false, 1]);
    expect((await say('POST', one, chapterIds[0], id)).json().data.result.total_likes).toBe(2);
  });

  it('are counted right after a race of 50 users, and of 50 presses by one user', async () => {
    const { id, chapterIds } = await makeBook(server.db);
    const users = await Promise.all(Array.from({ length: 50 }, () => signIn(server)));
    const many = await Promise.all(users.map((user) => press('POST', user, chapterIds[0], id)));
    expect(many.map(({ statusCode }) => statusCode)).toEqual(users.map(() => 200));
    const one = await signIn(server);
    const presses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => press(index % 2 === 0 ? 'POST' : 'DELETE', one, chapterIds[0], id)),
    );
    expect(new Set(presses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await say('POST', one, chapterIds[0], id);
    await scoreBooks(server.db);
    const { rows } = await server.db.query(
      `select c.total_likes as chapter, b.total_likes as book, d.liked as day,
         (select count(*) from chapter_likes where chapter_id = c.id and liked) as rows
       from chapters c join books b on b.id = c.book_id join book_days d on d.book_id = b.id where b.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ chapter: 51, book: 51, day: 51, rows: 51 }]);
  });

  inLong('never wait for the job that scores books, nor does the job wait for them', async () => {
    const { id, chapterIds } = await makeBook(server.db, { chapters: 3 });
    const users = await Promise.all(Array.from({ length: 6 }, () => signIn(server)));
    let isLiking = true;
    const scoring = (async () => {
      let runs = 0;
      for (; isLiking; runs += 1) await scoreBooks(server.db);
      return runs;
    })();
    const pressOften = async (user: SignedInUser, index: number) => {
      const statuses: number[] = [];
      for (let round = 0; round < 25; round += 1) {
        const chapter = chapterIds[(round + index) % 3];
        statuses.push((await say(round % 2 === 0 ? 'POST' : 'DELETE', user, chapter, id)).statusCode);
      }
      return statuses;
    };
    const pressed = await Promise.all(users.map(pressOften));
    isLiking = false;
    expect(await scoring).toBeGreaterThan(1);
    expect(new Set(pressed.flat())).toEqual(new Set([200]));
  });

  it('wait for an import of their book instead of deadlocking with it', async () => {
    const { id, chapterIds } = await makeBook(server.db);
    const user = await signIn(server);
    let answer: Promise<{ statusCode: number }> | undefined;
    await withTransaction(server.db, async (tx) => {
      await tx.query('select from books where id = $1 for update', [id]);
      answer = say('POST', user, chapterIds[0], id);
      await vi.waitFor(async () => {
        const { rowCount } = await server.db.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        expect(rowCount).toBe(1);
      });
      await tx.query('update chapters set number = 9 where id = $1', [chapterIds[0]]);
    });
    expect((await answer)?.statusCode).toBe(200);
  });

  it('move a book up in the order by popularity, and down when they are taken back', async () => {
    const { id, chapterIds } = await makeBook(server.db);
    const user = await signIn(server);
    const popularity = async () => {
      await scoreBooks(server.db);
      const { rows } = await server.db.query<{ popularity: number }>('select popularity from books where id = $1', [
        id,
      ]);
      return rows[0]?.popularity ?? 0;
    };
    await say('POST', user, chapterIds[0], id);
    expect(await popularity()).toBeGreaterThan(0);
    await say('DELETE', user, chapterIds[0], id);
    expect(await popularity()).toBe(0);
  });

  it.each(['POST', 'DELETE'] as const)('%s is for users who may read the chapter, by its own book', async (method) => {
    const user = await signIn(server);
    const expired = await signIn(server, { expireAt: daysFromNow(-1) });
    const answers = [
      await say(method, null),
      await say(method, { headers: { authorization: 'Token nonsense' } }),
      await say(method, user, locked),
      await say(method, expired, locked),
      await say(method, user, randomUUID()),
      await say(method, user, free, randomUUID()),
      await say(method, user, 'junk'),
      await say(method, await member(), locked),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [401, 'unauthenticated'],
      [401, 'unauthenticated'],
      [403, 'membership_required'],
      [403, 'membership_expired'],
      [404, 'chapter_not_found'],
      [404, 'chapter_not_found'],
      [400, 'invalid_request'],
      [200, undefined],
    ]);
    for (const { headers } of answers) expect(headers['cache-control']).toMatch(/no-store/);
  });
});

describe('a token', () => {
  const likesOf = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/comics/chapter/favor',
      headers,
      payload: { book_uuid: book.id, chapter_uuid: free },
    });

  it('is read from one header, in one scheme, spelled in one way', async () => {
    const { token } = await signIn(server);
    const good = { authorization: `Token ${token}` };
    expect((await likesOf(good)).statusCode).toBe(200);
    for (const authorization of [`token ${token}`, `Bearer ${token}`, `Token  ${token}`, token])
      expect([authorization, (await likesOf({ authorization })).statusCode]).toEqual([authorization, 401]);
    const inQuery = await server.app.inject({
      method: 'POST',
      url: `/api/v1/comics/chapter/favor?token=${token}&authorization=Token%20${token}`,
      payload: { book_uuid: book.id, chapter_uuid: free },
    });
    expect(inQuery.statusCode).toBe(401);
  });

  it('ends with its session, with idleness and with age', async () => {
    const user = await signIn(server);
    const [idle, old] = [await startSession(server, user.id), await startSession(server, user.id)];
    await server.db.query(`update sessions set last_seen_at = now() - interval '15 days' where id = $1`, [
      idle.sessionId,
    ]);
    await server.db.query(`update sessions set created_at = now() - interval '61 days' where id = $1`, [old.sessionId]);
    expect((await likesOf(idle.headers)).statusCode).toBe(401);
    expect((await likesOf(old.headers)).statusCode).toBe(401);
    expect((await likesOf(user.headers)).statusCode).toBe(200);
  });

  it('notes now and then that its session is in use', async () => {
    const user = await signIn(server);
    await server.db.query(`update sessions set last_seen_at = now() - interval '1 day' where id = $1`, [
      user.sessionId,
    ]);
    await likesOf(user.headers);
    const { rows } = await server.db.query(
      `select now() - last_seen_at < interval '1 minute' as noted from sessions where id = $1`,
      [user.sessionId],
    );
    expect(rows).toEqual([{ noted: true }]);
  });

  it('does not let another session of the same shape in', async () => {
    const [one, other] = [await signIn(server), await signIn(server)];
    await server.db.query('update sessions set user_id = $2 where id = $1', [one.sessionId, other.id]);
    expect((await likesOf(one.headers)).statusCode).toBe(401);
  });
});
