import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeImport } from '../../../src/features/catalog/server/imports.ts';
import { recipe } from '../../../src/features/media/rules.ts';
import { insertImages } from '../../../src/features/media/server/queries.ts';
import { imageFolder, mediaFolders, originalFile } from '../../../src/features/media/testing/files.ts';
import { withTransaction } from '../../../src/server/database/db.ts';
import type { Database } from './longstrip.ts';

const password = 'secret';
const imagesOfChapter = 30;
const widths = [240, 480, 720, 960, 1080];
const originalBytes = 800_000;

/**
 * A book with one chapter of 30 images, free or for members: the rows are as after an import. Without `filesIn` there are no
 * files; with it there are, in that data folder, and of random bytes.
 */
export async function publishChapter(
  { db }: Database,
  { isFree, filesIn }: { isFree: boolean; filesIn?: string },
): Promise<string> {
  const images = Array.from({ length: imagesOfChapter }, () => ({
    id: randomUUID(),
    kind: 'page' as const,
    recipe,
    sourceHash: randomBytes(32).toString('hex'),
    tile: 0,
    width: 1080,
    height: 1600,
    placeholder: `data:image/webp;base64,${randomBytes(90).toString('base64')}`,
    color: '#336699',
    variants: widths.flatMap((width) =>
      (['avif', 'webp'] as const).map((format) => ({
        name: `w${width}.${format}`,
        type: `image/${format}` as const,
        width,
        height: Math.round((width * 1600) / 1080),
        bytes: 100_000,
      })),
    ),
    avifPending: false,
  }));
  if (filesIn) for (const image of images) image.sourceHash = writeFiles(filesIn, image);
  await insertImages(db, images);
  const sourceKey = randomUUID();
  const pages = images.map(({ id }) => ({ sourceKey: id, imageIds: [id] }));
  const { bookId } = await withTransaction(db, (tx) =>
    writeImport(
      tx,
      {
        sourceKey,
        kind: 'comic',
        likelyLanguage: 'en-us',
        originalLanguage: 'en-us',
        publicFreeChapters: isFree ? 1 : 0,
        editions: [{ language: 'en-us', title: 'A book', introduction: '' }],
        chapters: [
          { sourceKey: '1', createdAt: new Date(), editions: [{ language: 'en-us', title: 'Chapter 1', pages }] },
        ],
      },
      { now: new Date() },
    ),
  );
  const { rows } = await db.query<{ id: string }>('select id from chapters where book_id = $1', [bookId]);
  return rows[0]?.id ?? '';
}

/** Writes the files of an image and an original for it; returns the original's hash. */
function writeFiles(
  dataDir: string,
  { id, variants }: { id: string; variants: { name: string; bytes: number }[] },
): string {
  const folders = mediaFolders(dataDir);
  const folder = imageFolder(folders, id);
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of variants) writeFileSync(join(folder, name), randomBytes(bytes));
  const original = randomBytes(originalBytes);
  const hash = createHash('sha256').update(original).digest('hex');
  const path = originalFile(folders, hash);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, original);
  return hash;
}

/** Registers a member by the API, with a membership for a year. */
export async function register(url: string, { db }: Database, username: string): Promise<void> {
  const { result } = await post<{ result: { uuid: string } }>(url, 'register', { username, password });
  await db.query(`insert into memberships (user_id, expire_at) values ($1, now() + interval '1 year')`, [result.uuid]);
}

/** A new session's token. */
export async function logIn(url: string, username: string): Promise<string> {
  return (await post<{ jwt_token: string }>(url, 'login', { username, password })).jwt_token;
}

/** Whether a login got in; false where the server had more of them than it takes at once. */
export async function triesToLogIn(url: string, username: string): Promise<boolean> {
  const response = await ask(url, 'login', { username, password });
  await response.arrayBuffer();
  if (!response.ok && response.status !== 503) throw new Error(`login answered ${response.status}`);
  return response.ok;
}

async function post<T>(url: string, call: 'register' | 'login', body: object): Promise<T> {
  const response = await ask(url, call, body);
  if (!response.ok) throw new Error(`${call} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

function ask(url: string, call: 'register' | 'login', body: object): Promise<Response> {
  return fetch(`${url}/api/v1/user/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}
