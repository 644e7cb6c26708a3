import { ChapterMark } from './ChapterMark.tsx';
import { usePlace } from './places.ts';

/** A chapter's mark by this browser's place in its book. */
export function OwnMark({ bookUuid, chapterNumber }: { bookUuid: string; chapterNumber: number }) {
  return <ChapterMark chapterNumber={chapterNumber} place={usePlace(bookUuid)} />;
}
