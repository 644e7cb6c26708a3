import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReader, open as openZip, type ZipFile } from 'yauzl';
import { type ArchiveKind, archiveLimits, entryFault, foldedEntryName, isJunkName } from '../../rules.ts';
import type { ExtractedEntry, ExtractJob, ExtractResult, PeekJob, PeekResult } from '../wire/jobs-wire.ts';
import { Refusal } from '../wire/refusal.ts';
import {
  archiveKindOf,
  decodeName,
  decodeXml,
  type ExtractTarget,
  isSystemError,
  peekedBytes,
  printable,
  refuseBomb,
  refuseTotal,
} from './archive-bounds.ts';
import { drawPages } from './pdf-pages.ts';
import { peekIntoRar, unpackRar } from './rar.ts';
import { peekInto, unpack } from './unpack.ts';
import { endOfZip, FileReader } from './zip-end.ts';

/**
 * Unpacks an archive's entries under our own names, and a PDF's pages as pictures. An archive over a limit is refused;
 * an entry that is damaged or has an unsafe name or kind is left out with its cause. Limits count the unpacked bytes.
 */
export async function extract(job: ExtractJob, alive: () => void): Promise<ExtractResult> {
  const { size: archiveBytes } = await stat(job.archive);
  if (archiveBytes > archiveLimits.fileBytes) throw new Refusal('the archive is over 2 GiB');
  const target = { outDir: job.outDir, archiveBytes, alive };
  const kind = await archiveKindOf(job.archive);
  if (kind === 'pdf') return await drawPages(job.archive, target, job.pages);
  if (kind === 'rar') return await unpackRar(job.archive, target);
  if (kind !== 'zip' && kind !== null) return await unpack(job.archive, kind, target);
  const zip = await openArchive(job.archive);
  try {
    if (zip.entryCount > archiveLimits.entries) throw new Refusal('the archive has over 5,000 entries');
    return await extractEntries(zip, target);
  } finally {
    zip.close();
  }
}

/** Reads an archive's small metadata entries, shallowest first; damaged and larger ones are skipped. */
export async function peek(job: PeekJob, alive: () => void): Promise<PeekResult> {
  const { size: archiveBytes } = await stat(job.archive);
  if (archiveBytes > archiveLimits.fileBytes) throw new Refusal('the archive is over 2 GiB');
  const kind = await archiveKindOf(job.archive);
  if (kind === 'pdf') return { texts: [] };
  const texts = await peekTexts(kind, job, alive);
  const depth = (name: string) => name.split(/[/\\]/).length;
  return { texts: texts.sort((a, b) => depth(a.name) - depth(b.name)) };
}

async function peekTexts(
  kind: Exclude<ArchiveKind, 'pdf'> | null,
  job: PeekJob,
  alive: () => void,
): Promise<PeekResult['texts']> {
  if (kind === 'rar') return await peekIntoRar(job.archive, job.name, alive);
  if (kind === 'zip' || kind === null) return await peekZip(job);
  return await peekInto(job.archive, kind, { wanted: job.name, alive });
}

async function peekZip(job: PeekJob): Promise<PeekResult['texts']> {
  const zip = await openArchive(job.archive);
  const texts: PeekResult['texts'] = [];
  try {
    if (zip.entryCount > archiveLimits.entries) throw new Refusal('the archive has over 5,000 entries');
    for await (const entry of entriesOf(zip)) {
      const name = entryName(entry);
      if (name.split(/[/\\]/).at(-1)?.toLowerCase() !== job.name || isJunkName(name) || methodFault(entry)) continue;
      if (entry.uncompressedSize > peekedBytes) continue;
      const text = await readSmall(zip, entry).catch(() => null);
      if (text !== null) texts.push({ name, text });
    }
    return texts;
  } finally {
    zip.close();
  }
}

async function readSmall(zip: ZipFile, entry: Entry): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stream = await readStream(zip, entry);
  // Chunks are bytes, because the stream has no encoding.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > peekedBytes) throw new Refusal('larger than it says');
    chunks.push(chunk);
  }
  return decodeXml(Buffer.concat(chunks));
}

// decodeStrings: false, because otherwise yauzl would give up the whole archive for one bad name.
const zipOptions = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };

