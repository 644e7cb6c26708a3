import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { DbPool } from '../../../server/database/db.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { createMedia, type Media } from '../../media/server/media.ts';
import { drawPicture } from '../../media/testing/pictures.ts';
import { type ImportArguments, importCommand } from '../server/importing.ts';

export type ImportSite = {
  db: DbPool;
  media: Media;
  /** Where `write` puts files and `run` reads them; empty after `reset`. */
  library(): string;
  reset(): Promise<void>;
  /** Writes files by path; a number stands for the picture of that seed. */
  write(files: Record<string, number | string | Buffer>): Promise<void>;
  /** Imports a path of the library, or any absolute one. In what is printed, paths are those within the library. */
  run(path: string, options?: Partial<ImportArguments>): Promise<{ status: number; out: string; err: string }>;
  close(): Promise<void>;
};

/** A database, a place for media and a folder of books, for the tests of imports. */
export async function openImportSite(): Promise<ImportSite> {
  const database = await createTestDatabase();
  const home = await mkdtemp(join(tmpdir(), 'longstrip-import-'));
  const media = createMedia({ dataDir: join(home, 'data'), workers: { size: 2 } });
  const pictures = new Map<number, Promise<Buffer>>();
  let library = await mkdtemp(join(home, 'library-'));

  /** Small pages, so that a test's time is not spent on encoding. */
  function picture(seed: number): Promise<Buffer> {
    const made = pictures.get(seed) ?? drawPicture({ width: 60, height: 80, seed });
    pictures.set(seed, made);
    return made;
  }

  return {
    db: database.db,
    media,
    library: () => library,
    async reset() {
      await database.db.query('delete from books; delete from users');
      library = await mkdtemp(join(home, 'library-'));
    },
    async write(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(library, path)), { recursive: true });
        await writeFile(join(library, path), typeof content === 'number' ? await picture(content) : content);
      }
    },
    async run(path, options = {}) {
      const out: string[] = [];
      const err: string[] = [];
      const status = await importCommand(
        {
          db: database.db,
          media,
          stdout: { write: (text) => out.push(text) },
          stderr: { write: (text) => err.push(text) },
        },
        { paths: [resolve(library, path)], avif: 'later', ...options },
      );
      const within = (text: string[]) => text.join('').replaceAll(`${library}/`, '');
      return { status, out: within(out), err: within(err) };
    },
    async close() {
      await media.close();
      await database.drop();
      await rm(home, { recursive: true });
    },
  };
}
