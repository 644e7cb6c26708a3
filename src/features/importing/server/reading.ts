import { deserialize, serialize } from 'node:v8';
import type { BookPlan } from '../plan/book-plan.ts';
import type { BookFile } from '../plan/source.ts';
import type { Scan } from './scan.ts';

/** What the files of an import say: its plans, and what was noted on the way. */
export type PlannedFiles = Pick<Scan, 'faults' | 'notes' | 'metadata' | 'passedOver'> & { plans: BookPlan[] };

/**
 * What was read of an import's files, by the names of its readers. With it the plan of other changes is made without a
 * look at any file, and by the same rules.
 */
export interface Reading {
  /** What was read under that name; undefined while the files are read. Throws `NotReadError` where nothing was. */
  find<T>(name: string): T | undefined;
  keep(name: string, read: unknown): void;
  /** The hashes of all pictures; null while the files are read. */
  hashes: readonly string[] | null;
}

/** Something was not read by the check, and only the files can tell it. */
export class NotReadError extends Error {
  override readonly name = 'NotReadError';
}

/** In bytes; of files that say more, the plan is made from the files each time. */
const mostKept = 32 * 1024 * 1024;

/** An empty reading, for the files to be read into; `save` returns it as bytes, null where it is too much. */
export function createReading(root: string): Reading & { save(): Buffer | null } {
  const entries = new Map<string, Buffer>();
  let bytes = 0;
  return {
    find: () => undefined,
    keep(name, read) {
      if (bytes > mostKept) return;
      const kept = serialize(withoutReaders(read));
      bytes += kept.length;
      entries.set(name, kept);
      if (bytes > mostKept) entries.clear();
    },
    hashes: null,
    save: () => (bytes > mostKept ? null : serialize({ root, entries })),
  };
}

/** The reading in these bytes; null where the files lay elsewhere then. */
export function openReading(bytes: Buffer, root: string): Reading | null {
  const read: { root: string; entries: Map<string, Uint8Array> } = deserialize(bytes); // as `save` wrote it
  if (read.root !== root) return null;
  const pictures = [...read.entries].flatMap(([name, kept]) => (name.startsWith('picture ') ? [kept] : []));
  return {
    find<T>(name: string): T {
      const kept = read.entries.get(name);
      if (!kept) throw new NotReadError(`It was not read: ${name}`);
      return deserialize(kept); // a name has one reader, which kept it
    },
    keep() {},
    // `hashed` keeps no other shape under that name.
    hashes: pictures.flatMap((kept) => deserialize(kept).picture.sourceHash || []),
  };
}

/** The plans without what opens their files, and without the long openings of texts, which nobody asks any more. */
function withoutReaders(read: unknown): unknown {
  if (read === null || typeof read !== 'object' || !('plans' in read)) return read;
  const planned = read as PlannedFiles; // nothing else that is kept has plans
  const files = new Map<object, object>();
  const plain = <File extends object>(file: File): File => {
    const known = files.get(file) ?? { ...file, ...('open' in file ? { open: null } : {}), ...lean(file) };
    files.set(file, known);
    return known as File; // but for its reader, which is never asked
  };
  const plans = planned.plans.map((plan) => withFiles(plan, plain));
  return { ...planned, plans };
}

function lean(file: object): object {
  return 'opening' in file ? { opening: '', pictures: new Map() } : {};
}

function withFiles(plan: BookPlan, plain: <File extends object>(file: File) => File): BookPlan {
  return {
    ...plan,
    ...(plan.otherKind ? { otherKind: withFiles(plan.otherKind, plain) } : {}),
    editions: plan.editions.map((edition) => ({
      ...edition,
      bookFile: edition.bookFile && plain<BookFile>(edition.bookFile),
    })),
    chapters: plan.chapters.map((chapter) => ({
      ...chapter,
      editions: chapter.editions.map((edition) => {
        const { content } = edition;
        if (content?.type === 'part') return { ...edition, content: { ...content, file: plain(content.file) } };
        if (content?.type === 'texts') return { ...edition, content: { ...content, files: content.files.map(plain) } };
        return edition;
      }),
    })),
  };
}
