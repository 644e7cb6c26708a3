import type { ReactNode } from 'react';
import { paths } from '../../../shared/paths.ts';
import { displayText } from '../../../shared/text.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { fetchInfiniteQuery, useInfiniteQuery } from '../../../web/infinite-query.ts';
import type { PageContext, PageHead, PageModule } from '../../../web/page.ts';
import { useNavigate, useOpenedPage, useSearch } from '../../../web/router.tsx';
import { useSite } from '../../../web/site.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import type { Openings } from '../contract.ts';
import { BookGrid } from './BookGrid.tsx';
import styles from './BookListPage.module.css';
import { booksQuery, recommendationsQuery, tagsQuery } from './book-queries.ts';
import { hasOpenings, openingsPart } from './openings/LateOpenings.tsx';
import { recommendedSizes } from './Recommended.tsx';
import { SearchForm } from './SearchForm.tsx';
import { type BookSelection, selectionAddress, selectionKeys, selectionOf } from './selection.ts';
import { TagChips } from './TagChips.tsx';

/**
 * The book list: recommended books, then all books, with genres and two orders to choose from, and a field that leads to
 * the search page. Words in the address show what is found and nothing above it. Other features put `before` above
 * everything, `lead` below the site's words, and `rows` between that and the list.
 */
export function BookListPage({ before, lead, rows }: { before?: ReactNode; lead?: ReactNode; rows?: ReactNode }) {
  const { t, language } = useText();
  const { tagline } = useSite();
  const { path } = useOpenedPage();
  const navigate = useNavigate();
  const selection = selectionOf(useSearch());
  const { words, tag } = selection;
  const list = useInfiniteQuery(booksQuery(useApi(), language, selection));
  const isSearching = words !== '';

  function select(change: Partial<BookSelection>) {
    navigate(selectionAddress(path, { ...selection, ...change }), { keepScroll: true });
  }

  return (
    <>
      {isSearching ? (
        <h1 className="visually-hidden">{t('catalog.searchTitle', { query: words })}</h1>
      ) : (
        <>
          {before}
          <Stage>
            <h1 className={styles.tagline}>{tagline ?? t('catalog.tagline')}</h1>
            {lead}
          </Stage>
          {rows}
        </>
      )}
      <section className={styles.all} aria-labelledby="books">
        <h2 id="books" className="visually-hidden">
          {t('catalog.books')}
        </h2>
        <div className={styles.narrow}>
          <SearchForm words={words} />
          <div className={styles.tags}>
            <TagChips active={tag} onChange={(chosen) => select({ tag: chosen })} />
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
          <BookGrid
            list={list}
            tellsCount={isSearching}
            nothing={
              isSearching
                ? t('catalog.noBooksFound', { query: words })
                : t(tag ? 'catalog.noBooksOfTag' : 'catalog.noContentText')
            }
            onShowAll={isSearching || tag ? () => select({ tag: '', words: '' }) : undefined}
          />
        </Tabs>
      </section>
    </>
  );
}

/** The dark ground of what stands out. */
export function Stage({ children }: { children: ReactNode }) {
  return <div className={styles.stage}>{children}</div>;
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

function head({ api, queryClient, language, search, site, text }: PageContext): PageHead {
  const selection = selectionOf(search);
  const cover = queryClient.getQueryData(recommendationsQuery(api, language).queryKey)?.result[0]?.cover ?? null;
  const tag = displayText(text.genre(selection.tag));
  const ofTag = selection.tag !== '' && selection.words === '';
  // A tag that no book has may be any words that somebody put into the address: search engines need no page of it.
  const isKnown = queryClient.getQueryData(tagsQuery(api).queryKey)?.result.includes(selection.tag) ?? true;
  const title =
    selection.words !== ''
      ? text.t('catalog.searchTitle', { query: selection.words })
      : ofTag
        ? text.t('catalog.tagTitle', { tag })
        : (site.tagline ?? text.t('catalog.pageTitle'));
  return {
    title,
    description: ofTag
      ? text.t('catalog.tagDescription', { tag })
      : (site.description ?? text.t('catalog.pageDescription')),
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