async function openArchive(path: string): Promise<ZipFile> {
  const found = await endOfZip(path);
  return await new Promise((resolve, reject) => {
    const settle = (error: Error | null, zip: ZipFile) =>
      error ? reject(new Refusal(`the archive is damaged (${error.message})`)) : resolve(zip);
    if (found && found.end < found.size) fromRandomAccessReader(new FileReader(path), found.end, zipOptions, settle);
    else openZip(path, zipOptions, settle);
  });
}

async function extractEntries(zip: ZipFile, frame: ExtractTarget): Promise<ExtractResult> {
  const entries: ExtractedEntry[] = [];
  const faults: ExtractResult['faults'] = [];
  const seen = new Set<string>();
  let total = 0;
  let count = 0;
  for await (const entry of entriesOf(zip)) {
    frame.alive();
    count += 1;
    if (count > archiveLimits.entries) throw new Refusal('the archive has over 5,000 entries');
    const name = entryName(entry);
    const fault = entryFault({ name, unixMode: entry.externalFileAttributes >>> 16 });
    if (fault) {
      faults.push({ name: printable(name), cause: fault });
      continue;
    }
    if (/[/\\]$/.test(name) || isJunkName(name)) continue;
    const unread = methodFault(entry);
    if (unread) {
      faults.push({ name, cause: unread, isUnread: true });
      continue;
    }
    if (seen.has(foldedEntryName(name))) {
      faults.push({ name, cause: 'a second entry of the same name' });
      continue;
    }
    seen.add(foldedEntryName(name));
    refuseDeclaredBomb(entry);
    const file = join(frame.outDir, String(count).padStart(5, '0'));
    const taken = await takeEntry(zip, entry, { file, total, frame });
    total += taken.bytes;
    if ('fault' in taken) {
      await rm(file, { force: true });
      faults.push({ name, cause: taken.fault, isUnread: true });
    } else {
      entries.push({ name: name.replaceAll('\\', '/'), file, ...taken });
    }
  }
  return { entries, faults };
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      const settle = (act: () => void) => {
        zip.removeAllListeners('entry');
        zip.removeAllListeners('end');
        zip.removeAllListeners('error');
        zip.on('error', () => undefined);
        act();
      };
      zip.once('entry', (next: Entry) => settle(() => resolve(next)));
      zip.once('end', () => settle(() => resolve(null)));
      zip.once('error', (error: Error) =>
        settle(() => reject(new Refusal(`the archive is damaged (${error.message})`))),
      );
      zip.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

const utf8Flag = 0x800;
const encryptedFlag = 0x1;
const unicodePathField = 0x7075;

/** With `decodeStrings: false` the name is bytes; without a declared encoding, the one that fits counts. */
function entryName(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const unicode = entry.extraFields.find((field) => field.id === unicodePathField)?.data;
  if (unicode && unicode.length > 5 && unicode.readUInt32LE(1) === crc32(raw)) return decodeName(unicode.subarray(5));
  if (entry.generalPurposeBitFlag & utf8Flag) return raw.toString('utf8');
  return decodeName(raw);
}

function methodFault(entry: Entry): string | null {
  if (entry.generalPurposeBitFlag & encryptedFlag) return 'encrypted';
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return `compressed by a method that is not supported (${entry.compressionMethod})`;
  return null;
}

function refuseDeclaredBomb(entry: Entry): void {
  refuseBomb({ bytes: entry.uncompressedSize, compressed: entry.compressedSize });
}

type Taken = { bytes: number; sha256: string } | { bytes: number; fault: string };

async function takeEntry(
  zip: ZipFile,
  entry: Entry,
  target: { file: string; total: number; frame: ExtractTarget },
): Promise<Taken> {
  let bytes = 0;
  let crc = 0;
  const hash = createHash('sha256');
  try {
    const stream = await readStream(zip, entry);
    await pipeline(
      stream,
      async function* count(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          refuseBomb({ bytes, compressed: entry.compressedSize });
          refuseTotal(target.total + bytes, target.frame.archiveBytes);
          crc = crc32(chunk, crc);
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(target.file, { flags: 'wx' }),
    );
  } catch (error) {
    if (error instanceof Refusal || isSystemError(error)) throw error;
    return { bytes, fault: `damaged (${error instanceof Error ? error.message : String(error)})` };
  }
  if (bytes !== entry.uncompressedSize) return { bytes, fault: 'damaged: its size is not what the archive says' };
  if (crc !== entry.crc32) return { bytes, fault: 'damaged: its check sum does not fit' };
  return { bytes, sha256: hash.digest('hex') };
}

function readStream(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}
