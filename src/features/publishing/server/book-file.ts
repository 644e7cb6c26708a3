import type { Media } from '../../media/server/media.ts';
import type { SourceFile } from '../source.ts';
import { openEpub } from './epub.ts';
import type { OpenedBook } from './open-book.ts';
import { openTextBook } from './text-book.ts';

/** Opens a file that is a whole book; one that cannot be read is refused with its cause. */
export function openBookFile(media: Media, file: SourceFile): Promise<OpenedBook> {
  return file.type === 'epub' ? openEpub(media, file.path) : openTextBook(file);
}
