import type { Media } from '../../media/server/media.ts';
import type { SourceFile } from '../rules.ts';
import type { OpenedBook } from './open-book.ts';
import { openTextBook } from './text-book.ts';

/** Opens a file that is a whole book; one that cannot be read is refused with its cause. */
export async function openBookFile(_media: Media, file: SourceFile): Promise<OpenedBook> {
  if (file.type === 'text') return await openTextBook(file);
  return { state: 'refused', cause: 'not an EPUB' };
}
