import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { siteForTests } from '../../../app/testing/site.ts';
import { programArguments, programPath } from '../../../server/process/program-path.ts';
import { inLong } from '../../../server/testing/depth.ts';

let folder: string;
const site = siteForTests();
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'longstrip-batches-')), 'harbour');
  await mkdir(folder);
  await writeFile(join(folder, 'book.yaml'), 'title: Harbour\n');
  for (const number of [1, 2]) await writeFile(join(folder, `${number}.txt`), `Rain fell ${number}.\n`.repeat(40));
});
afterAll(() => rm(join(folder, '..'), { recursive: true }));

const list = async () => JSON.parse((await site.run('batch', 'list', '--json')).out);
const shown = async () =>
  (
    await site.db.query<{ title: string }>(
      'select title from editions e join books b on b.id = e.book_id where not hidden',
    )
  ).rows;

describe('longstrip batch', () => {
  inLong('lists what imports have done, and takes one back, after those that came later', async () => {
    expect((await site.run('batch', 'list')).out).toBe('Nothing was imported yet.\n');
    expect((await site.run('import', folder, '--dry-run')).status).toBe(0);
    expect(await list()).toEqual([]);
    expect((await site.run('import', folder)).status).toBe(0);
    const [first] = await list();
    expect(first).toMatchObject({ name: 'harbour', source: 'command_line', state: 'committed' });
    await writeFile(join(folder, '2.txt'), 'The sun came out.\n'.repeat(40));
    expect((await site.run('import', folder)).status).toBe(0);
    const [second] = await list();
    const refused = await site.run('batch', 'undo', first.id);
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining(second.id)]);
    expect((await site.run('batch', 'undo', second.id)).out).toBe('The import is undone.\n');
    const text = await site.db.query<{ blocks: unknown }>(
      'select blocks from chapter_editions where blocks is not null',
    );
    expect(JSON.stringify(text.rows)).not.toContain('The sun');
    const undone = await site.run('batch', 'undo', first.id, '--json');
    expect(JSON.parse(undone.out)).toEqual({ batch: first.id, state: 'undone' });
    expect(await shown()).toEqual([]);
    const again = await site.run('batch', 'undo', first.id);
    expect([again.status, again.err]).toEqual([1, expect.stringContaining('undone')]);
    expect((await site.run('import', folder)).status).toBe(0);
    expect(await shown()).toEqual([{ title: 'Harbour' }]);
    const { rows } = await site.db.query<{ action: string; before: object; after: object }>(
      `select action, before, after from audit_entries where made_by = 'command_line' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      ...['book.make', 'import.commit', 'book.import', 'chapter.import', 'import.commit', 'import.undo', 'import.undo'],
      ...['book.make', 'import.commit'],
    ]);
    const { before, after } = rows.find(({ action }) => action === 'chapter.import') ?? {};
    expect([before, after]).toEqual([
      { 'text.en-us': expect.stringMatching(/^Rain fell 2/) },
      { 'text.en-us': expect.stringMatching(/^The sun came out.*…$/) },
    ]);
  });

  it('ends an import that is canceled in the studio, and shows nothing of it', async () => {
    const before = await shown();
    // As if somebody canceled it at once.
    await site.db.query('alter table batches alter cancel_wanted set default true');
    const canceled = await site.run('import', folder);
    await site.db.query('alter table batches alter cancel_wanted set default false');
    expect([canceled.status, canceled.err]).toEqual([1, expect.stringContaining('canceled this import')]);
    expect((await list())[0]).toMatchObject({ source: 'command_line', state: 'canceled' });
    expect(await shown()).toEqual(before);
  });

  inLong('ends 1 for an id that names no import', async () => {
    const answer = await site.run('batch', 'undo', 'nothing');
    expect([answer.status, answer.err]).toEqual([1, expect.stringContaining('There is no such import')]);
  });
});

describe('the work of a server on an import, in a process of its own', () => {
  inLong('waits while the process of a killed server still works on the same files', async () => {
    const id = await beginCheck();
    await whileHeld(id, async () => {
      const child = workOn(id);
      await vi.waitFor(async () => expect(await waiting()).toBe(1), wait);
      expect(await stateOf(id)).toBe('checking');
      child.kill('SIGKILL');
    });
    const [status] = await once(workOn(id), 'close');
    expect([status, await stateOf(id)]).toEqual([0, 'checked']);
  });

  inLong('stops when the server that began it is gone', async () => {
    const id = await beginCheck();
    await whileHeld(id, async () => {
      const child = workOn(id);
      await vi.waitFor(async () => expect(await waiting()).toBe(1), wait);
      child.stdin?.end();
      await once(child, 'close');
    });
    expect(await stateOf(id)).toBe('checking');
  });
});

const wait = { timeout: 20_000, interval: 50 };
const looks = 'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as mine';

async function beginCheck(): Promise<string> {
  const { rows } = await site.db.query<{ id: string }>(
    `insert into batches (name, source, options, state) values ('none', 'studio', '{}', 'checking') returning id`,
  );
  return rows[0]?.id ?? '';
}

/** Holds the files of an import, as somebody does who works on them. */
function whileHeld(id: string, work: () => Promise<void>): Promise<void> {
  const lock = ['longstrip import tree', id];
  return site.db.withConnection(async (connection) => {
    expect((await connection.query(looks, lock)).rows).toEqual([{ mine: true }]);
    await work().finally(() => connection.query('select pg_advisory_unlock(hashtext($1), hashtext($2))', lock));
  });
}

/** How many other connections have asked for files in vain. */
async function waiting(): Promise<number> {
  const asked = `select count(*)::int as asked from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'idle' and query = $1`;
  const { rows } = await site.db.query<{ asked: number }>(asked, [looks]);
  // The connection that holds them asked for them once, too.
  return (rows[0]?.asked ?? 0) - 1;
}

function workOn(id: string): ChildProcess {
  const path = programPath(import.meta.url, {
    source: '../../../app/cli/command-worker.ts',
    built: 'command-worker.js',
  });
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [...programArguments(path), path, 'batch', 'work', id], {
    env: { PATH, DATABASE_URL: site.url, DATA_DIR: site.dataDir },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

async function stateOf(id: string): Promise<string | undefined> {
  const { rows } = await site.db.query<{ state: string }>('select state from batches where id = $1', [id]);
  return rows[0]?.state;
}
