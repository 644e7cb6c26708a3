import { rm } from 'node:fs/promises';
import { archiveLimits } from '../rules.ts';
import { archiveKindOf } from './archives/archive-bounds.ts';
import type { Media } from './media.ts';
import { makeStagingFolder } from './store/files.ts';
import type { ExtractJob, ExtractResult, PageRange } from './wire/jobs-wire.ts';
import type { JobOutcome } from './workers/worker-pool.ts';

/** An archive's contents in a folder of our own, which `release` removes; damaged and unsafe entries are listed. */
export type OpenArchive = ExtractResult & { folder: string; release(): Promise<void> };

/** Unpacks an archive in a child process; an archive over a limit or unreadable is refused with its cause. */
export async function openArchive(media: Media, path: string): Promise<JobOutcome<OpenArchive>> {
  return await extractInto(media, { task: 'extract', archive: path });
}

async function extractInto(media: Media, job: Omit<ExtractJob, 'outDir'>): Promise<JobOutcome<OpenArchive>> {
  const staging = await makeStagingFolder(media.staging);
  const release = () => rm(staging, { recursive: true, force: true });
  try {
    const outcome = await media.workers.run({ ...job, outDir: staging });
    if (outcome.state === 'done') return { state: 'done', result: { ...outcome.result, folder: staging, release } };
    await release();
    return outcome;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Draws some pages of a PDF into a folder of our own, as `openArchive` does. */
export async function openPdfPages(media: Media, path: string, pages: PageRange): Promise<JobOutcome<OpenArchive>> {
  return await extractInto(media, { task: 'extract', archive: path, pages });
}

/** Whether a file is a PDF by its bytes; false also where it cannot be read. */
export async function isPdf(path: string): Promise<boolean> {
  return (await archiveKindOf(path).catch(() => null)) === 'pdf';
}

/** Few, so that the first are soon there and little waits on the disk; each part opens the file anew. */
const pagesOfPart = 16;

/**
 * Draws a PDF some pages at a time, on all cores; `take` gets each part, whose files are gone once it is done with them.
 * The parts come in any order. A file that is over a limit or breaks a converter is refused with its cause.
 */
export async function drawPdf(
  media: Media,
  path: string,
  take: (part: ExtractResult & { first: number; pageCount: number }) => Promise<void>,
): Promise<JobOutcome<null>> {
  let next = 0;
  let bytes = 0;
  let end = Number.POSITIVE_INFINITY;
  let cause: string | null = null;
  const drawPart = async (first: number) => {
    const pages = { first, count: pagesOfPart };
    const opened = await extractInto(media, { task: 'extract', archive: path, pages });
    if (opened.state === 'refused') {
      cause ??= opened.cause;
      return;
    }
    const { release, pageCount = 0, ...part } = opened.result;
    try {
      end = Math.min(end, pageCount);
      bytes += part.entries.reduce((sum, entry) => sum + entry.bytes, 0);
      if (bytes > archiveLimits.totalBytes) cause ??= 'the archive expands to over 8 GiB';
      if (cause === null) await take({ ...part, first, pageCount });
    } finally {
      await release();
    }
  };
  const drawOn = async () => {
    for (let first = next; first < end && cause === null; first = next) {
      next += pagesOfPart;
      await drawPart(first).catch((error: unknown) => {
        end = 0;
        throw error;
      });
    }
  };
  // One more than there are cores: while one part is stored, the next one is drawn.
  const ended = await Promise.allSettled(Array.from({ length: media.workers.size + 1 }, drawOn));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return cause === null ? { state: 'done', result: null } : { state: 'refused', cause };
}

/** The texts of an archive's entries with that base name (in lower case), without unpacking the archive. */
export async function peekArchive(
  media: Media,
  archive: { path: string; name: string },
): Promise<JobOutcome<{ name: string; text: string }[]>> {
  const outcome = await media.workers.run({ task: 'peek', archive: archive.path, name: archive.name });
  return outcome.state === 'done' ? { state: 'done', result: outcome.result.texts } : outcome;
}
