import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { findImageFiles, findKnownHashes } from '../../src/features/media/server/queries.ts';
import { imageOf, originalOf } from '../../src/features/media/server/store/picture-keys.ts';
import { countBooks, countWrongFiles, writeComic } from './comics.ts';
import type { Day } from './day.ts';
import { askSteadily, countEach, percent, timeUntil } from './load.ts';
import { addReaders, logIn, password, type Readers } from './readers.ts';
import { type Answer, openSite, type Site, writeNovel } from './site.ts';

/** The sizes of the small disks: with its ballast each is full, and uploads want more than a gigabyte of room. */
const megabytes = { postgres: 512, media: 64, uploads: 1200, backups: 48 };
type Disk = keyof typeof megabytes;
/** Each write is tried so often while the database is full. */
const tries = { short: 40, usual: 200, long: 2000 };
const readsPerSecond = 20;
const pagesOfComic = 20;
const isGood = ({ status }: { status: number }) => status >= 200 && status < 400;
const isPolite = ({ status, headers }: Answer) => status === 503 && headers['retry-after'] !== undefined;

export const diskFull: Day = {
  name: 'disk-full',
  what: 'The disks of media, uploads, backups and the database are full in turn, amid imports, uploads, backups and payments.',
  async play({ folder, size }) {
    if (!canMount(folder)) return { figures: {}, targets: {}, skipped: 'all of it: only root can mount small disks' };
    const place = join(folder, 'site');
    mkdirSync(place);
    const backups = join(folder, 'backups');
    const site = await openSite(place, { PAYMENTS_SANDBOX: 'true', LOG_LEVEL: 'fatal' });
    const disks: SmallDisk[] = [];
    const open = (name: Disk) => {
      const disk = mountDisk(name === 'backups' ? backups : join(place, name), megabytes[name]);
      disks.push(disk);
      return disk;
    };
    try {
      await site.start();
      const readers = await addReaders(site);
      await site.run(['import', await writeComic(folder, { title: 'First', pages: pagesOfComic })]);
      await site.end();
      const [database, media, uploads, store] = [open('postgres'), open('media'), open('uploads'), open('backups')];
      await site.start();
      const { pid } = site;
      for (const path of readers.cached) await site.ask(path);
      const load = askSteadily(site, { perSecond: readsPerSecond, next: (count) => nextRead(readers, count) });
      const imports = await fillMedia(site, { folder, media });
      const figures = {
        ...(await fillUploads(site, uploads)),
        ...(await fillBackups(site, store)),
        ...(await fillDatabase(site, { database, readers, count: tries[size], imports })),
      };
      const reads = await load.stop();
      return {
        figures: {
          reads: reads.length,
          reads_good_percent: percent(reads, isGood),
          ...countEach(reads.filter((read) => !isGood(read))),
          ...figures,
          files_wrong_afterwards: await countWrongFiles(site),
          restarts: site.pid === pid ? 0 : 1,
        },
        targets: {
          reads_good_percent: { least: 100 },
          imports_that_ended_1: { least: 2 },
          books_of_failed_imports: { most: 0 },
          files_of_failed_imports: { most: 0 },
          uploads_refused_507: { least: 2 },
          uploads_completed: { least: 1 },
          backups_that_ended_1: { least: 2 },
          part_backups: { most: 0 },
          backups_completed: { least: 2 },
          writes_refused: { least: 1 },
          failures_not_503: { most: 0 },
          payments_completed: { least: 1 },
          imports_completed: { least: 2 },
          good_after_ms: { most: 10_000 },
          files_wrong_afterwards: { most: 0 },
          restarts: { most: 0 },
        },
      };
    } finally {
      await site.close();
      for (const disk of disks) disk.unmount();
    }
  },
};

function nextRead({ cached, chapterIds, headers }: Readers, count: number) {
  if (count % 4 === 0) return { kind: 'list', path: `/api/v1/comics/book/search?page=${count}` };
  if (count % 4 === 1)
    return { kind: 'chapter', path: `/api/v1/comics/chapter_comics/${chapterIds[3]}/en-us`, headers };
  return { kind: 'cached', path: cached[count % cached.length] ?? '/' };
}

