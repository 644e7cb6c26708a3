import { useMarks, usePlace } from '../memory.ts';
import { ChapterMark, type MarkPlacement } from './ChapterMark.tsx';

interface OwnMarkProps {
  bookUuid: string;
  chapterNumber: number;
  placement?: MarkPlacement;
}

/** A chapter's mark by this browser's place in its book, and by what its reader said. */
export function OwnMark({ bookUuid, ...chapter }: OwnMarkProps) {
  return <ChapterMark {...chapter} place={usePlace(bookUuid)} marks={useMarks(bookUuid)} />;
}
