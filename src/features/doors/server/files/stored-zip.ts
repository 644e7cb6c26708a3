import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { PartialMd5 } from '../../partial-md5.ts';

/** A file within an archive; its name is ASCII. */
export interface Member {
  name: string;
  bytes: Buffer;
}

/** Reads some members that belong together, each time the same. */
export type ReadMembers = () => Promise<readonly Member[]>;

/** An archive that is made anew each time that it is sent: only where its parts lie is kept. */
export interface StoredZip {
  size: number;
  /** The names of its members, in their order. */
  names: readonly string[];
  /** Strong: of all bytes. */
  etag: string;
  /** KOReader's name for it. */
  digest: string;
  /** Its bytes from `start` to `end`, both included. Rejects where a part is no longer what it was. */
  read(range: { start: number; end: number }): AsyncGenerator<Buffer>;
  /** The bytes of one member; null: there is none of that name. Rejects as `read` does. */
  readMember(name: string): Promise<Buffer | null>;
}

interface Entry {
  name: string;
  size: number;
  crc: number;
  at: number;
}

interface Section {
  at: number;
  end: number;
  entries: readonly Entry[];
  read: ReadMembers;
}

/** The first of January 1980: an archive's own time says nothing. */
const firstDay = 0x0021;
const largest = 0xffff_ffff;
const mostEntries = 0xffff;

/**
 * Looks once at all parts of an archive that stores them as they are, in the given order. So its size and ETag are known
 * before it is sent, and any range of it can be read. Memory holds one part at a time.
 */
export async function planZip(parts: AsyncIterable<ReadMembers>): Promise<StoredZip> {
  const [sha, md5] = [createHash('sha256'), new PartialMd5()];
  const sections: Section[] = [];
  let at = 0;
  const add = (bytes: Buffer) => {
    sha.update(bytes);
    md5.update(bytes);
    at += bytes.length;
  };
  for await (const read of parts) {
    const from = at;
    const members = (await read()).map(({ name, bytes }): Entry => {
      const entry = { name, size: bytes.length, crc: crc32(bytes), at };
      add(localHeader(entry));
      add(bytes);
      return entry;
    });
    sections.push({ at: from, end: at, read, entries: members });
  }
  const entries = sections.flatMap((section) => section.entries);
  const directory = writeDirectory(entries, at);
  const end = at;
  add(directory);
  if (at > largest || entries.length > mostEntries)
    throw new Error(`An archive of ${at} bytes in ${entries.length} files is too large`);
  return {
    size: at,
    names: entries.map(({ name }) => name),
    etag: `"${sha.digest('base64url').slice(0, 22)}"`,
    digest: md5.digest(),
    async *read(range) {
      for (const section of sections) {
        if (section.end <= range.start || section.at > range.end) continue;
        const members = await readSection(section);
        const pieces = section.entries.flatMap((entry, index) => [localHeader(entry), ...bytesOf(members[index])]);
        yield* within(pieces, section.at, range);
      }
      yield* within([directory], end, range);
    },
    async readMember(name) {
      const section = sections.find((each) => each.entries.some((entry) => entry.name === name));
      const members = section ? await readSection(section) : [];
      return members.find((member) => member.name === name)?.bytes ?? null;
    },
  };
}

async function readSection({ read, entries }: Section): Promise<readonly Member[]> {
  const members = await read();
  for (const [index, { name, size, crc }] of entries.entries()) {
    const member = members[index];
    if (member?.name !== name || member.bytes.length !== size || crc32(member.bytes) !== crc)
      throw new Error(`${name} has changed since the archive was begun`);
  }
  return members;
}

const bytesOf = (member: Member | undefined) => (member ? [member.bytes] : []);

/** The bytes of these pieces, which begin at `from`, that lie in a range. */
function* within(pieces: readonly Buffer[], from: number, { start, end }: { start: number; end: number }) {
  let at = from;
  for (const piece of pieces) {
    const part = piece.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    if (part.length > 0) yield part;
    at += piece.length;
  }
}

function localHeader({ name, size, crc }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(10, 4);
  header.writeUInt16LE(firstDay, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name, 'latin1')]);
}

function writeDirectory(entries: readonly Entry[], at: number): Buffer {
  const rows = entries.map(({ name, size, crc, at: place }) => {
    const row = Buffer.alloc(46);
    row.writeUInt32LE(0x02014b50, 0);
    row.writeUInt16LE(10, 4);
    row.writeUInt16LE(10, 6);
    row.writeUInt16LE(firstDay, 14);
    row.writeUInt32LE(crc, 16);
    row.writeUInt32LE(size, 20);
    row.writeUInt32LE(size, 24);
    row.writeUInt16LE(name.length, 28);
    row.writeUInt32LE(place, 42);
    return Buffer.concat([row, Buffer.from(name, 'latin1')]);
  });
  const directory = Buffer.concat(rows);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(entries.length, 8);
  last.writeUInt16LE(entries.length, 10);
  last.writeUInt32LE(directory.length, 12);
  last.writeUInt32LE(at, 16);
  return Buffer.concat([directory, last]);
}
