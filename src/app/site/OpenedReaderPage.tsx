import { LateElsewhere } from '../../features/library/web/elsewhere/LateElsewhere.tsx';
import { LateSimilar } from '../../features/library/web/similar/LateSimilar.tsx';
import { chapterKey, type OpenedChapter } from '../../features/reading/web/chapter/chapter.ts';
import type { ChapterPlace } from '../../features/reading/web/chapter/chapter-place.ts';
import { ReaderPage, readerPage } from '../../features/reading/web/ReaderPage.tsx';
import type { PageContext, PageModule } from '../../web/page.ts';
import { createPart, usePart } from '../../web/part.ts';
import { AskFirst, askingFirst } from './age/ask-first.tsx';

const keepPart = createPart(() =>
  import('../../features/offline/web/KeepChapter.tsx').then((module) => module.KeepChapter),
);
type Param = 'bookid' | 'chapter_uuid' | 'chapter_number';
const find = ({ queryClient, language, params }: Pick<PageContext<Param>, 'queryClient' | 'language' | 'params'>) =>
  queryClient.getQueryData<OpenedChapter>([chapterKey, params.chapter_uuid, language])?.chapter;
const keep = (place: ChapterPlace) => (
  <>
    <Keep place={place} />
    {place.neighbours.next === null && <LateSimilar bookUuid={place.bookUuid} title={place.bookTitle} />}
  </>
);

/** If this code does not load, the book's page still offers to keep the chapter. */
function Keep({ place: { chapterUuid, number } }: { place: ChapterPlace }) {
  const { Component: KeepChapter } = usePart(keepPart);
  return KeepChapter && <KeepChapter chapterUuid={chapterUuid} number={number} />;
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
