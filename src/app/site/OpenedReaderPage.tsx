import { LateElsewhere } from '../../features/library/web/elsewhere/LateElsewhere.tsx';
import { chapterKey, type OpenedChapter } from '../../features/reading/web/chapter/chapter.ts';
import type { ChapterPlace } from '../../features/reading/web/chapter/chapter-place.ts';
import { ReaderPage, readerPage } from '../../features/reading/web/ReaderPage.tsx';
import type { PageContext, PageModule } from '../../web/page.ts';
import { createPart, usePart } from '../../web/part.ts';
import { AskFirst, askingFirst } from './ask-first.tsx';

const afterPart = createPart(() => import('./AfterChapter.tsx').then((module) => module.AfterChapter));
type Param = 'bookid' | 'chapter_uuid' | 'chapter_number';
const find = ({ queryClient, language, params }: Pick<PageContext<Param>, 'queryClient' | 'language' | 'params'>) =>
  queryClient.getQueryData<OpenedChapter>([chapterKey, params.chapter_uuid, language])?.chapter;
const keep = (place: ChapterPlace) => <Late place={place} />;

/** If this code does not load, the book's page still offers to keep the chapter. */
function Late({ place }: { place: ChapterPlace }) {
  const { Component: AfterChapter } = usePart(afterPart);
  return AfterChapter && <AfterChapter place={place} />;
}

/** The reader, with keeping of chapters for offline reading and with the places of other devices. */
const page: PageModule<Param> = {
  ...readerPage,
  Component: ({ params }) => (
    <AskFirst find={find} params={params}>
      <ReaderPage params={params} keep={keep} />
      <LateElsewhere bookUuid={params.bookid.toLowerCase()} look="toast" />
    </AskFirst>
  ),
};

export const openedReaderPage = askingFirst(page, find);
