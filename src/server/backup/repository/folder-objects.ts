import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWriterAlive, nameOfDraft, writerOfDraft } from '../../place/writer-mark.ts';
import { syncFolder } from '../../process/sync-folder.ts';
import { BackupError } from '../archive.ts';
import { isTrial, nameOfTrial, type ObjectStore, type StoredObject } from './objects.ts';

const draftFolder = 'tmp';
/** Writers add to their draft all the time: one that has rested for so long belongs to nobody. */
const restingMs = 60 * 60_000;
/** The mark of a repository is a line. */
const mostOfMark = 1000;

/** Objects as files: the key is the path below the folder. Only its owner may read what is made. */
export function createFolderObjects(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, key);
  const made = new Set<string>();

  async function makeFolder(folder: string): Promise<void> {
    if (made.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(dirname(folder));
    made.add(folder);
  }

  async function* listIn(folder: string): AsyncGenerator<StoredObject> {
    for (const entry of await entriesOf(pathOf(folder))) {
      const key = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        yield* listIn(key);
        continue;
      }
      const facts = await stat(pathOf(key)).catch(nullWhereAbsent);
      if (facts) yield { key, bytes: facts.size, changedAt: facts.mtime };
    }
  }

  return {
    async put(body, keyOf) {
      await makeFolder(pathOf(draftFolder));
      const draft = pathOf(`${draftFolder}/${nameOfDraft()}`);
      try {
        const bytes = await writeDraft(draft, body);
        const key = keyOf();
        if (key === null) return 0;
        await makeFolder(dirname(pathOf(key)));
        await rename(draft, pathOf(key));
        await syncFolder(dirname(pathOf(key)));
        return bytes;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async get(key) {
      const handle = await open(pathOf(key), 'r').catch(nullWhereAbsent);
      return handle ? handle.createReadStream() : null;
    },
    list: (prefix) => listIn(prefix),
    async delete(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true });
      for (const folder of new Set(keys.map((key) => dirname(pathOf(key))))) await syncFolder(folder).catch(() => {});
    },
    async tidy() {
      const now = new Date();
      const cutOff = now.getTime() - restingMs;
      for (const { name } of await entriesOf(pathOf(draftFolder))) {
        const path = pathOf(`${draftFolder}/${name}`);
        const facts = await stat(path).catch(nullWhereAbsent);
        if (!facts) continue;
        const isDead = isWriterAlive(writerOfDraft(name) ?? '', { lastWroteAt: facts.mtime, now }) === false;
        if (isDead || facts.mtimeMs < cutOff) await rm(path, { force: true });
      }
      for (const { name } of (await entriesOf(root)).filter(isTrialFile)) {
        const facts = await stat(pathOf(name)).catch(nullWhereAbsent);
        if (facts && facts.mtimeMs < cutOff) await rm(pathOf(name), { force: true });
      }
    },
    async hasStrangers() {
      for (const entry of await entriesOf(root)) {
        if (isTrialFile(entry)) continue;
        if (entry.name !== draftFolder || !entry.isDirectory()) return true;
        for (const draft of await entriesOf(pathOf(draftFolder))) {
          if (!draft.isFile() || writerOfDraft(draft.name) === null) return true;
          const facts = await stat(pathOf(`${draftFolder}/${draft.name}`)).catch(nullWhereAbsent);
          if (facts && facts.size > mostOfMark) return true;
        }
      }
      return false;
    },
    async tryOut() {
      const path = pathOf(nameOfTrial());
      const bytes = randomBytes(64);
      try {
        await writeDraft(path, [bytes]);
        if (!bytes.equals(await readFile(path))) throw new BackupError(`${root} does not keep what is written to it.`);
      } finally {
        await rm(path, { force: true });
      }
    },
    nameOf: pathOf,
  };
}

function isTrialFile(entry: Dirent): boolean {
  return entry.isFile() && isTrial(entry.name);
}

async function writeDraft(path: string, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const chunk of body) bytes += await writeWhole(file, chunk);
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

async function writeWhole(file: FileHandle, chunk: Buffer): Promise<number> {
  for (let written = 0; written < chunk.length; )
    written += (await file.write(chunk, written, chunk.length - written)).bytesWritten;
  return chunk.length;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(nullWhereAbsent)) ?? [];
}

function nullWhereAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
