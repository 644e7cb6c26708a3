import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, open as openZip, type ZipFile } from 'yauzl';
import { archiveLimits, entryFault, foldedEntryName, isJunkName } from '../rules.ts';
import { Refusal } from './convert.ts';
import type { ExtractedEntry, ExtractJob, ExtractResult, PeekJob, PeekResult } from './jobs-wire.ts';

/**
 * Takes a ZIP's entries out under names of our own. Over a limit the archive is refused whole; an entry with an
 * unsafe name or kind, or damaged, is left out with its cause. Limits count the bytes that really come out.
 */
export async function extract(job: ExtractJob, alive: () => void): Promise<ExtractResult> {
  const { size: archiveBytes } = await stat(job.archive);
  if (archiveBytes > archiveLimits.fileBytes) throw new Refusal('the archive is over 2 GiB');
  const zip = await openArchive(job.archive);
  try {
    if (zip.entryCount > archiveLimits.entries) throw new Refusal('the archive has over 5,000 entries');
    return await extractEntries(zip, { outDir: job.outDir, archiveBytes, alive });
  } finally {
    zip.close();
  }
}

const peekedBytes = 1024 * 1024;

/** Reads an archive's small metadata entries, shallowest first; damaged and larger ones are passed over. */
export async function peek(job: PeekJob): Promise<PeekResult> {
  const { size: archiveBytes } = await stat(job.archive);
  if (archiveBytes > archiveLimits.fileBytes) throw new Refusal('the archive is over 2 GiB');
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
  } finally {
    zip.close();
  }
  const depth = (name: string) => name.split(/[/\\]/).length;
  return { texts: texts.sort((a, b) => depth(a.name) - depth(b.name)) };
}

async function readSmall(zip: ZipFile, entry: Entry): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stream = await readStream(zip, entry);
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > peekedBytes) throw new Refusal('larger than it says');
    chunks.push(chunk as Buffer);
  }
  return decodeXml(Buffer.concat(chunks));
}

function decodeXml(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

function openArchive(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // decodeStrings: false, because yauzl would give up the whole archive for one bad name.
    openZip(
      path,
      { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false },
      (error, zip) => (error ? reject(new Refusal(`the archive is damaged (${error.message})`)) : resolve(zip)),
    );
  });
}

type Frame = { outDir: string; archiveBytes: number; alive: () => void };

async function extractEntries(zip: ZipFile, frame: Frame): Promise<ExtractResult> {
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
    const fault = entryFault({ name, unixMode: entry.externalFileAttributes >>> 16 }) ?? methodFault(entry);
    if (fault) {
      faults.push({ name: printable(name), cause: fault });
      continue;
    }
    if (/[/\\]$/.test(name) || isJunkName(name)) continue;
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
      faults.push({ name, cause: taken.fault });
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

/** With `decodeStrings: false` the name is bytes; what the archive does not declare is told by what fits. */
function entryName(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const unicode = entry.extraFields.find((field) => field.id === unicodePathField)?.data;
  if (unicode && unicode.length > 5 && unicode.readUInt32LE(1) === crc32(raw)) return decodeText(unicode.subarray(5));
  if (entry.generalPurposeBitFlag & utf8Flag) return raw.toString('utf8');
  return decodeText(raw);
}

function decodeText(raw: Buffer): string {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(raw);
    } catch {
      // The next one is tried.
    }
  }
  return raw.toString('latin1');
}

function printable(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return name.replace(/[\u0000-\u001f\u007f]/g, '�');
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

function refuseBomb(entry: { bytes: number; compressed: number }): void {
  if (entry.bytes > archiveLimits.entryBytes) throw new Refusal('the archive holds an entry over 200 MiB');
  if (entry.bytes > archiveLimits.ratioCountsFromBytes && entry.bytes > entry.compressed * archiveLimits.ratio)
    throw new Refusal('the archive expands over a hundredfold');
}

type Taken = { bytes: number; sha256: string } | { bytes: number; fault: string };

async function takeEntry(
  zip: ZipFile,
  entry: Entry,
  target: { file: string; total: number; frame: Frame },
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
    if (error instanceof Refusal) throw error;
    return { bytes, fault: `damaged (${error instanceof Error ? error.message : String(error)})` };
  }
  if (bytes !== entry.uncompressedSize) return { bytes, fault: 'damaged: its size is not what the archive says' };
  if (crc !== entry.crc32) return { bytes, fault: 'damaged: its check sum does not fit' };
  return { bytes, sha256: hash.digest('hex') };
}

function refuseTotal(total: number, archiveBytes: number): void {
  if (total > archiveLimits.totalBytes) throw new Refusal('the archive expands to over 8 GiB');
  // Entries that share the same compressed bytes each look harmless; together they do not.
  if (total > archiveLimits.ratioCountsFromBytes && total > archiveBytes * archiveLimits.ratio)
    throw new Refusal('the archive expands over a hundredfold');
}

function readStream(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}
