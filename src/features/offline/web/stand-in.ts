import { chapterOfPath } from '../../../shared/paths.ts';
import { currentUser } from '../../../web/session.ts';
import { listKept } from './kept-chapters.ts';

/** Whether a page that could not be loaded can still be shown: the reader, if the chapter is kept. */
export async function canShowOffline(path: string): Promise<boolean> {
  const wanted = chapterOfPath(path);
  if (!wanted) return false;
  const kept = await listKept(currentUser()?.uuid ?? null).catch(() => []);
  return kept.some((chapter) => chapter.chapterUuid === wanted.chapterUuid);
}