/** Imports that met a full disk, and then one with room. */
interface Imports {
  failed: number;
  books: number;
  files: number;
  completed: number;
}

async function fillMedia(site: Site, { folder, media }: { folder: string; media: SmallDisk }): Promise<Imports> {
  const comic = await writeComic(folder, { title: 'Second', pages: pagesOfComic });
  const before = await countBooks(site);
  media.fill(40_000);
  const failed = await site.command(['import', comic]);
  media.empty();
  const [books, files] = [(await countBooks(site)) - before, await countStrays(site, media.path)];
  const again = await site.command(['import', comic]);
  return { failed: failed.status === 1 ? 1 : 0, books, files, completed: again.status === 0 ? 1 : 0 };
}

async function fillUploads(site: Site, uploads: SmallDisk) {
  const name = 'editor';
  await site.run(['user', 'role', await register(site, name), 'editor']);
  const headers = { authorization: `Token ${await logIn(site, name)}`, 'tus-resumable': '1.0.0' };
  const half = 'x'.repeat(500_000);
  const create = () =>
    site.ask('/api/v1/studio/uploads', {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(2 * half.length),
        'upload-metadata': `path ${Buffer.from('novel.txt').toString('base64')}`,
      },
    });
  const made = await create();
  const path = String(made.headers.location);
  const send = (offset: number, payload = half) =>
    site.ask(path, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      payload,
    });
  const first = await send(0);
  uploads.fill(100_000);
  const refused = [await send(half.length), await create()];
  const { headers: after } = await site.ask(path, { method: 'HEAD', headers });
  uploads.empty();
  const offset = Number(after['upload-offset']);
  const last = await send(offset, half.slice(0, 2 * half.length - offset));
  return {
    uploads_refused_507: refused.filter(({ status, body }) => status === 507 && body.includes('"storage_full"')).length,
    uploads_completed: first.status === 204 && last.status === 204 ? 1 : 0,
  };
}

async function fillBackups(site: Site, store: SmallDisk) {
  const [repository, file] = [`${join(store.path, 'repository')}/`, join(store.path, 'site.tar')];
  const list = async (): Promise<unknown[]> => JSON.parse(await site.run(['snapshots', 'list', repository, '--json']));
  await site.run(['backup', repository]);
  const before = await list();
  await site.run(['import', writeNovel(site, 'Backed up')]);
  store.fill(20_000);
  const failed = [await site.command(['backup', repository]), await site.command(['backup', file])];
  const kept = await list();
  const check = await site.command(['snapshots', 'check', '--all', repository]);
  const parts = (kept.length === before.length ? 0 : 1) + (check.status === 0 ? 0 : 1) + (existsSync(file) ? 1 : 0);
  store.empty();
  const good = [await site.command(['backup', repository]), await site.command(['backup', file])];
  return {
    backups_that_ended_1: failed.filter(({ status }) => status === 1).length,
    part_backups: parts,
    backups_completed: good.filter(({ status }) => status === 0).length,
  };
}

