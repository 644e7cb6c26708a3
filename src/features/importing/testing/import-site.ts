import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeEach } from 'vitest';
import type { DbPool } from '../../../server/database/db.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { createMedia, type Media } from '../../media/server/media.ts';
import { drawPicture } from '../../media/testing/pictures.ts';
import { type ImportArguments, importCommand } from '../server/importing.ts';
import { type EpubParts, makeEpub } from './epub.ts';

type Options = Partial<Omit<ImportArguments, 'avif'>> & { avif?: ImportArguments['avif'] | null; db?: DbPool };

export type ImportSite = {
  db: DbPool;
  media: Media;
  dataDir: string;
  /** Where `write` puts files and `run` reads them; empty after `reset`. */
  library(): string;
  reset(): Promise<void>;
  /** A small page, so that a test's time is not spent on encoding. */
  picture(seed: number): Promise<Buffer>;
  /** Writes files by path; a number stands for the picture of that seed, parts for their EPUB. */
  write(files: Record<string, number | string | Buffer | EpubParts>): Promise<void>;
  /** Imports paths of the library, or any absolute ones. In what is printed to people, paths are within the library. */
  run(paths: string | readonly string[], options?: Options): Promise<{ status: number; out: string; err: string }>;
  /** As `run`, with the report for programs, in which paths are within the library, too. */
  report(paths: string | readonly string[], options?: Options): Promise<{ status: number } & Report>;
  close(): Promise<void>;
};

interface Report {
  books: {
    title: string;
    state: string;
    kind: string;
    languages: string[];
    changes: object[];
    chapters: Record<string, number>;
    pages: Record<string, number>;
  }[];
  left_out: { path: string; cause: string }[];
  notes: { path: string; cause: string }[];
  files: { path: string; becomes: object | null; change: string; rule: string | null; cause: string | null }[];
}

/** A database, a place for media and a folder of books, for the tests of imports. */
export async function openImportSite(): Promise<ImportSite> {
  const database = await createTestDatabase();
  const home = await mkdtemp(join(tmpdir(), 'longstrip-import-'));
  const dataDir = join(home, 'data');
  const media = createMedia({ dataDir, workers: { size: 2 } });
  const pictures = new Map<number, Promise<Buffer>>();
  let library = await mkdtemp(join(home, 'library-'));

  function picture(seed: number): Promise<Buffer> {
    const made = pictures.get(seed) ?? drawPicture({ width: 60, height: 80, seed });
    pictures.set(seed, made);
    return made;
  }

  function bytesOf(content: number | string | Buffer | EpubParts): string | Buffer | Promise<Buffer> {
    if (typeof content === 'number') return picture(content);
    return typeof content === 'string' || Buffer.isBuffer(content) ? content : makeEpub(content);
  }

  const run: ImportSite['run'] = async (paths, { db = database.db, avif = 'later', ...options } = {}) => {
    const out: string[] = [];
    const err: string[] = [];
    const status = await importCommand(
      { db, media, stdout: { write: (text) => out.push(text) }, stderr: { write: (text) => err.push(text) } },
      { paths: [paths].flat().map((path) => resolve(library, path)), ...(avif && { avif }), ...options },
    );
    const within = (text: string[]) => text.join('').replaceAll(`${library}/`, '');
    return { status, out: options.isJson ? out.join('') : within(out), err: within(err) };
  };

  return {
    db: database.db,
    media,
    dataDir,
    library: () => library,
    async reset() {
      await database.db.query('delete from books; delete from users');
      library = await mkdtemp(join(home, 'library-'));
    },
    picture,
    async write(files) {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(library, path)), { recursive: true });
        await writeFile(join(library, path), await bytesOf(content));
      }
    },
    run,
    async report(paths, options) {
      const { status, out } = await run(paths, { isJson: true, ...options });
      return { status, ...JSON.parse(out.replaceAll(`${library}/`, '')) };
    },
    async close() {
      await media.close();
      await database.drop();
      await rm(home, { recursive: true });
    },
  };
}

/** An import site for all tests of a file, whose books and users are gone before each. */
export function importSiteForTests(): ImportSite {
  const site = forAllTests(openImportSite, ({ close }) => close());
  beforeEach(() => site.reset());
  return site;
}
