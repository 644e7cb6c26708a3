import { type ReactNode, useEffect } from 'react';
import type { Language } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { displayText } from '../../../../shared/text.ts';
import { tagOfWords } from '../../../../shared/text-language.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { fetchInfiniteQuery, useInfiniteQuery } from '../../../../web/infinite-query.ts';
import type { PageContext, PageHead, PageModule, PageOutcome } from '../../../../web/page.ts';
import { useQuery, useQueryClient } from '../../../../web/query.ts';
import { useNavigate, useSearch } from '../../../../web/router.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import type { BookDetail, ChapterListItem } from '../../contract.ts';
import { datesParts, datesPartsOf } from '../openings/LateRhythm.tsx';
import { BookHero, BookHeroSkeleton, bookCoverSizes } from './BookHero.tsx';
import styles from './BookPage.module.css';
import type { ChapterSlots } from './ChapterGroup.tsx';
import { ChapterList } from './ChapterList.tsx';
import {
  type ChapterSelection,
  chapterSelectionAddress,
  chapterSelectionKeys,
  chapterSelectionOf,
  chaptersQuery,
  findKnownBook,
  firstChapterQuery,
} from './chapter-queries.ts';
import { listParts, listPartsOf } from './list-parts.ts';

type BookPageProps = {
  params: { id: string };
  /** Called once when a reader opens the book. */
  onOpen?: (book: { bookUuid: string; language: Language }) => void;
  /**
   * The part below the book's introduction, with links into the book. `first` is its first chapter, once it is known.
   */
  ways: (book: BookDetail, first: ChapterListItem | null) => ReactNode;
  /** Above the chapters. */
  notice?: ReactNode;
  /** Below the chapters. */
  after?: (book: BookDetail) => ReactNode;
  /** The parts that other features put into a chapter's row. */
  chapterSlots?: ChapterSlots | undefined;
};

/** A book with its chapters: its facts, where to begin, and the list of every chapter. */
export function BookPage({ params, onOpen, ways, notice, after, chapterSlots }: BookPageProps) {
  const { t, language } = useText();
  const navigate = useNavigate();
  const selection = chapterSelectionOf(useSearch());
  const asked = { api: useApi(), language, bookUuid: params.id };
  const chapters = useInfiniteQuery(chaptersQuery(asked, selection));
  const known = findKnownBook(useQueryClient(), asked);
  const book = chapters.data?.pages.find((page) => page.result)?.result ?? known;
  useOpening(book?.book_uuid, onOpen);

  function select(wanted: ChapterSelection) {
    navigate(chapterSelectionAddress(paths.book(params.id), wanted), { keepScroll: true });
  }

  if (!book) {
    return (
      <>
        <BookHeroSkeleton />
        {chapters.isError && (
          <div className={styles.page}>
            <Notice
              action={{ label: t('catalog.retry'), busy: chapters.isFetching, act: () => void chapters.refetch() }}
            >
              {t('catalog.chaptersFailed')}
            </Notice>
          </div>
        )}
      </>
    );
  }
  return (
    <>
      <BookHero book={book} action={<Ways book={book} ways={ways} />} />
      <div className={styles.page}>
        {notice}
        <ChapterList book={book} chapters={chapters} selection={selection} slots={chapterSlots} onSelect={select} />
        {after?.(book)}
        <Rights book={book} />
      </div>
    </>
  );
}

/** The links into the book, with its first chapter, wherever the chapter list starts. */
function Ways({ book, ways }: { book: BookDetail; ways: BookPageProps['ways'] }) {
  const { language } = useText();
  const listed = book.chapters.find((chapter) => chapter.chapter_number === 1);
  const found = useQuery({
    ...firstChapterQuery({ api: useApi(), language, bookUuid: book.book_uuid }),
    enabled: listed === undefined && book.total_chapters > 0,
  });
  return ways(book, listed ?? found.data ?? null);
}

/** The book's rights: its author, and the licence under which the site shows it. */
function Rights({ book }: { book: BookDetail }) {
  const { t } = useText();
  if (book.licence === '' && book.attribution === '') return null;
  return (
    <footer className={styles.rights}>
      {book.attribution !== '' && (
        <p>
          <bdi>{displayText(book.attribution)}</bdi>
        </p>
      )}
      {book.licence !== '' && <p>{t('catalog.licence', { licence: displayText(book.licence) })}</p>}
    </footer>
  );
}

function useOpening(bookUuid: string | undefined, onOpen: BookPageProps['onOpen']) {
  const { language } = useText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a book is opened once, even if the callback changes
  useEffect(() => {
    if (bookUuid !== undefined) onOpen?.({ bookUuid, language });
  }, [bookUuid]);
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function prefetch({ api, queryClient, language, params, search }: PageContext<'id'>): Promise<PageOutcome> {
  const asked = { api, language, bookUuid: params.id };
  if (!uuidShape.test(params.id)) return { status: 404 };
  const selection = chapterSelectionOf(search);
  const { pages } = await fetchInfiniteQuery(queryClient, chaptersQuery(asked, selection));
  const book = pages[0]?.result;
  if (!book) return selection.startPage > 0 ? { redirect: paths.book(params.id) } : { status: 404 };
  if (book.total_chapters > 0 && !book.chapters.some((chapter) => chapter.chapter_number === 1)) {
    await queryClient.prefetchQuery(firstChapterQuery(asked));
  }
  return { status: 200 };
}

function head({ queryClient, language, params, text }: PageContext<'id'>): PageHead {
  const book = findKnownBook(queryClient, { language, bookUuid: params.id });
  if (!book) return { title: text.t('catalog.chapterList'), description: text.t('catalog.pageDescription') };
  const title = displayText(book.book_title);
  const author = displayText(book.author);
  const introduction = displayText(book.book_introduction).replace(/\s+/g, ' ').trim();
  const invitation =
    author === ''
      ? text.t('catalog.bookDescription', { title })
      : text.t('catalog.bookDescriptionBy', { title, author });
  return {
    title,
    description: introduction === '' ? invitation : introduction,
    // The tags of the head are the server's.
    ...(import.meta.env.SSR && {
      image: book.cover,
      lead: book.cover && { picture: book.cover, sizes: bookCoverSizes },
      type: 'book',
      canonicalPath: paths.book(book.book_uuid),
      jsonLd: {
        '@context': 'https://schema.org',
        '@type': book.kind === 'comic' ? 'ComicSeries' : 'Book',
        name: title,
        inLanguage: tagOfWords(book),
        ...(author !== '' && { author: { '@type': 'Person', name: author } }),
        ...(introduction !== '' && { description: introduction }),
      },
    }),
  };
}

/** The page without the content of its slots, which src/app adds. */
export const bookPage: Omit<PageModule<'id'>, 'Component'> = {
  searchKeys: chapterSelectionKeys,
  prefetch,
  parts: {
    all: [...datesParts, ...listParts],
    neededFor({ queryClient, language, params }) {
      const book = findKnownBook(queryClient, { language, bookUuid: params.id });
      return book ? [...datesPartsOf(book), ...listPartsOf(book)] : [];
    },
  },
  head,
};
