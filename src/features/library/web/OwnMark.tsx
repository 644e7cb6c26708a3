import { ChapterMark, type MarkPlacement } from './ChapterMark.tsx';
import { usePlace } from './places.ts';
import { useMarks } from './use-marks.ts';

interface OwnMarkProps {
  bookUuid: string;
  chapterNumber: number;
  placement?: MarkPlacement;
}

/** A chapter's mark by this browser's place in its book, and by what its reader said. */
export function OwnMark({ bookUuid, ...chapter }: OwnMarkProps) {
  return <ChapterMark {...chapter} place={usePlace(bookUuid)} marks={useMarks(bookUuid)} />;
}
