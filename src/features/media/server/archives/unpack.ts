import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveLimits, entryFault, foldedEntryName, isJunkName } from '../../rules.ts';
import type { ExtractedEntry, ExtractResult, PeekResult } from '../wire/jobs-wire.ts';
import { Refusal } from '../wire/refusal.ts';
import {
  decodeXml,
  type ExtractTarget,
  encrypted,
  isSystemError,
  type PackedArchive,
  type PackedEntry,
  peekedBytes,
  printable,
  refuseBomb,
  refuseTotal,
} from './archive-bounds.ts';
import { openGzippedTar } from './gzipped-tar.ts';
import { openByLibarchive } from './libarchive.ts';
import { openTar } from './tar.ts';

const openers = { '7z': openByLibarchive, 'packed-tar': openPackedTar, tar: openTar };
type StreamedKind = keyof typeof openers;

/** We undo the most common compression ourselves, because our code keeps names in every script. */
async function openPackedTar(path: string): Promise<PackedArchive> {
  return (await isGzip(path)) ? await openGzippedTar(path) : await openByLibarchive(path);
}

async function isGzip(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

/** Unpacks a 7-Zip archive or a TAR; unsafe, encrypted or damaged entries are left out with their causes. */
export async function unpack(path: string, kind: StreamedKind, target: ExtractTarget): Promise<ExtractResult> {
  const archive = await openers[kind](path);
  try {
    return await unpackAll(archive, target);
  } finally {
    await archive.close();
  }
}

const renamed =
  'names beyond plain ASCII cannot be read in this kind of archive: such pages keep their places in it; as ZIP they would stand by their names';

async function unpackAll(archive: PackedArchive, target: ExtractTarget): Promise<ExtractResult> {
  const entries: ExtractedEntry[] = [];
  const faults: ExtractResult['faults'] = [];
  const seen = new Set<string>();
  let total = 0;
  let isRenamed = false;
  for await (const { entry, count } of counted(archive)) {
    target.alive();
    const isPassedOver = entry.isFolder || isJunkName(entry.name);
    if (isPassedOver && entryFault(entry) === null) continue;
    const isAgain = seen.has(foldedEntryName(entry.name));
    const fault = entryFault(entry) ?? entry.fault ?? (isAgain ? 'a second entry of the same name' : null);
    if (fault) {
      const isUnread = fault === encrypted;
      faults.push({ name: printable(entry.name), cause: fault, ...(isUnread ? { isUnread } : {}) });
      continue;
    }
    seen.add(foldedEntryName(entry.name));
    refuseBomb({ bytes: entry.declaredBytes, compressed: target.archiveBytes });
    const file = join(target.outDir, String(count).padStart(5, '0'));
    const taken = await takeEntry(entry, { file, total, target });
    total += taken.bytes;
    if ('fault' in taken) {
      await rm(file, { force: true });
      faults.push({ name: entry.name, cause: taken.fault, isUnread: true });
    } else entries.push({ name: entry.name.replaceAll('\\', '/'), file, ...taken });
    isRenamed ||= entry.isRenamed === true;
  }
  return { entries, faults, ...(isRenamed ? { note: renamed } : {}) };
}

/** The small text entries whose base name, in lower case, is `wanted`. */
export async function peekInto(
  path: string,
  kind: StreamedKind,
  { wanted, alive }: { wanted: string; alive: () => void },
): Promise<PeekResult['texts']> {
  const archive = await openers[kind](path);
  const texts: PeekResult['texts'] = [];
  try {
    for await (const { entry } of counted(archive)) {
      // All entries before it may have to be decompressed, which takes time.
      alive();
      const { name } = entry;
      if (name.split(/[/\\]/).at(-1)?.toLowerCase() !== wanted || isJunkName(name) || faultOf(entry)) continue;
      if (entry.declaredBytes > peekedBytes) continue;
      const text = await readSmall(entry).catch(() => null);
      if (text !== null) texts.push({ name, text });
    }
  } finally {
    await archive.close();
  }
  return texts;
}

async function* counted(archive: PackedArchive): AsyncGenerator<{ entry: PackedEntry; count: number }> {
  let count = 0;
  for await (const entry of archive.entries()) {
    count += 1;
    if (count > archiveLimits.entries) throw new Refusal('the archive has over 5,000 entries');
    yield { entry, count };
  }
}

function faultOf(entry: PackedEntry): string | null {
  return entryFault(entry) ?? entry.fault;
}

async function readSmall(entry: PackedEntry): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of entry.chunks()) {
    bytes += chunk.length;
    if (bytes > peekedBytes) throw new Refusal('larger than it says');
    chunks.push(chunk);
  }
  return decodeXml(Buffer.concat(chunks));
}

type Taken = { bytes: number; sha256: string } | { bytes: number; fault: string };

async function takeEntry(
  entry: PackedEntry,
  to: { file: string; total: number; target: ExtractTarget },
): Promise<Taken> {
  const { archiveBytes, alive } = to.target;
  const hash = createHash('sha256');
  let bytes = 0;
  let handle: FileHandle | null = null;
  try {
    handle = await open(to.file, 'wx');
    for await (const chunk of entry.chunks()) {
      alive();
      bytes += chunk.length;
      refuseBomb({ bytes, compressed: archiveBytes });
      refuseTotal(to.total + bytes, archiveBytes);
      hash.update(chunk);
      await handle.write(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal || isSystemError(error)) throw error;
    return { bytes, fault: `damaged (${error instanceof Error ? error.message : String(error)})` };
  } finally {
    await handle?.close();
  }
  if (bytes !== entry.declaredBytes) return { bytes, fault: 'damaged: its size is not what the archive says' };
  return { bytes, sha256: hash.digest('hex') };
}