async function fillDatabase(
  site: Site,
  given: { database: SmallDisk; readers: Readers; count: number; imports: Imports },
) {
  const { database, readers, count, imports } = given;
  const { headers, guest } = readers;
  const novel = writeNovel(site, 'Third');
  const before = await countBooks(site);
  const order = await site.call('POST', '/payment/wechat/payment/china_book_membership/create', { months: 1 }, headers);
  const { order_id: id }: { order_id: string } = JSON.parse(order.body).data;
  database.fill(0);
  const answers: Answer[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const username = `late${turn}`;
    answers.push(
      await site.call('POST', '/user/register', { username, password, invite_code: '' }),
      await site.call('POST', '/user/login', guest),
      await site.call('POST', '/user/progress', { items: [placeOf(readers)] }, headers),
      await site.call('POST', '/payment/quote', { plan: 'month' }, headers),
    );
    if (turn === count / 2) answers.push(await pay(site, id));
  }
  const failed = await site.command(['import', novel]);
  database.empty();
  const completed = async () => {
    const { body } = await site.call('GET', `/payment/wechat/payment/status/${id}`, undefined, headers);
    return body.includes('"completed":true');
  };
  const goodAfterMs = await timeUntil(async () => {
    const all = [
      await site.call('POST', '/user/login', guest),
      await site.call('POST', '/user/progress', { items: [placeOf(readers)] }, headers),
    ];
    return all.every(isGood);
  }, 60_000);
  await pay(site, id); // the payer tries again; a payment that was taken counts once
  await timeUntil(completed, 60_000);
  const books = (await countBooks(site)) - before;
  const again = await site.command(['import', novel]);
  return {
    writes: answers.length,
    writes_refused: answers.filter(isPolite).length,
    failures_not_503: answers.filter((answer) => !isGood(answer) && !isPolite(answer)).length,
    imports_that_ended_1: imports.failed + (failed.status === 1 ? 1 : 0),
    books_of_failed_imports: imports.books + books,
    files_of_failed_imports: imports.files,
    imports_completed: imports.completed + (again.status === 0 ? 1 : 0),
    payments_completed: (await completed()) ? 1 : 0,
    good_after_ms: goodAfterMs,
  };
}

function placeOf({ bookIds, chapterIds }: Readers) {
  const position = { index: 0, fraction: 0.5 };
  const furthest = { ...position, chapter_number: 1 };
  return {
    book_uuid: bookIds[0],
    chapter_uuid: chapterIds[0],
    position,
    furthest,
    updated_at: new Date().toISOString(),
  };
}

function pay(site: Site, id: string): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return site.ask(`/sandbox/pay/${id}`, { method: 'POST', headers, payload: 'choice=pay' });
}

async function register(site: Site, username: string): Promise<string> {
  await site.call('POST', '/user/register', { username, password, invite_code: '' });
  return username;
}

/** Files that are of no picture which the database knows; those that it knows are whole, and the next import uses them. */
async function countStrays(site: Site, folder: string): Promise<number> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const keys = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return site.withDatabase(async (db) => {
    const images = await findImageFiles(
      db,
      keys.flatMap((key) => imageOf(key) ?? []),
    );
    const originals = await findKnownHashes(
      db,
      keys.flatMap((key) => originalOf(key) ?? []),
    );
    const isKnown = (key: string) =>
      images.get(imageOf(key) ?? '')?.includes(basename(key)) || originals.has(originalOf(key) ?? '');
    return keys.filter((key) => !isKnown(key)).length;
  });
}

interface SmallDisk {
  path: string;
  /** Takes all room but so many bytes. */
  fill(leave: number): void;
  empty(): void;
  unmount(): void;
}

function canMount(folder: string): boolean {
  const path = join(folder, 'try');
  mkdirSync(path);
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', path]).status === 0;
  if (isMounted) spawnSync('umount', [path]);
  return isMounted;
}

/** Puts a small disk in a folder's place, with all that the folder had. */
function mountDisk(path: string, size: number): SmallDisk {
  const before = `${path}.before`;
  if (existsSync(path)) renameSync(path, before);
  mkdirSync(path);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', path]);
  if (status !== 0) throw new Error(`No disk could be mounted at ${path}: ${stderr}`);
  if (existsSync(before)) {
    spawnSync('cp', ['-a', `${before}/.`, path]);
    rmSync(before, { recursive: true });
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill(leave) {
      const file = openSync(ballast, 'w');
      try {
        for (const part of [Buffer.alloc(1 << 20), Buffer.alloc(4096)]) while (write(file, part));
      } finally {
        closeSync(file);
      }
      const { size: taken } = statSync(ballast);
      spawnSync('truncate', ['-s', String(Math.max(0, taken - leave)), ballast]);
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      rmSync(ballast, { force: true });
      if (spawnSync('umount', [path]).status !== 0) spawnSync('umount', ['-l', path]);
    },
  };
}

/** False when the disk is full. */
function write(file: number, part: Buffer): boolean {
  try {
    return writeSync(file, part) === part.length;
  } catch {
    return false;
  }
}
