import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from '../archive.ts';

/** Encrypts objects for the recipients of a file, so that only the holders of their identities read them. */
export interface Sealer {
  /** Objects for other recipients are other objects. */
  mark: string;
  seal(body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Readable>;
}

/** Reads the recipients of a file, one on a line, as `age -R` does; rejects where it is no such list. */
export async function readRecipients(path: string): Promise<Sealer> {
  const recipients = await readLines(path, 'recipients');
  const encrypter = new Encrypter();
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient);
  } catch {
    throw new BackupError(`${path} is no list of age recipients: each line is one that begins with age1.`);
  }
  const mark = createHash('sha256')
    .update([...recipients].sort().join('\n'))
    .digest('hex')
    .slice(0, 8);
  return { mark, seal: async (body) => fromWeb(await encrypter.encrypt(toWeb(body))) };
}

/** Reads what was sealed. */
export interface Opener {
  /** Rejects where none of the identities opens it, or its bytes were altered. */
  open(body: Readable): Promise<Readable>;
}

/** Reads the identities of a file, as `age -i` does; rejects where it has none. */
export async function readIdentities(path: string): Promise<Opener> {
  const decrypter = new Decrypter();
  try {
    for (const identity of await readLines(path, 'identities')) decrypter.addIdentity(identity);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${path} is no list of age identities: each line is one that begins with AGE-SECRET-KEY-.`);
  }
  return { open: async (body) => fromWeb(await decrypter.decrypt(toWeb(body))) };
}

async function readLines(path: string, what: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new BackupError(`The file of ${what} cannot be read: ${error.message}`);
  });
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) throw new BackupError(`${path} names no ${what}.`);
  return lines;
}

function toWeb(body: AsyncIterable<Buffer> | Iterable<Buffer>) {
  // The types of Node's streams and of browsers' are two, and the streams are one.
  return Readable.toWeb(Readable.from(body)) as unknown as globalThis.ReadableStream<Uint8Array>;
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as ReadableStream); // as above
}
