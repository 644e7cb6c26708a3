import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { paths } from '../../../shared/paths.ts';
import { tagName } from '../../../shared/tags.ts';
import { displayText } from '../../../shared/text.ts';
import { useText } from '../../../web/i18n.tsx';
import type { PageContext, PageHead, PageModule } from '../../../web/page.ts';
import { fetchInfiniteQuery } from '../../../web/query.ts';
import { useNavigate, useOpenedPage, useSearch } from '../../../web/router.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import type { Openings } from '../contract.ts';
import { BookGrid } from './BookGrid.tsx';
import styles from './BookListPage.module.css';
import { booksQuery, recommendationsQuery, tagsQuery } from './book-queries.ts';
import { hasOpenings, openingsPart } from './openings/LateOpenings.tsx';
import { Recommended, recommendedSizes } from './Recommended.tsx';
import { SearchField } from './SearchField.tsx';
import { type BookSelection, selectionAddress, selectionKeys, selectionOf } from './selection.ts';
import { TagChips } from './TagChips.tsx';

/**
 * The book list: recommended books, then all books, with genres, words and two orders to choose from. A search shows
 * its results and nothing above them. Other features put `before` above everything.
 */
export function BookListPage({ before }: { before?: ReactNode }) {
  const { t } = useText();
  const { path } = useOpenedPage();
  const navigate = useNavigate();
  const selection = selectionOf(useSearch());
  const isSearching = selection.words !== '';
  const { place, hold } = useHeldPlace(isSearching);

  function select(change: Partial<BookSelection>, { replace = false } = {}) {
    if (change.words !== undefined && (change.words !== '') !== isSearching) hold();
    navigate(selectionAddress(path, { ...selection, ...change }), { keepScroll: true, replace });
  }

  return (
    <>
      {isSearching ? (
        <h1 className="visually-hidden">{t('catalog.searchTitle', { query: selection.words })}</h1>
      ) : (
        <>
          {before}
          <div className={styles.stage}>
            <h1 className={styles.tagline}>{t('catalog.tagline')}</h1>
            <Recommended />
          </div>
        </>
      )}
      <section className={styles.all} aria-labelledby="books">
        <h2 id="books" className="visually-hidden">
          {t('catalog.books')}
        </h2>
        <div ref={place} className={styles.narrow}>
          <SearchField
            words={selection.words}
            onSearch={(words) => select({ words }, { replace: isSearching && words !== '' })}
          />
          <div className={styles.tags}>
            <TagChips active={selection.tag} onChange={(tag) => select({ tag })} />
          </div>
        </div>
        <Tabs
          label={t('catalog.sort')}
          tabs={[
            { value: 'updated_at', label: t('catalog.sortUpdated') },
            { value: 'popularity', label: t('catalog.sortPopular') },
          ]}
          value={selection.order}
          onChange={(order) => select({ order })}
        >
          <BookGrid selection={selection} onShowAll={() => select({ tag: '', words: '' })} />
        </Tabs>
      </section>
    </>
  );
}

/** Keeps an element at its place on the screen when the content above it appears or disappears with `isSearching`. */
function useHeldPlace(isSearching: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const held = useRef<number>(null);
  const top = () => place.current?.getBoundingClientRect().top ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when that content has appeared or disappeared
  useLayoutEffect(() => {
    if (held.current !== null) scrollBy({ top: top() - held.current, behavior: 'instant' });
    held.current = null;
  }, [isSearching]);
  const hold = () => {
    held.current = top();
  };
  return { place, hold };
}

async function prefetch({ api, queryClient, language, search }: PageContext) {
  const selection = selectionOf(search);
  await Promise.all([
    fetchInfiniteQuery(queryClient, booksQuery(api, language, selection)),
    queryClient.prefetchQuery(tagsQuery(api)),
    selection.words === '' && queryClient.prefetchQuery(recommendationsQuery(api, language)),
  ]);
  return { status: 200 } as const;
}

function neededFor({ api, queryClient, language, search }: PageContext) {
  const listed = queryClient.getQueryData(booksQuery(api, language, selectionOf(search)).queryKey)?.pages ?? [];
  const recommended = queryClient.getQueryData(recommendationsQuery(api, language).queryKey);
  const books: Openings[] = [...listed, recommended].flatMap((answer): Openings[] => answer?.result ?? []);
  return books.some(hasOpenings) ? [openingsPart] : [];
}

function head({ api, queryClient, language, search, text }: PageContext): PageHead {
  const selection = selectionOf(search);
  const cover = queryClient.getQueryData(recommendationsQuery(api, language).queryKey)?.result[0]?.cover ?? null;
  const tag = displayText(tagName(selection.tag, language));
  const ofTag = selection.tag !== '' && selection.words === '';
  // A tag that no book has may be any words that somebody put into the address: search engines need no page of it.
  const isKnown = queryClient.getQueryData(tagsQuery(api).queryKey)?.result.includes(selection.tag) ?? true;
  const title =
    selection.words !== ''
      ? text.t('catalog.searchTitle', { query: selection.words })
      : ofTag
        ? text.t('catalog.tagTitle', { tag })
        : text.t('catalog.pageTitle');
  return {
    title,
    description: ofTag ? text.t('catalog.tagDescription', { tag }) : text.t('catalog.pageDescription'),
    image: cover,
    noindex: selection.words !== '' || (ofTag && !isKnown),
    canonicalPath: selectionAddress(paths.home(), { tag: selection.tag, order: 'updated_at', words: '' }),
    lead: cover && { picture: cover, sizes: recommendedSizes },
  };
}

/** The page without its component, which src/app adds. */
export const bookListPage: Omit<PageModule, 'Component'> = {
  searchKeys: selectionKeys,
  prefetch,
  parts: { all: [openingsPart], neededFor },
  head,
};
