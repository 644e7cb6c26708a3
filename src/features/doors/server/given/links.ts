import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { displayText } from '../../../../shared/text.ts';
import type { Downloads } from '../../../catalog/rules.ts';
import { listDownloads } from '../../../catalog/server/catalog.ts';
import { epubType } from '../../epub.ts';
import { fileName } from '../../file-name.ts';

/** A file to take along, for a feed. */
export interface FileLink {
  /** Below the site's address. */
  path: string;
  type: string;
}

export const comicType = 'application/vnd.comicbook+zip';
export const filesPath = '/opds/files';

/** Who may take files of a book along; `usual` holds where the book says nothing. */
export async function whoMayTake(db: Db, { bookId, usual }: { bookId: string; usual: Downloads }): Promise<Downloads> {
  return (await listDownloads(db, [bookId])).get(bookId) ?? usual;
}

/** Those of these books of which somebody may take files along; `usual` holds where a book says nothing. */
export async function listTakeable(
  db: Db,
  asked: { bookIds: readonly string[]; usual: Downloads; isMember: boolean },
): Promise<Set<string>> {
  const { usual, isMember } = asked;
  const downloads = await listDownloads(db, asked.bookIds);
  return new Set(
    [...downloads].flatMap(([bookId, own]) => {
      const whom = own ?? usual;
      return whom === 'everyone' || (whom === 'members' && isMember) ? [bookId] : [];
    }),
  );
}

/** The CBZ of a comic's chapter. */
export function cbzLink(of: { chapterId: string; language: Language; title: string }): FileLink {
  return { path: pathOf(of.chapterId, of, 'cbz'), type: comicType };
}

/** The EPUB of a novel. */
export function epubLink(of: { bookId: string; language: Language; title: string }): FileLink {
  return { path: pathOf(of.bookId, of, 'epub'), type: epubType };
}

function pathOf(id: string, { language, title }: { language: Language; title: string }, kind: 'cbz' | 'epub'): string {
  return `${filesPath}/${id}/${language}/${encodeURIComponent(`${fileName(displayText(title), kind)}.${kind}`)}`;
}
