import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announce } from '../../../server/command/announce.ts';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { whileMediaStays } from '../../../server/lease/media-lock.ts';
import { hasCode } from '../../../server/process/error-code.ts';
import { isCatalogEmpty } from '../../catalog/server/catalog.ts';
import { mediaOptions, requireConverters } from '../../media/server/converters.ts';
import { createMedia } from '../../media/server/media.ts';
import { requireOwnStore } from '../../media/server/own-store.ts';
import { importCommand } from '../server/importing.ts';

export type SeedContext = { db: DbPool; site: Settings; print: (line: string) => void };

/** A file beside the data, so that an interrupted seeding can continue with the same times. */
type Mark = { now: string; isComplete: boolean };

/**
 * Fills the catalogue with the demo. A second time it changes nothing; after an interruption it adds what is missing.
 */
export async function seedDemo(context: SeedContext): Promise<'seeded' | 'already there'> {
  const { db } = context;
  const { dataDir } = context.site;
  const mark = await findMark(dataDir);
  if (mark?.isComplete && !(await isCatalogEmpty(db))) return 'already there';
  const now = mark && !mark.isComplete ? mark.now : new Date().toISOString();
  await writeMark(dataDir, { now, isComplete: false });
  await publishDemo(context, new Date(now));
  await writeMark(dataDir, { now, isComplete: true });
  return 'seeded';
}

/** True for an empty catalogue, and for one whose seeding was interrupted. */
export async function wantsDemo({ db, site }: Pick<SeedContext, 'db' | 'site'>): Promise<boolean> {
  const mark = await findMark(site.dataDir);
  return (mark !== null && !mark.isComplete) || (await isCatalogEmpty(db));
}

async function publishDemo({ db, site, print }: SeedContext, now: Date): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'longstrip-demo-'));
  const media = createMedia({ ...mediaOptions(site), workers: { behind: { sessionNice: 0 } } });
  const output: string[] = [];
  try {
    await requireConverters(site, media);
    await requireOwnStore(site, db);
    const started = performance.now();
    print('Drawing the demo catalogue; the first time this takes a minute or so.');
    const { writeDemoShelf } = await import('../../../../demo/shelf.ts');
    await writeDemoShelf(folder, { now, onProgress: createProgress('drawn') });
    print(`Pictures drawn (${seconds(started)}). Preparing them for every screen.`);
    const stdout = { write: () => true };
    const stderr = { write: (text: string) => output.push(text), isTTY: false };
    // A job of the running site makes the slow format later.
    const status = await whileMediaStays(db, () =>
      importCommand({ db, media, stdout, stderr, now }, { paths: [folder], avif: 'later' }),
    );
    if (status !== 0) throw new OperatorError(`The demo catalogue is not complete:\n${output.join('')}`);
    print(`Demo catalogue ready (${seconds(started)}).`);
  } finally {
    await media.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints a line that counts on a terminal; prints nothing elsewhere. */
function createProgress(done: string): (count: number, total: number) => void {
  const terminal = process.stderr;
  return (count, total) => {
    if (terminal.isTTY) terminal.write(count < total ? `\r\u001b[K${count} of ${total} ${done}` : '\r\u001b[K');
  };
}

async function findMark(dataDir: string): Promise<Mark | null> {
  try {
    return JSON.parse(await readFile(markPath(dataDir), 'utf8')) as Mark; // written by writeMark only
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function writeMark(dataDir: string, mark: Mark): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await writeFile(`${markPath(dataDir)}.new`, JSON.stringify(mark));
  await rename(`${markPath(dataDir)}.new`, markPath(dataDir));
}

function markPath(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

/** `longstrip seed`: publishes the demo catalogue; changes nothing where it is published already. */
export function runSeed(site: CommandSite, options: { json?: true }): Promise<void> {
  return site.withImportPlace(async (db) => {
    const outcome = await seedDemo({ db, site, print: announce });
    if (options.json) console.log(JSON.stringify({ seeded: outcome === 'seeded' }));
    else console.log(outcome === 'seeded' ? 'The demo catalogue is in place.' : 'The demo catalogue is there already.');
  });
}
