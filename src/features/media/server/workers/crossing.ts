import { constants } from 'node:fs';
import { chmod, copyFile, lchown, lstat, mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { archiveLimits, imageLimits } from '../../rules.ts';
import { hashFile } from '../store/files.ts';
import type { Job, WorkerResult } from '../wire/jobs-wire.ts';
import { Refusal } from '../wire/refusal.ts';
import type { Scratch } from './jail.ts';

/**
 * Moves files into a converter's jail and out of it. A name that a converter could change is never
 * followed: it may have become a link to anything. So files are moved as a whole, under our own names, and read only
 * where the converter cannot reach them any more.
 */

const sourceName = 'source';

/** Copies the job's file into the jail, and returns the job with the paths that the converter sees. */
export async function passIn<J extends Job>(job: J, to: { scratch: Scratch; uid: number | null }): Promise<J> {
  const source = 'source' in job ? job.source : job.archive;
  const copy = join(to.scratch.folder, 'copy');
  await rm(copy, { force: true });
  await copyGiven(source, { copy, mostBytes: 'source' in job ? imageLimits.bytes : archiveLimits.fileBytes });
  if (job.task === 'convert' && job.keepOriginal) {
    // Our own copy; the converter's copy is not trusted.
    await copyFile(copy, join(job.outDir, 'original'), constants.COPYFILE_FICLONE);
  }
  if (to.uid !== null) await lchown(copy, to.uid, to.uid);
  await rename(copy, join(to.scratch.files, sourceName));
  const isKept = job.task === 'convert' ? { keepOriginal: false } : {};
  const named = 'source' in job ? { source: sourceName } : { archive: sourceName };
  return { ...job, ...named, ...isKept, ...('outDir' in job ? { outDir: '.' } : {}) };
}

/** A read error of the given file is the file's fault; a write error of the copy is ours. */
async function copyGiven(source: string, to: { copy: string; mostBytes: number }): Promise<void> {
  const refuse = ({ code }: NodeJS.ErrnoException): never => {
    throw new Refusal(`cannot be read (${code})`);
  };
  const handle = await open(source, 'r').catch(refuse);
  try {
    const facts = await handle.stat();
    if (facts.isDirectory()) refuse(Object.assign(new Error(), { code: 'EISDIR' }));
    if (facts.size > to.mostBytes)
      throw new Refusal(
        to.mostBytes === imageLimits.bytes ? 'the file is too large (at most 200 MiB)' : 'the archive is over 2 GiB',
      );
  } finally {
    await handle.close();
  }
  await copyFile(source, to.copy, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  await chmod(to.copy, 0o644);
}

/** Moves a job's results out of `from`: a converter's scratch, or the folder itself where there is no jail. */
export async function takeOut<J extends Job>(
  job: J,
  result: WorkerResult,
  from: { scratch: Scratch | null },
): Promise<WorkerResult> {
  if (!('outDir' in job)) return result;
  const folder = from.scratch?.files ?? job.outDir;
  const take = (name: string, to: string) => takeFile(join(folder, name), to, { isHandled: from.scratch !== null });
  if (Array.isArray(result)) {
    for (const { name } of result) await take(name, join(job.outDir, name));
    return result;
  }
  if ('pictures' in result) {
    const pictures = [];
    for (const picture of result.pictures) {
      const stem = `${picture.kind}-${picture.tile}`;
      const own = join(job.outDir, stem);
      await mkdir(own);
      for (const { name } of picture.variants) await take(`${stem}-${name}`, join(own, name));
      pictures.push({ ...picture, folder: own });
    }
    return { ...result, pictures };
  }
  if ('entries' in result) {
    const entries = [];
    for (const entry of result.entries) {
      const name = basename(entry.file);
      const file = join(job.outDir, name);
      await take(name, file);
      // The hash that identifies a picture must not come from a converter.
      entries.push({ ...entry, file, ...(from.scratch ? { sha256: await hashFile(file) } : {}) });
    }
    return { ...result, entries };
  }
  return result;
}

async function takeFile(from: string, to: string, { isHandled }: { isHandled: boolean }): Promise<void> {
  if (from === to) return;
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Refusal('the converter made no such file') : error;
  });
  if (!isHandled) return;
  const facts = await lstat(to);
  if (!facts.isFile() || facts.nlink !== 1) {
    await rm(to, { recursive: true, force: true });
    throw new Refusal('the converter made no plain file');
  }
  const uid = process.getuid?.();
  if (uid !== undefined && facts.uid !== uid) await lchown(to, uid, process.getgid?.() ?? uid);
  await chmod(to, 0o644);
}

/** Frees the space of the job's own file; the converter removes what else it left. */
export async function clearSource(scratch: Scratch): Promise<void> {
  await unlink(join(scratch.files, sourceName)).catch(() => undefined);
}
