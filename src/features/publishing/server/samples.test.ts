import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { type Media, openMedia } from '../../media/server/media.ts';
import { importCommand } from './command.ts';

const samples = resolve(process.env.LONGSTRIP_SAMPLES ?? '../shared/data');
const isHere = existsSync(samples);

/** Real files, where the sample library is at hand; it is never part of the project. */
describe.skipIf(!isHere)(`the sample library${isHere ? '' : ' (skipped: LONGSTRIP_SAMPLES names none)'}`, () => {
  let database: TestDatabase;
  let media: Media;
  let home: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    home = await mkdtemp(join(tmpdir(), 'longstrip-samples-'));
    media = openMedia({ dataDir: home });
  });

  afterAll(async () => {
    await media.close();
    await database.drop();
    await rm(home, { recursive: true });
  });

  async function run(...paths: string[]) {
    const out: string[] = [];
    const status = await importCommand(
      { db: database.db, media, stdout: { write: (text) => out.push(text) }, stderr: { write: () => {} } },
      { paths: paths.map((path) => join(samples, path)), isJson: true, avif: 'later' },
    );
    const report = JSON.parse(out.join('')) as {
      books: { title: string; languages: string[]; chapters: { total: number }; pages: { converted: number } }[];
      left_out: { path: string; cause: string }[];
    };
    return { ...report, status };
  }

  it('has odd pictures, of which only the damaged ones are left out', async () => {
    const { status, books, left_out } = await run('odd/images');
    expect(status).toBe(1);
    expect(left_out.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([
      'pc-truncated.jpg',
      'pc-zero-bytes.jpg',
    ]);
    expect(books).toMatchObject([{ chapters: { total: 1 }, pages: { converted: 10 } }]);
  });

  it('has odd archives, none of which escapes or ends the import', async () => {
    const { status, books } = await run('odd/archives');
    expect(status).toBe(1);
    expect(books).toHaveLength(1);
    expect((await readdir(home)).sort()).toEqual(['media']);
  });

  it('has archives with metadata in three languages, which become one book', async () => {
    const { status, books } = await run('cbz/pepper-and-carrot');
    expect(status).toBe(0);
    expect(books).toMatchObject([
      { title: 'Pepper&Carrot', languages: ['en-us', 'ar-sa', 'zh-cn'], chapters: { total: 3 } },
    ]);
    const { rows } = await database.db.query<{ language: string; title: string }>(
      `select ce.language, ce.title from chapter_editions ce join chapters c on c.id = ce.chapter_id
       join books b on b.id = c.book_id where c.number = 1 and b.author = 'David Revoy' order by 1`,
    );
    expect(rows).toEqual([
      { language: 'ar-sa', title: 'جُرعةُ الطَيران' },
      { language: 'en-us', title: 'The Potion of Flight' },
      { language: 'zh-cn', title: '飞行魔药' },
    ]);
  }, 60_000);

  it('has a novel in two volumes of one file a chapter', async () => {
    const { status, books } = await run('novels/don-quijote-es');
    expect(status).toBe(0);
    expect(books).toMatchObject([{ chapters: { total: 129 } }]);
  });
});
