import type { OpenedBook } from '../plan/book-file.ts';
import type { BookFile, Fault, SourceFile, UnreadFile } from '../plan/source.ts';

/** A file that was found, with its first bytes. */
export type FoundFile = { name: string; path: string; head: Uint8Array };

/** A kind of files that an import takes; the table of them is server/formats.ts. */
export type Format = {
  type: SourceFile['type'];
  /** Whether a name promises a file of this kind. */
  isNamed(name: string): boolean;
  /** The file where it is of this kind, by its bytes before its name; null where it is not. */
  read(file: FoundFile, notes: Fault[]): Promise<SourceFile | null>;
  /** What is wrong with a file that is so named and of no kind. */
  fault(head: Uint8Array): string;
};

/** A file that is a whole book, with what it holds; its content is read when it is imported. */
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

/** The cause of a file that the system does not let us read; anything else is our own bug and stays one. */
export function unreadable(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) throw error;
  return `cannot be read (${error.code})`;
}

export function faultBy(head: Uint8Array, cause: string): string {
  return head.length === 0 ? 'the file is empty' : `${cause}, or a damaged one`;
}
