import { LateElsewhere } from '../features/library/web/LateElsewhere.tsx';
import { KeepChapter } from '../features/offline/web/KeepChapter.tsx';
import type { ChapterPlace } from '../features/reading/web/chapter-place.ts';
import { ReaderPage, readerPage } from '../features/reading/web/ReaderPage.tsx';
import type { PageModule } from '../web/page.ts';

const keep = ({ chapterUuid, number }: ChapterPlace) => <KeepChapter chapterUuid={chapterUuid} number={number} />;

/** The reader, whose chapters can be kept for reading offline, and who may have been elsewhere on another device. */
export const openedReaderPage: PageModule<'bookid' | 'chapter_uuid' | 'chapter_number'> = {
  ...readerPage,
  Component: ({ params }) => (
    <>
      <ReaderPage params={params} keep={keep} />
      <LateElsewhere bookUuid={params.bookid.toLowerCase()} look="toast" />
    </>
  ),
};
