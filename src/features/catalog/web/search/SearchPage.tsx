import { paths } from '../../../../shared/paths.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import type { PageContext, PageModule } from '../../../../web/page.ts';
import { fetchInfiniteQuery } from '../../../../web/query.ts';
import { useNavigate, useSearch } from '../../../../web/router.tsx';
import { BookGrid } from '../BookGrid.tsx';
import { hasOpenings, openingsPart } from '../openings/LateOpenings.tsx';
import { tidyWords } from '../selection.ts';
import { SearchField } from './SearchField.tsx';
import styles from './SearchPage.module.css';
import { foundQuery } from './search-queries.ts';
import { type SearchSelection, searchAddress, searchKeys, searchSelectionOf } from './search-selection.ts';

/** Finds books by words; the address holds all that is asked for. */
function SearchPage() {
  const { t, language } = useText();
  const navigate = useNavigate();
  const api = useApi();
  const selection = searchSelectionOf(useSearch());
  const { words } = selection;

  function select(change: Partial<SearchSelection>, { replace = false } = {}) {
    navigate(searchAddress({ ...selection, ...change }), { keepScroll: true, replace });
  }
  const search = (next: string) => select({ words: next }, { replace: words !== '' && next !== '' });

  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>{t('catalog.search')}</h1>
      <search>
        <form
          action={paths.search()}
          onSubmit={(event) => {
            event.preventDefault();
            search(tidyWords(String(new FormData(event.currentTarget).get('q'))));
          }}
        >
          <SearchField words={words} onSearch={search} />
        </form>
      </search>
      <section aria-labelledby="books">
        <h2 id="books" className="visually-hidden">
          {t('catalog.books')}
        </h2>
        <BookGrid
          query={foundQuery(api, language, selection)}
          tellsCount
          nothing={words === '' ? t('catalog.noContentText') : t('catalog.noBooksFound', { query: words })}
          onShowAll={words === '' ? undefined : () => select({ words: '' })}
        />
      </section>
    </div>
  );
}

async function prefetch({ api, queryClient, language, search }: PageContext) {
  await fetchInfiniteQuery(queryClient, foundQuery(api, language, searchSelectionOf(search)));
  return { status: 200 } as const;
}

function neededFor({ api, queryClient, language, search }: PageContext) {
  const found = queryClient.getQueryData(foundQuery(api, language, searchSelectionOf(search)).queryKey)?.pages ?? [];
  return found.some(({ result }) => result?.some(hasOpenings)) ? [openingsPart] : [];
}

export const searchPage: PageModule = {
  Component: SearchPage,
  searchKeys,
  prefetch,
  parts: { all: [openingsPart], neededFor },
  head({ search, text: { t } }) {
    const { words } = searchSelectionOf(search);
    return {
      title: words === '' ? t('catalog.search') : t('catalog.searchTitle', { query: words }),
      description: t('catalog.searchDescription'),
      noindex: true,
      canonicalPath: paths.search(),
    };
  },
};
