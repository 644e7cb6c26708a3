import type { Media } from '../../media/server/media.ts';
import { openEpub } from '../formats/epub/server/epub.ts';
import { openTextBook } from '../formats/text/server/text-book.ts';
import type { OpenedBook } from '../plan/book-file.ts';
import type { SourceFile } from '../plan/source.ts';

/** Opens a file that is a whole book; one that cannot be read is refused with its cause. */
export function openBookFile(media: Media, file: SourceFile): Promise<OpenedBook> {
  return file.type === 'epub' ? openEpub(media, file.path) : openTextBook(file);
}
