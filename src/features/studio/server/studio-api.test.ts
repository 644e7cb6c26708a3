import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createLog } from '../../../server/config/log.ts';
import { AppError, notFound } from '../../../server/http/errors.ts';
import { createHttp, type HttpApp } from '../../../server/http/http.ts';
import { noLimits } from '../../../server/http/limits.ts';
import { PublicAnswers } from '../../../server/http/public-answers.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { databaseForTests } from '../../../server/testing/database.ts';
import { csvLine } from '../../../shared/csv-line.ts';
import { csvFields, listOf, oneOf } from '../contract.ts';
import { defineStudioCall } from '../rules.ts';
import { createStudioApi } from './studio-api.ts';
import { etagOf, requireVersion } from './versions.ts';

const userId = randomUUID();
const times = { everyMs: 60_000, sensitiveMs: 60_000 };
let app: HttpApp;

/** The one thing that these calls change, and whether it may be changed now. */
const thing = { title: 'As it is' };
const changedAt = new Date('2026-01-01T00:00:00Z');
const thingBody = z.object({ title: z.string() });

const database = databaseForTests();
beforeAll(async () => {
  await database.db.query(
    `insert into users (id, username, username_key, password_hash) values ($1, 'editor', 'editor', '')`,
    [userId],
  );
  await database.db.query(`insert into staff (user_id, role) values ($1, 'editor')`, [userId]);
  const metrics = createMetrics();
  const http = createHttp({
    log: createLog('silent'),
    metrics,
    answers: new PublicAnswers(),
    limiter: noLimits,
    trustProxy: false,
    securityHeaders: {},
  });
  const studio = createStudioApi({
    http,
    metrics,
    db: database.db,
    viewerOf: async () => ({ sessionId: randomUUID(), userId, username: 'editor', imageAudience: 'a session' }),
    confirmations: { find: async () => ({ confirmedAt: new Date(), now: new Date() }) },
    times,
    setting: () => 'Pacific/Kiritimati' as never, // the zone alone is asked for
  });
  const change = defineStudioCall({
    method: 'PATCH',
    path: '/studio/things/:name',
    summary: 'Change the thing',
    right: 'books',
    params: z.object({ name: z.string() }),
    body: thingBody,
    answer: oneOf(thingBody),
  });
  studio.add(change, async ({ params, body, ifMatch, setEtag }) => {
    if (params.name !== 'known') throw notFound();
    requireVersion(ifMatch, { etag: etagOf(thing), current: thing, changedBy: null, changedAt });
    if (body.title === 'taken') throw new AppError(409, 'taken', 'There is such a title');
    setEtag(etagOf(body));
    return { result: body };
  });
  const make = defineStudioCall({
    method: 'POST',
    path: '/studio/things',
    summary: 'Make a thing',
    right: 'books',
    body: thingBody,
    answer: oneOf(thingBody),
    status: 201,
  });
  studio.add(make, async ({ body }) => ({ result: body }));
  const list = defineStudioCall({
    method: 'GET',
    path: '/studio/things',
    summary: 'Many things; after two of three batches the caller has no role any more',
    right: 'books',
    query: z.object({ ...csvFields }),
    answer: listOf(thingBody),
  });
  studio.add(list, async () => ({ result: [thing], total: 1 }), {
    csv: {
      name: 'things',
      columns: ['title'],
      async *rows() {
        yield [{ title: 'one' }];
        yield [{ title: 'two' }];
        await database.db.query('delete from staff');
        yield [{ title: 'three' }];
      },
    },
  });
  app = http.app;
});
afterAll(() => app.close());

const patch = (name: string, title: unknown, ifMatch?: string) =>
  app.inject({
    method: 'PATCH',
    url: `/api/v1/studio/things/${name}`,
    payload: { title },
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  });

describe('a call that is added to the studio', () => {
  it('refuses in one order: the request, what it names, the version, what cannot be done', async () => {
    const outcome = async (answer: ReturnType<typeof patch>) => {
      const { statusCode, body } = await answer;
      return [statusCode, JSON.parse(body).code];
    };
    expect(await outcome(patch('unknown', 7))).toEqual([400, 'invalid_request']);
    expect(await outcome(patch('unknown', 'taken'))).toEqual([404, 'not_found']);
    expect(await outcome(patch('known', 'taken'))).toEqual([428, 'version_missing']);
    expect(await outcome(patch('known', 'taken', '"old"'))).toEqual([412, 'edit_conflict']);
    expect(await outcome(patch('known', 'taken', etagOf(thing)))).toEqual([409, 'taken']);
  });

  it('shows how the thing stands to those who saw an older version', async () => {
    const answer = await patch('known', 'new', '"old"');
    expect(answer.json()).toMatchObject({ current: thing, etag: etagOf(thing), changed_by: null });
  });

  it('answers a change with the new version', async () => {
    const answer = await patch('known', 'new', etagOf(thing));
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, etagOf({ title: 'new' })]);
    expect(answer.json()).toEqual({ data: { result: { title: 'new' } } });
  });

  it('takes up to a mebibyte', async () => {
    const post = (length: number) =>
      app.inject({ method: 'POST', url: '/api/v1/studio/things', payload: { title: 'x'.repeat(length) } });
    expect((await post(1_000_000)).statusCode).toBe(201);
    expect((await post(1_100_000)).json()).toMatchObject({ code: 'payload_too_large' });
  });

  it('ends a file once its reader has no right to it any more', async () => {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`${origin}/api/v1/studio/things?format=csv`);
    const day = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10); // Kiritimati is 14 hours ahead
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="longstrip-things-${day}.csv"`);
    let text = '';
    const read = async () => {
      for await (const part of answer.body ?? []) text += new TextDecoder('utf-8', { ignoreBOM: true }).decode(part);
    };
    await expect(read()).rejects.toThrow();
    expect(text).not.toContain('three');
  });
});

describe('a line of a file', () => {
  it.each([
    [['plain', 7, -7, true, null], 'plain,7,-7,true,\r\n'],
    [['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"\r\n'],
    [['=1', '+1', '-1', '@a', '\tx'], `'=1,'+1,'-1,'@a,'\tx\r\n`],
    [['\rx'], '"\'\rx"\r\n'],
    [[{ hidden: true }], '"{""hidden"":true}"\r\n'],
  ])('%j is written so that it reads the same and runs nothing', (values, line) => {
    expect(csvLine(values)).toBe(line);
  });
});
