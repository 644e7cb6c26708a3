import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BackupError } from '../../../server/backup/archive.ts';
import type { Snapshot } from '../../../server/backup/export.ts';
import { type BackupHeader, readBackupHeader } from '../../../server/backup/header.ts';
import { findFilledTable, readIdentity } from '../../../server/backup/queries.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { isWriterAlive, WRITER_ID } from '../../../server/lease/writer-id.ts';

/** Refuses a path that is a folder, or whose folder does not exist. */
export async function requireFilePlace(path: string): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (there && !there.isFile())
    throw new OperatorError(`${path} is not a file; name the file that the backup is to be.`);
  const folder = await stat(dirname(path)).catch(() => null);
  if (!folder?.isDirectory()) throw new OperatorError(`There is no folder ${dirname(path)}.`);
}

type Target = { path: string; snapshot: Snapshot; mayReplaceAny: boolean };

/**
 * Refuses to replace a backup that somebody may need, if the new one may be of a site that the operator did not mean.
 */
export async function requireReplaceable({ path, snapshot, mayReplaceAny }: Target): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (!there) return;
  if (await isEmpty(snapshot))
    throw new BackupError(
      `This site has neither users nor books, and ${path} was not replaced by it. Remove that file first if it is really to go.`,
    );
  const header = mayReplaceAny ? null : await findHeader(path);
  if (header && (await isOfAnotherSite(header, snapshot)))
    throw new BackupError(
      `${path} is the backup of another site (made at ${header.made_at}), and was not replaced. Name another file, or give --replace-anyway.`,
    );
}

/** Whether the site has neither users nor books. */
export async function isEmpty({ db, header }: Snapshot): Promise<boolean> {
  const people = header.tables.filter(({ name }) => name === 'users' || name === 'books');
  return (await findFilledTable(db, people)) === null;
}

/** Null: the file is no backup, or its form cannot be read. */
async function findHeader(path: string): Promise<BackupHeader | null> {
  const file = await open(path, 'r');
  try {
    return await readBackupHeader(file, path);
  } catch (error) {
    if (error instanceof BackupError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

/** A backup of an older version has no id: it counts as this site's unless it is older than the site. */
async function isOfAnotherSite(header: BackupHeader, { db }: Snapshot): Promise<boolean> {
  const { siteId, since } = await readIdentity(db);
  if (header.site_id && siteId) return header.site_id !== siteId;
  return new Date(header.made_at) < since;
}

const SUSPECT_FACTOR = 2;

/**
 * Refuses a backup that is at most half as large as the old one: a person should first find out why the site shrank.
 */
export async function requireNoLoss(given: { path: string; bytes: number; mayReplaceAny: boolean }): Promise<void> {
  const { path, bytes, mayReplaceAny } = given;
  const there = await stat(path).catch(() => null);
  if (mayReplaceAny || !there || there.size < bytes * SUSPECT_FACTOR) return;
  throw new BackupError(
    `${path} has ${there.size} bytes and this backup only ${bytes}, so it was not replaced. See what the site has lost; give --replace-anyway if that is right.`,
  );
}

const DRAFT_SUFFIX = '.partial';

/** The path of the draft, beside the file that it will become. */
export function draftOf(path: string): string {
  return `${path}.${WRITER_ID}${DRAFT_SUFFIX}`;
}

/** Removes the drafts for that file whose writers were killed. */
export async function removeDeadDrafts(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(DRAFT_SUFFIX)) continue;
    const mark = name.slice(basename(path).length + 1, -DRAFT_SUFFIX.length);
    const draft = await stat(join(folder, name)).catch(() => null);
    if (draft && isWriterAlive(mark, { lastWroteAt: draft.mtime, now: new Date() }) === false)
      await rm(join(folder, name), { force: true });
  }
}
