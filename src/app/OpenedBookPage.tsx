import { useMemo } from 'react';
import type { BookDetail, ChapterListItem } from '../features/catalog/contract.ts';
import { BookPage, bookPage } from '../features/catalog/web/BookPage.tsx';
import type { ChapterSlots } from '../features/catalog/web/ChapterList.tsx';
import { BeginReading } from '../features/library/web/BeginReading.tsx';
import { ChapterMark } from '../features/library/web/ChapterMark.tsx';
import { FeedLink } from '../features/library/web/FeedLink.tsx';
import { FollowButton } from '../features/library/web/FollowButton.tsx';
import { PlaceElsewhere } from '../features/library/web/PlaceElsewhere.tsx';
import { usePlace } from '../features/library/web/places.ts';
import { KeepChapter } from '../features/offline/web/KeepChapter.tsx';
import { useReadingEvents } from '../features/reading/web/use-reading-events.ts';
import { feedPaths } from '../shared/paths.ts';
import { displayText } from '../shared/text.ts';
import type { PageModule } from '../web/page.ts';
import styles from './OpenedBookPage.module.css';

/** The catalogue's book page with its reader's memory: where they are, what they have read, and whether they follow it. */
function OpenedBookPage({ params }: { params: { id: string } }) {
  const note = useReadingEvents();
  const bookUuid = params.id.toLowerCase();
  const place = usePlace(bookUuid);
  const chapterSlots = useMemo(
    (): ChapterSlots => ({
      mark: (chapter) => <ChapterMark chapterNumber={chapter.chapter_number} place={place} />,
      beside: ({ chapter_uuid: chapterUuid, chapter_number: number }) => (
        <KeepChapter chapterUuid={chapterUuid} number={number} look="icon" />
      ),
    }),
    [place],
  );
  return (
    <BookPage
      params={params}
      onOpen={(book) => note({ name: 'open_book', ...book })}
      ways={(book, first) => <Ways book={book} first={first} />}
      notice={<PlaceElsewhere bookUuid={bookUuid} />}
      chapterSlots={chapterSlots}
    />
  );
}

function Ways({ book, first }: { book: BookDetail; first: ChapterListItem | null }) {
  return (
    <div className={styles.ways}>
      {book.total_chapters > 0 && <BeginReading bookUuid={book.book_uuid} first={first} />}
      <FollowButton bookUuid={book.book_uuid} />
      <FeedLink bookUuid={book.book_uuid} title={displayText(book.book_title)} />
    </div>
  );
}

export const openedBookPage: PageModule<'id'> = {
  ...bookPage,
  Component: OpenedBookPage,
  head(context) {
    const head = bookPage.head(context);
    const { language, params, text } = context;
    return {
      ...head,
      feed: {
        href: feedPaths.book({ bookUuid: params.id.toLowerCase(), language }),
        title: text.t('library.feedTitle', { title: head.title }),
      },
    };
  },
};
