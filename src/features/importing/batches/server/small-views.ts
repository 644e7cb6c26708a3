import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFound } from '../../../../server/http/errors.ts';
import { createTurns } from '../../../../server/process/turns.ts';
import { isPdf, type OpenArchive, openArchive, openPdfPages } from '../../../media/server/archives.ts';
import { convertPromptly, type Media, smallViewOf } from '../../../media/server/media.ts';
import type { PlanFile } from '../../studio-contract.ts';
import { fileIdOf } from '../plan-table.ts';
import { folderOf, treeOf } from './tree.ts';

/** So many at once: each decodes a whole picture. */
const atOnce = 2;
/** Whoever looks at a page of an archive looks at its next ones as well: they are made while it is open. */
const madeTogether = 24;

/** Small views of an import's pictures, made when somebody looks at them and kept beside its files. */
export function createSmallViews({ dataDir, media: shared }: { dataDir: string; media: Media }) {
  const media = convertPromptly(shared);
  const inTurn = createTurns(atOnce);
  /** One after the other for each file: the next finds what the one before has made. */
  const opening = new Map<string, Promise<unknown>>();

  const placeOf = (importId: string, fileId: string) => join(folderOf(dataDir, importId), 'small', `${fileId}.webp`);
  const kept = (importId: string, fileId: string) => readFile(placeOf(importId, fileId)).catch(() => null);

  async function make(importId: string, { fileId, path }: { fileId: string; path: string }): Promise<void> {
    const webp = await smallViewOf(media, path);
    if (!webp) return;
    const place = placeOf(importId, fileId);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await writeFile(`${place}.new`, webp);
    await rename(`${place}.new`, place);
  }

  async function makeOfArchive(importId: string, { path, archive }: { path: string; archive: Found }): Promise<void> {
    const { entry, file } = archive;
    const opened = await openFor(media, file, entry);
    if (!opened) return;
    try {
      const names = opened.entries.map(({ name }) => name);
      const from = names.indexOf(entry);
      if (from < 0) return;
      const before = path.slice(0, -entry.length);
      for (const { name, file } of opened.entries.slice(from, from + madeTogether)) {
        const fileId = fileIdOf(before + name);
        if (!(await kept(importId, fileId))) await make(importId, { fileId, path: file });
      }
    } finally {
      await opened.release();
    }
  }

  /** The small view of a row of the plan; rejects with 404 where it is no picture that can be read. */
  return async (importId: string, { file_id: fileId, path }: PlanFile): Promise<Buffer> => {
    const known = await kept(importId, fileId);
    if (known) return known;
    const found = await fileAt(treeOf(dataDir, importId, 'tree'), path);
    if (!found) throw noPicture();
    const before = opening.get(found.file) ?? Promise.resolve();
    const mine = before
      .catch(() => {})
      .then(async () => {
        if (await kept(importId, fileId)) return;
        await inTurn(() =>
          found.entry === ''
            ? make(importId, { fileId, path: found.file })
            : makeOfArchive(importId, { path, archive: found }),
        );
      });
    opening.set(found.file, mine);
    await mine.finally(() => opening.get(found.file) === mine && opening.delete(found.file));
    const made = await kept(importId, fileId);
    if (!made) throw noPicture();
    return made;
  };
}

function noPicture() {
  return notFound('file_not_found', 'There is no picture that can be shown');
}

/** A file of an import, and the entry in it that is meant; empty: the file itself. */
interface Found {
  file: string;
  entry: string;
}

/** The file that the path of a row leads to: an archive's entries stand behind it. */
async function fileAt(root: string, path: string): Promise<Found | null> {
  const steps = path.split('/');
  if (steps.includes('..')) return null;
  for (let count = 1; count <= steps.length; count += 1) {
    const file = join(root, ...steps.slice(0, count));
    const found = await stat(file).catch(() => null);
    if (!found) return null;
    if (found.isFile()) return { file, entry: steps.slice(count).join('/') };
  }
  return null;
}

/** An archive unpacked; of a PDF, only some pages from that one on. */
async function openFor(media: Media, file: string, entry: string): Promise<OpenArchive | null> {
  const page = /^page (\d+)\.png$/.exec(entry);
  const isPages = page && (await isPdf(file));
  const outcome = isPages
    ? await openPdfPages(media, file, { first: Number(page[1]) - 1, count: madeTogether })
    : await openArchive(media, file);
  return outcome.state === 'done' ? outcome.result : null;
}
