import { LateSimilar } from '../../features/library/web/similar/LateSimilar.tsx';
import { KeepChapter } from '../../features/offline/web/KeepChapter.tsx';
import type { ChapterPlace } from '../../features/reading/web/chapter/chapter-place.ts';
import { printedNumber } from '../../shared/printed-name.ts';

/** What other features offer at a chapter's end: to keep it, and similar books after the last one. */
export function AfterChapter({ place }: { place: ChapterPlace }) {
  return (
    <>
      <KeepChapter chapterUuid={place.chapterUuid} number={printedNumber({ ...place.printed, number: place.number })} />
      {place.neighbours.next === null && <LateSimilar bookUuid={place.bookUuid} title={place.bookTitle} />}
    </>
  );
}
