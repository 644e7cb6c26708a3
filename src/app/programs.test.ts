import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeBook } from '../features/catalog/testing/books.ts';
import { makeKey } from '../features/doors/testing/keys.ts';
import { drawScene } from '../features/media/testing/pictures.ts';
import { inLong } from '../server/testing/depth.ts';
import { forAllTests } from '../server/testing/for-all-tests.ts';
import type { TokenScope } from '../shared/calls.ts';
import { declaredCalls } from './testing/declared-calls.ts';
import { runJob, serverForTests } from './testing/server.ts';
import { signInStaff } from './testing/staff.ts';
import { type SignedInUser, signIn } from './testing/users.ts';

let key: string;
let url: string;
const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor', { confirmedSecondsAgo: null }));
beforeAll(async () => {
  key = await keyOf(editor);
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

const keyOf = ({ id: userId }: SignedInUser, scopes: TokenScope[] = ['publish']) =>
  makeKey(server.db, { userId, scopes });
async function ask(given: { key: string; method?: string; path: string; body?: object; etag?: string }) {
  const answer = await server.app.inject({
    method: (given.method ?? 'GET') as 'GET', // of a declared call
    url: `/api/v1/studio${given.path}`,
    headers: { authorization: `Token ${given.key}`, ...(given.etag && { 'if-match': given.etag }) },
    ...(given.body && { payload: given.body }),
  });
  const body = String(answer.headers['content-type']).includes('json') ? answer.json() : null;
  return { status: answer.statusCode, code: body?.code, result: body?.data?.result };
}

const studioCalls = [...declaredCalls.values()].filter(({ who }) => who === 'studio');
const taken = studioCalls.filter(({ scopes }) => scopes?.includes('publish'));

describe('the key of a publishing program', () => {
  it('opens these calls of the studio, beside uploads', () => {
    expect(taken.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        ...['POST /studio/imports', 'GET /studio/imports', 'GET /studio/imports/:id', 'GET /studio/imports/:id/events'],
        ...['GET /studio/imports/:id/plan', 'PATCH /studio/imports/:id/plan', 'POST /studio/imports/:id/check'],
        ...['POST /studio/imports/:id/commit', 'POST /studio/imports/:id/cancel', 'GET /studio/imports/:id/undo'],
        ...['POST /studio/imports/:id/undo', 'GET /studio/imports/:id/files/:fileId/thumbnail'],
        ...['POST /studio/imports/:id/files/:fileId/retry', 'GET /studio/books', 'GET /studio/books/:uuid'],
        ...['PATCH /studio/books/:uuid', 'GET /studio/books/:uuid/chapters', 'GET /studio/books/:uuid/order'],
        ...['GET /studio/chapters', 'GET /studio/chapters/:uuid', 'PATCH /studio/chapters/:uuid'],
        ...['GET /studio/publishing', 'POST /studio/publishing/series', 'PUT /studio/chapters/:uuid/publication'],
        ...['GET /studio/windows', 'POST /studio/windows', 'DELETE /studio/windows/:uuid'],
      ].sort(),
    );
  });

  it('opens none of the others, whatever the role and the body', async () => {
    const user = await signIn(server);
    const keys = [key, await keyOf(await signInStaff(server, 'owner')), await keyOf(user)];
    const others = studioCalls.filter((call) => !taken.includes(call));
    const asked = others.flatMap(({ method, path }) =>
      keys.map((each) => ask({ key: each, method, path: path.slice('/studio'.length).replace(/:\w+/g, 'x') })),
    );
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['403 scope_missing']));
    expect(answers.length).toBeGreaterThan(200);
  });

  inLong('is refused for another scope, for what is no key, and for a role that has no right', async () => {
    const [reading, support, none] = [
      await keyOf(editor, ['read', 'sync']),
      await keyOf(await signInStaff(server, 'support')),
      await keyOf(await signIn(server)),
    ];
    const codes = await Promise.all(
      [reading, `lst_${'x'.repeat(43)}`, 'lst_', support, none, key].map(async (each) => {
        const [books, upload] = await Promise.all([
          ask({ key: each, path: '/books' }),
          ask({ key: each, method: 'POST', path: '/uploads' }),
        ]);
        return [books.code ?? books.status, upload.code ?? upload.status];
      }),
    );
    expect(codes).toEqual([
      ...[
        ['scope_missing', 'scope_missing'],
        ['unauthenticated', 'unauthenticated'],
      ],
      ...[
        ['unauthenticated', 'unauthenticated'],
        ['forbidden', 'forbidden'],
        ['forbidden', 'forbidden'],
      ],
      [200, 'invalid_request'],
    ]);
  });

  it('changes books without a password, and stands in the audit by its name', async () => {
    const { id, chapterIds } = await makeBook(server.db, { chapters: [{ publishedAt: 'draft' }] });
    const changed = await ask({ key, method: 'PATCH', path: `/books/${id}`, body: { author: 'Ada' }, etag: '*' });
    expect(changed).toMatchObject({ status: 200, result: { author: 'Ada' } });
    const body = { published_at: 'now' };
    const put = { key, method: 'PUT', path: `/chapters/${chapterIds[0]}/publication`, body, etag: '*' };
    expect(await ask(put)).toMatchObject({ status: 200 });
    const owner = await signInStaff(server, 'owner');
    const audit = async (target = id) =>
      (await server.app.inject({ url: `/api/v1/studio/audit?target=${target}`, headers: owner.headers })).json().data
        .result;
    const made = { user: { uuid: editor.id, username: editor.username }, role: 'editor', by: 'token', token: 'An app' };
    expect(await audit()).toMatchObject([{ action: 'book.edit', ...made }]);
    expect(await audit(chapterIds[0])).toMatchObject([{ action: 'chapter.publication', ...made }]);
  });

  it('opens nothing any more once its user has lost the role, is banned, or has ended it', async () => {
    const [demoted, banned, ended] = await Promise.all([1, 2, 3].map(() => signInStaff(server, 'editor')));
    if (!demoted || !banned || !ended) throw new Error('Three were made');
    const keys = await Promise.all([demoted, banned, ended].map((user) => keyOf(user)));
    const codes = () =>
      Promise.all(keys.map(async (each) => (await ask({ key: each, path: '/windows' })).code ?? 'open'));
    expect(await codes()).toEqual(['open', 'open', 'open']);
    await server.db.query('delete from staff where user_id = $1', [demoted.id]);
    await server.db.query('update users set banned_at = now() where id = $1', [banned.id]);
    await server.db.query('delete from access_tokens where user_id = $1', [ended.id]);
    expect(await codes()).toEqual(['forbidden', 'unauthenticated', 'unauthenticated']);
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0 && spawnSync('date', ['-d', '@0']).status === 0;
describe.skipIf(!hasCurl)(
  `the script of docs/automation.md${hasCurl ? '' : ' (skipped: no curl or no GNU date here)'}`,
  () => {
    inLong('sends a folder, tells warnings, and schedules its chapters week by week', async () => {
      const place = await mkdtemp(join(tmpdir(), 'longstrip-automation-'));
      const script = /```sh\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(await readFile('docs/automation.md', 'utf8'))?.[1] ?? '';
      await writeFile(join(place, 'publish.sh'), script);
      const title = `A "book" ${randomUUID()}`;
      for (const chapter of [1, 2, 4]) {
        const folder = join(place, 'Book', String(chapter));
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, '001.jpg'), await drawScene({ seed: 900 + chapter }));
      }
      await writeFile(join(place, 'Book', 'book.yaml'), `title: ${JSON.stringify(title)}\nkind: comic\n`);
      const env = { ...process.env, LONGSTRIP_SITE: url, LONGSTRIP_KEY: key };
      const options = { env, cwd: place };
      const first = '2030-01-04 18:00 UTC';
      let isOver = false;
      const over = promisify(execFile)('sh', ['publish.sh', './Book', first], options).finally(() => {
        isOver = true;
      });
      const look = async () => {
        await runJob(server, 'imports');
        return isOver;
      };
      await vi.waitFor(async () => expect(await look()).toBe(true), { timeout: 60_000, interval: 100 });
      const { stdout } = await over;
      await rm(place, { recursive: true });
      expect(stdout).toMatch(/number_gap/);
      const { rows } = await server.db.query<{ at: string }>(
        `select to_char(e.published_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at
       from chapters c join chapter_editions e on e.chapter_id = c.id join editions b on b.book_id = c.book_id
       where b.title = $1 order by c.place`,
        [title],
      );
      expect(rows.map(({ at }) => at)).toEqual(['2030-01-04 18:00', '2030-01-11 18:00', '2030-01-18 18:00']);
      const { rows: audited } = await server.db.query(
        `select action, made_by, token from audit_entries where target_kind = 'import' and made_by <> 'system' order by id`,
      );
      expect(audited).toEqual(
        ['import.make', 'import.commit'].map((action) => ({ action, made_by: 'token', token: 'An app' })),
      );
    });
  },
);
