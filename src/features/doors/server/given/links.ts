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

/** The types of the files, by the endings of their names. */
export const fileTypes = { cbz: 'application/vnd.comicbook+zip', epub: epubType } as const;
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

/** The link to a file: the CBZ of a comic's chapter, or the EPUB of a novel. */
export function linkTo(file: {
  form: keyof typeof fileTypes;
  id: string;
  language: Language;
  title: string;
}): FileLink {
  const { form, id, language, title } = file;
  const name = `${fileName(displayText(title), form)}.${form}`;
  return { path: `${filesPath}/${id}/${language}/${encodeURIComponent(name)}`, type: fileTypes[form] };
}
