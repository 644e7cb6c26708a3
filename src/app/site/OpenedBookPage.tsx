import { useMemo } from 'react';
import type { BookDetail, ChapterListItem } from '../../features/catalog/contract.ts';
import { BookPage, bookPage } from '../../features/catalog/web/book/BookPage.tsx';
import type { ChapterSlots } from '../../features/catalog/web/book/ChapterGroup.tsx';
import { findKnownBook } from '../../features/catalog/web/book/chapter-queries.ts';
import { LateMark } from '../../features/library/web/chapter/LateMark.tsx';
import { LateElsewhere } from '../../features/library/web/elsewhere/LateElsewhere.tsx';
import { FeedLink } from '../../features/library/web/follows/FeedLink.tsx';
import { FollowButton } from '../../features/library/web/follows/FollowButton.tsx';
import { BeginReading } from '../../features/library/web/resume/BeginReading.tsx';
import { ShelfButton } from '../../features/library/web/shelf/ShelfButton.tsx';
import { useRemembers } from '../../features/library/web/use-remembers.ts';
import { noteReading } from '../../features/reading/web/place/note-reading.ts';
import { feedPaths, membershipPath } from '../../shared/paths.ts';
import { displayText } from '../../shared/text.ts';
import { useApi } from '../../web/api.tsx';
import { useText } from '../../web/i18n.tsx';
import type { PageContext, PageModule } from '../../web/page.ts';
import { createPart, usePart } from '../../web/part.ts';
import { Link } from '../../web/router.tsx';
import { useSite } from '../../web/site.tsx';
import { whenIdle } from '../../web/when-idle.ts';
import { AskFirst, askingFirst } from './ask-first.tsx';
import { ChapterMenu } from './ChapterMenu.tsx';
import styles from './OpenedBookPage.module.css';

const similarPart = createPart(() =>
  import('../../features/library/web/similar/LateSimilar.tsx').then((module) => module.LateSimilar),
);

const filtersPart = createPart(async () => {
  await new Promise<void>(whenIdle);
  return (await import('./ChapterFilters.tsx')).ChapterFilters;
});

/** The catalogue's book page with the reader's place, the chapters read, and whether the reader follows the book. */
function OpenedBookPage({ params }: { params: { id: string } }) {
  const api = useApi();
  const bookUuid = params.id.toLowerCase();
  const remembers = useRemembers();
  const chapterSlots = useMemo(
    (): ChapterSlots => ({
      mark: ({ chapter_number: chapterNumber }) =>
        remembers && <LateMark bookUuid={bookUuid} chapterNumber={chapterNumber} />,
      beside: (chapter, numbering) => <ChapterMenu {...{ bookUuid, chapter, numbering }} />,
      filters: filtersPart,
    }),
    [remembers, bookUuid],
  );
  return (
    <AskFirst find={find} params={params}>
      <BookPage
        params={params}
        onOpen={(book) => noteReading(api, { name: 'open_book', ...book })}
        ways={(book, first) => <Ways book={book} first={first} />}
        after={(book) => <After book={book} />}
        notice={<LateElsewhere bookUuid={bookUuid} look="page" />}
        chapterSlots={chapterSlots}
      />
    </AskFirst>
  );
}

function After({ book }: { book: BookDetail }) {
  const { Component: LateSimilar } = usePart(similarPart);
  return LateSimilar && <LateSimilar bookUuid={book.book_uuid} title={displayText(book.book_title)} />;
}

function Ways({ book, first }: { book: BookDetail; first: ChapterListItem | null }) {
  const { t } = useText();
  const { sells } = useSite();
  return (
    <div className={styles.ways}>
      {book.total_chapters > 0 && <BeginReading bookUuid={book.book_uuid} first={first} numbering={book.numbering} />}
      <FollowButton bookUuid={book.book_uuid} size="large" />
      <ShelfButton bookUuid={book.book_uuid} title={displayText(book.book_title)} />
      <FeedLink bookUuid={book.book_uuid} title={displayText(book.book_title)} />
      {sells && book.for_members && (
        <Link to={membershipPath} className={styles.members}>
          {t('membership.readAll')}
        </Link>
      )}
    </div>
  );
}

const find = ({ queryClient, language, params }: Pick<PageContext<'id'>, 'queryClient' | 'language' | 'params'>) =>
  findKnownBook(queryClient, { language, bookUuid: params.id });

const page: PageModule<'id'> = {
  ...bookPage,
  Component: OpenedBookPage,
  head(context) {
    const head = bookPage.head(context);
    const { language, params, text } = context;
    return {
      ...head,
      feeds: [
        {
          href: feedPaths.book({ bookUuid: params.id.toLowerCase(), language }),
          title: text.t('library.feedTitle', { title: head.title }),
        },
      ],
    };
  },
};

export const openedBookPage = askingFirst(page, find);
