import { readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { extract, peek } from '../archives/extract.ts';
import { convert, encodeAvif } from '../pictures/convert.ts';
import { encodeJpeg } from '../pictures/jpeg.ts';
import { hashPicture } from '../pictures/perceptual-hash.ts';
import { drawSitePicture } from '../pictures/site-picture.ts';
import { makeSmallView } from '../pictures/small-view.ts';
import type { FromWorker, Job, Looked, LookJob, ToWorker } from '../wire/jobs-wire.ts';
import { Refusal } from '../wire/refusal.ts';

// This process exists so that a file that breaks a decoder breaks only this process.
sharp.concurrency(1);
sharp.cache(false);

// Elsewhere the command that starts this process gives it its priority.
if (process.platform === 'win32') setPriority(constants.priority.PRIORITY_LOW);

async function run(job: Job, alive: () => void) {
  switch (job.task) {
    case 'convert':
      return await convert(job, alive);
    case 'avif':
      return await encodeAvif(job, alive);
    case 'jpeg':
      return await encodeJpeg(job);
    case 'hash':
      return await hashPicture(job);
    case 'small_view':
      return await makeSmallView(job);
    case 'site_picture':
      return await drawSitePicture(job);
    case 'extract':
      return await extract(job, alive);
    case 'peek':
      return await peek(job, alive);
  }
}

/** A full or broken disk is not the file's fault: the import must stop, and not report every page. */
function isOurFault(code: string | undefined): boolean {
  return code !== undefined && ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'].includes(code);
}

function failure(error: unknown, job: Job): { state: 'failed' | 'refused'; cause: string; code?: string } {
  const cause = error instanceof Error ? error.message : String(error);
  if (error instanceof Refusal) return { state: 'refused', cause };
  const { code, path } = Object(error) as NodeJS.ErrnoException; // other errors have neither
  if (isOurFault(code)) return { state: 'failed', cause, ...(code ? { code } : {}) };
  // The given file disappeared meanwhile, or may not be read.
  const isGiven = path !== undefined && path === ('source' in job ? job.source : job.archive);
  return { state: 'refused', cause: code && isGiven ? `cannot be read (${code})` : cause };
}

async function look({ paths, port }: LookJob): Promise<Looked> {
  const hasReached = await new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref();
  });
  return { uid: process.getuid?.() ?? null, seen: paths.filter(isSeen), hasReached };
}

/** In the place of a hidden path there may be an empty folder or a special file. */
function isSeen(path: string): boolean {
  try {
    const facts = statSync(path);
    return facts.isDirectory() ? readdirSync(path).length > 0 : facts.isFile();
  } catch {
    return false;
  }
}

/** In our own folder: an earlier job that failed may have left files there. */
function clear(job: Job): void {
  if (!('outDir' in job) || job.outDir !== '.') return;
  for (const name of readdirSync('.')) if (name !== 'source') rmSync(name, { recursive: true, force: true });
}

function send(message: FromWorker): void {
  process.send?.(message);
}

process.on('message', async ({ id, job }: ToWorker) => {
  if (job.task === 'look') return send({ id, state: 'done', result: await look(job) });
  try {
    clear(job);
    send({ id, state: 'done', result: await run(job, () => send({ id, state: 'alive' })) });
  } catch (error) {
    send({ id, ...failure(error, job) });
  }
});
send({ id: 0, state: 'ready' });
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole process group; the parent decides when its children end.
process.on('SIGINT', () => undefined);
