import { open, stat } from 'node:fs/promises';
import { type LibarchiveWasm, libarchiveWasm } from 'libarchive-wasm';
import { sniffArchive } from '../../rules.ts';
import { Refusal } from '../wire/refusal.ts';
import { encrypted, type PackedArchive, type PackedEntry } from './archive-bounds.ts';
import { headerAsFile, headerPlace, isPackedHeader, namesIn, startWith } from './seven-zip-names.ts';

/** The whole archive is in the library's memory, so it may fill half of a child's memory. */
const mostArchiveBytes = 512 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
const roomForHeader = 4096;
const mostHeaderBytes = 16 * 1024 * 1024;

/** Reads a 7-Zip archive or a compressed TAR with libarchive, in a memory of its own that is freed with the archive. */
export async function openByLibarchive(path: string): Promise<PackedArchive> {
  const { size } = await stat(path);
  if (size > mostArchiveBytes) throw new Refusal('the archive is over 512 MiB, which only a ZIP, RAR or TAR may be');
  const library = await libarchiveWasm();
  const start = await readInto(memoryOf(library), path, size);
  const names = namesOf(library, start, size);
  const archive = orRefuse(() => library.read_new_memory(start, size));
  return { entries: () => entriesOf(library, { archive, names }), close: async () => void library.read_free(archive) };
}

type Memory = { _malloc(bytes: number): number; HEAPU8: Uint8Array };

function memoryOf(library: LibarchiveWasm): Memory {
  return library.module as Memory; // the package's types leave this part out
}

async function readInto(memory: Memory, path: string, size: number): Promise<number> {
  const start = memory._malloc(size + roomForHeader);
  if (start === 0) throw new Refusal('the archive is too large to be read');
  const handle = await open(path, 'r');
  try {
    for (let at = 0; at < size; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(chunkBytes), 0, chunkBytes, at);
      if (bytesRead === 0) throw new Refusal('the file changed while it was read');
      memory.HEAPU8.set(buffer.subarray(0, Math.min(bytesRead, size - at)), start + at);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
  return start;
}

function orRefuse<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Refusal(`the archive is damaged (${messageOf(error)})`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'it cannot be read';
}

/** The names in a 7-Zip archive in the library's memory; null for unreadable names or another type. */
function namesOf(library: LibarchiveWasm, start: number, size: number): string[] | null {
  const bytes = (at: number, length: number) =>
    Buffer.from(memoryOf(library).HEAPU8.slice(start + at, start + at + length));
  const beginning = bytes(0, 32);
  const place = size > 32 && sniffArchive(beginning) === '7z' ? headerPlace(beginning, size) : null;
  if (!place) return null;
  const header = bytes(place.at, place.length);
  if (!isPackedHeader(header)) return namesIn(header);
  const asFile = headerAsFile(header);
  if (asFile.length > roomForHeader) return null;
  memoryOf(library).HEAPU8.set(asFile, start + size);
  memoryOf(library).HEAPU8.set(startWith(beginning, asFile, size), start);
  try {
    const unpacked = firstFile(library, start, size + asFile.length);
    return unpacked && namesIn(unpacked);
  } finally {
    memoryOf(library).HEAPU8.set(beginning, start);
  }
}

function firstFile(library: LibarchiveWasm, start: number, size: number): Buffer | null {
  const archive = orRefuse(() => library.read_new_memory(start, size));
  try {
    const entry = library.read_next_entry(archive);
    const length = entry === 0 ? 0 : library.entry_size(entry);
    if (length === 0 || length > mostHeaderBytes) return null;
    const buffer = memoryOf(library)._malloc(length);
    if (buffer === 0) return null;
    const read = library.read_data(archive, buffer, length);
    return read === length ? Buffer.from(memoryOf(library).HEAPU8.slice(buffer, buffer + length)) : null;
  } catch {
    // The reader of the entries reports the fault.
    return null;
  } finally {
    library.read_free(archive);
  }
}

async function* entriesOf(
  library: LibarchiveWasm,
  { archive, names }: { archive: number; names: string[] | null },
): AsyncGenerator<PackedEntry> {
  const buffer = memoryOf(library)._malloc(chunkBytes);
  let count = 0;
  for (;;) {
    const entry = orRefuse(() => library.read_next_entry(archive));
    if (entry === 0) break;
    count += 1;
    const mode = library.entry_filetype(entry);
    const given = library.entry_pathname(entry);
    const read = names?.[count - 1];
    const name = read !== undefined && isSame(read, given) ? read : uniqueName(given, count);
    yield {
      name,
      ...(name === given || name === read ? {} : { isRenamed: true as const }),
      unixMode: mode,
      declaredBytes: library.entry_size(entry),
      isFolder: (mode & 0o170000) === 0o040000,
      fault: library.entry_hardlink(entry) ? 'a link' : library.entry_is_encrypted(entry) ? encrypted : null,
      chunks: () => chunksOf(library, archive, buffer),
    };
  }
  const error = library.error_string(archive);
  if (/encrypted/i.test(error)) throw new Refusal('the archive is encrypted');
  if (error) throw new Refusal(`the archive is damaged (${error})`);
  // The library reports no error where it finds no list of entries.
  if (count === 0) throw new Refusal('the archive is damaged or empty');
}

/** The library has an asterisk for each letter outside ASCII, and a slash after a folder's name. */
function isSame(name: string, given: string): boolean {
  const bare = (text: string) => text.replace(/[^\u0020-\u007e]|\*/g, '').replace(/\/$/, '');
  return bare(name) === bare(given);
}

/**
 * The library knows only names in ASCII. In 7-Zip it gives an asterisk, which no name may contain, for each other
 * letter. If the header cannot be read, such names get their positions, to differ, and keep their digits, which sort
 * the pages. In a TAR the library gives no name, and the position becomes the name.
 */
function uniqueName(name: string, count: number): string {
  if (name === '') return `entry ${String(count).padStart(4, '0')}`;
  if (!name.includes('*')) return name;
  return name.replaceAll('*', '_').replace(/(\.[a-z0-9]{1,5})?$/i, ` (${count})$1`);
}

async function* chunksOf(library: LibarchiveWasm, archive: number, buffer: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    const count = library.read_data(archive, buffer, chunkBytes);
    if (count === 0) return;
    yield memoryOf(library).HEAPU8.slice(buffer, buffer + count);
  }
}
