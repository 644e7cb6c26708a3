import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSite, type TestSite } from '../testing/site.ts';

let site: TestSite;
let folder: string;
beforeAll(async () => {
  site = await createTestSite();
  folder = join(await mkdtemp(join(tmpdir(), 'longstrip-batches-')), 'harbour');
  await mkdir(folder);
  await writeFile(join(folder, 'book.yaml'), 'title: Harbour\n');
  for (const number of [1, 2]) await writeFile(join(folder, `${number}.txt`), `Rain fell ${number}.\n`.repeat(40));
});
afterAll(async () => {
  await site.remove();
  await rm(join(folder, '..'), { recursive: true });
});

const list = async () => JSON.parse((await site.run('batch', 'list', '--json')).out);
const shown = async () =>
  (
    await site.db.query<{ title: string }>(
      'select title from editions e join books b on b.id = e.book_id where not hidden',
    )
  ).rows;

describe('longstrip batch', () => {
  it('lists what imports have done, and takes one back, after those that came later', async () => {
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
    const { rows } = await site.db.query<{ action: string }>(
      `select action from audit_entries where made_by = 'command_line' order by id`,
    );
    expect(rows.map(({ action }) => action)).toContain('import.undo');
  });

  it('ends 1 for an id that names no import', async () => {
    const answer = await site.run('batch', 'undo', 'nothing');
    expect([answer.status, answer.err]).toEqual([1, expect.stringContaining('There is no such import')]);
  });
});
