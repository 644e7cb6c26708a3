import type { OpenedBook } from '../plan/book-file.ts';
import type { BookFile, Fault, SourceFile, UnreadFile } from '../plan/source.ts';

/** A file that was found, with its first bytes, and the encoding that the operator names for texts. */
export type FoundFile = { name: string; path: string; head: Uint8Array; encoding?: string };

/** A kind of file that an import accepts; server/formats.ts has the table of all kinds. */
export type Format = {
  type: SourceFile['type'];
  /** Whether a name promises a file of this kind. */
  isNamed(name: string): boolean;
  /** The file if it is of this kind; null otherwise. Its bytes count before its name. */
  read(file: FoundFile, notes: Fault[]): Promise<SourceFile | null>;
  /** The fault of a file with a name of this kind and other bytes. */
  fault(head: Uint8Array): string;
};

/** A whole book in one file, with its outline; its content is read when it is imported. */
export async function outlined(
  { name, path }: { name: string; path: string },
  open: () => Promise<OpenedBook>,
  notes: Fault[],
): Promise<BookFile | UnreadFile<'book'>> {
  const opened = await open().catch((error: unknown) => ({ state: 'refused' as const, cause: unreadable(error) }));
  if (opened.state === 'refused') return { name, path, type: 'book', fault: opened.cause };
  const { outline, notes: found, release } = opened.result;
  await release();
  notes.push(...found.map((cause) => ({ path, cause })));
  return { name, path, type: 'book', outline, open };
}

/** The cause of a fault, where the system does not let us read a file; any other error is a bug and is thrown. */
export function unreadable(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) throw error;
  return `cannot be read (${error.code})`;
}

export function faultBy(head: Uint8Array, cause: string): string {
  return head.length === 0 ? 'the file is empty' : `${cause}, or a damaged one`;
}
