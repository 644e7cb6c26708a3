import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { lookAtPicture, type Media } from '../../../media/server/media.ts';
import type { PictureLook, PictureLooks } from '../../server/pictures.ts';
import { folderOf } from './tree.ts';

/** The pictures of an import that were decoded, by the hashes of their bytes. */
export type Looks = Map<string, PictureLook>;

const line = z.object({
  source: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  cause: z.nullable(z.string()),
  hash: z.nullable(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
});

/** A line for each picture, added as it is looked at: what a killed process knew is not decoded again. */
function fileOf(dataDir: string, importId: string): string {
  return join(folderOf(dataDir, importId), 'looks.jsonl');
}

/** The pictures of an import that earlier work on it has seen. */
export async function readLooks(dataDir: string, importId: string): Promise<Looks> {
  const text = await readFile(fileOf(dataDir, importId), 'utf8').catch(() => '');
  const looks: Looks = new Map();
  for (const each of text.split('\n')) {
    const read = z.safeParse(line, parsed(each));
    if (read.success) looks.set(read.data.source, { cause: read.data.cause, hash: read.data.hash });
  }
  return looks;
}

/** Null for a line that is not whole, as a killed process leaves it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Forgets the pictures that could not be decoded: whoever checks again wants them to be tried again. */
export async function forgetFaults(dataDir: string, importId: string): Promise<void> {
  const file = fileOf(dataDir, importId);
  const looks = await readLooks(dataDir, importId);
  const good = [...looks].filter(([, { cause }]) => cause === null);
  if (good.length === looks.size) return;
  await writeFile(`${file}.new`, good.map(([source, look]) => lineOf(source, look)).join(''));
  await rename(`${file}.new`, file);
}

/** The line begins with a line feed, so that half a line before it stays apart. */
function lineOf(source: string, look: PictureLook): string {
  return `\n${JSON.stringify({ source, ...look })}`;
}

/** Looks that nobody adds to. */
export function knownLooks(looks: Looks): PictureLooks {
  return { find: (hash) => looks.get(hash) ?? null, look: () => Promise.reject(new Error('Nothing is decoded now')) };
}

/** Looks that grow: the same bytes are decoded once. `requireWanted` throws where nobody wants more. */
export function growingLooks(
  looks: Looks,
  given: { media: Media; dataDir: string; importId: string; requireWanted: () => void },
): PictureLooks {
  const { media, dataDir, importId, requireWanted } = given;
  const underWay = new Map<string, Promise<PictureLook>>();
  async function decode(path: string, source: string): Promise<PictureLook> {
    requireWanted();
    const look = await lookAtPicture(media, path);
    // If the work was canceled its files are gone: a missing file is then no fault of the picture.
    requireWanted();
    await appendFile(fileOf(dataDir, importId), lineOf(source, look));
    looks.set(source, look);
    underWay.delete(source);
    return look;
  }
  return {
    find: (hash) => looks.get(hash) ?? null,
    look(path, source) {
      const known = looks.get(source);
      if (known) return Promise.resolve(known);
      const look = underWay.get(source) ?? decode(path, source);
      underWay.set(source, look);
      return look;
    },
  };
}
