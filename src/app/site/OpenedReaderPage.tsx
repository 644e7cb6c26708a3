import { LateElsewhere } from '../../features/library/web/elsewhere/LateElsewhere.tsx';
import type { ChapterPlace } from '../../features/reading/web/chapter/chapter-place.ts';
import { ReaderPage, readerPage } from '../../features/reading/web/ReaderPage.tsx';
import type { PageModule } from '../../web/page.ts';
import { createPart, usePart } from '../../web/part.ts';

const keepPart = createPart(() =>
  import('../../features/offline/web/KeepChapter.tsx').then((module) => module.KeepChapter),
);
const keep = (place: ChapterPlace) => <Keep place={place} />;

/** If this code does not load, the book's page still offers to keep the chapter. */
function Keep({ place: { chapterUuid, number } }: { place: ChapterPlace }) {
  const { Component: KeepChapter } = usePart(keepPart);
  return KeepChapter && <KeepChapter chapterUuid={chapterUuid} number={number} />;
}

/** The reader, with keeping of chapters for offline reading and with the places of other devices. */
export const openedReaderPage: PageModule<'bookid' | 'chapter_uuid' | 'chapter_number'> = {
  ...readerPage,
  Component: ({ params }) => (
    <>
      <ReaderPage params={params} keep={keep} />
      <LateElsewhere bookUuid={params.bookid.toLowerCase()} look="toast" />
    </>
  ),
};
