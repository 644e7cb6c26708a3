import { useState } from 'react';
import { feedPaths, paths } from '../../../../shared/paths.ts';
import { displayText } from '../../../../shared/text.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { fetchInfiniteQuery, useInfiniteQuery } from '../../../../web/infinite-query.ts';
import { addressLanguage } from '../../../../web/navigation.ts';
import type { PageContext, PageModule } from '../../../../web/page.ts';
import { useNavigate, useOpenedPage, useSearch } from '../../../../web/router.tsx';
import { Button, buttonClass } from '../../../../web/ui/Button.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { Select } from '../../../../web/ui/Select.tsx';
import { useIsBrowser } from '../../../../web/use-is-browser.ts';
import { BookGrid } from '../BookGrid.tsx';
import { tagsQuery } from '../book-queries.ts';
import { hasOpenings, openingsPart } from '../openings/LateOpenings.tsx';
import { tidyWords } from '../selection.ts';
import { Filters } from './Filters.tsx';
import { SearchField } from './SearchField.tsx';
import styles from './SearchPage.module.css';
import { foundQuery } from './search-queries.ts';
import {
  countFilters,
  nothingAsked,
  type SearchSelection,
  searchAddress,
  searchKeys,
  searchSelectionOf,
  sorts,
  usualSort,
} from './search-selection.ts';
import { useLast } from './use-last.ts';

const sortLabels = {
  relevance: 'catalog.found.relevance',
  popular: 'catalog.sortPopular',
  updated: 'catalog.sortUpdated',
  newest: 'catalog.found.newest',
  chapters: 'catalog.found.chapters',
} as const;

/** Finds books by words and filters. The address holds all that is asked for, and the form works without code. */
function SearchPage() {
  const { t, language } = useText();
  const navigate = useNavigate();
  const isBrowser = useIsBrowser();
  const asked = searchSelectionOf(useSearch());
  const { selection, choose } = useChosen(asked);
  const list = useInfiniteQuery(foundQuery(useApi(), language, asked));
  const first = useLast(list.data?.pages[0]);
  const [isUnfolded, setUnfolded] = useState(false);
  const { words, sort } = selection;
  const filters = countFilters(selection);
  const isAsked = words !== '' || filters > 0;

  function select(change: Partial<SearchSelection>, { replace = false } = {}) {
    const next = { ...selection, ...change };
    choose(next);
    navigate(searchAddress(next), { keepScroll: true, replace });
  }
  const search = (next: string) => select({ words: next }, { replace: words !== '' && next !== '' });

  function fold() {
    setUnfolded(false);
    scrollTo({ top: 0, behavior: 'smooth' });
  }

  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>{t('catalog.search')}</h1>
      <search className={styles.search}>
        <form
          action={paths.search()}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            const typed = tidyWords(String(new FormData(event.currentTarget).get('q')));
            if (typed !== words) search(typed);
            // The screen's keyboard leaves the results to be seen.
            if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
          }}
        >
          <div className={styles.bar}>
            <div className={styles.field}>
              <SearchField words={words} onSearch={search} />
            </div>
            <noscript>
              <button type="submit" className={buttonClass({ variant: 'primary' })}>
                {t('catalog.search')}
              </button>
            </noscript>
            <Button
              className={styles.unfold}
              aria-expanded={isUnfolded}
              aria-controls="filters"
              onClick={() => setUnfolded((is) => !is)}
            >
              {filters === 0 ? t('catalog.filter.title') : t('catalog.filter.active', { count: filters })}
            </Button>
            <Select
              name="sort"
              className={styles.sort}
              label={t('catalog.found.sort')}
              options={sorts
                .filter((value) => value !== 'relevance' || words !== '')
                .map((value) => ({ value, label: t(sortLabels[value]) }))}
              value={sort === null || (sort === 'relevance' && words === '') ? usualSort(words) : sort}
              onChange={(value) => select({ sort: value })}
            />
            {isAsked && (
              <Button
                variant="quiet"
                type={isBrowser ? 'button' : 'submit'}
                form="all"
                onClick={() => select(nothingAsked)}
              >
                {t('catalog.filter.clear')}
              </Button>
            )}
          </div>
          <div id="filters" className={classes(styles.filters, !isUnfolded && styles.folded)}>
            <Filters selection={selection} facets={first?.facets} onSelect={select} />
            <p className={styles.show}>
              <Button variant="primary" size="large" onClick={fold}>
                {first
                  ? t(first.total_capped ? 'catalog.filter.showMore' : 'catalog.filter.show', { count: first.total })
                  : t('catalog.loading')}
              </Button>
            </p>
          </div>
          <Kept selection={selection} />
        </form>
        <form id="all" action={paths.search()} hidden>
          <AddressLanguage />
        </form>
      </search>
      <section aria-labelledby="books" className={styles.found}>
        <h2 id="books" className="visually-hidden">
          {t('catalog.books')}
        </h2>
        <BookGrid
          list={list}
          tellsCount
          nothing={
            filters > 0
              ? t('catalog.found.nothingFits')
              : words === ''
                ? t('catalog.noContentText')
                : t('catalog.noBooksFound', { query: words })
          }
          onShowAll={isAsked ? () => select(nothingAsked) : undefined}
        />
      </section>
    </div>
  );
}

/**
 * What was chosen last, which shows at once, and from which the next press goes on: the address follows once its books
 * are there. Where the address changes, it decides.
 */
function useChosen(asked: SearchSelection) {
  const address = searchAddress(asked);
  const [chosen, setChosen] = useState({ address, selection: asked });
  if (chosen.address !== address) setChosen({ address, selection: asked });
  const choose = (selection: SearchSelection) => setChosen({ address, selection });
  return { selection: chosen.address === address ? chosen.selection : asked, choose };
}

/** What the form has no control of its own for. */
function Kept({ selection: { tags, without } }: { selection: SearchSelection }) {
  return (
    <>
      {tags.map((tag) => (
        <input key={tag} type="hidden" name="tags" value={tag} />
      ))}
      {without.map((tag) => (
        <input key={tag} type="hidden" name="without" value={tag} />
      ))}
      <AddressLanguage />
    </>
  );
}

function AddressLanguage() {
  const language = addressLanguage(useOpenedPage().search);
  return language && <input type="hidden" name="lang" value={language} />;
}

async function prefetch({ api, queryClient, language, search }: PageContext) {
  await Promise.all([
    fetchInfiniteQuery(queryClient, foundQuery(api, language, searchSelectionOf(search))),
    queryClient.prefetchQuery(tagsQuery(api)),
  ]);
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
  head({ api, queryClient, language, search, site, text: { t, genre } }) {
    const selection = searchSelectionOf(search);
    const { words, tags } = selection;
    const [tag = ''] = tags;
    const asksTagAlone = searchAddress(selection) === searchAddress({ ...nothingAsked, tags: [tag] });
    const isKnown = queryClient.getQueryData(tagsQuery(api).queryKey)?.result.includes(tag);
    const shown = { tag: displayText(genre(tag)), site: site.name };
    return {
      title: words === '' ? t('catalog.search') : t('catalog.searchTitle', { query: words }),
      description: t('catalog.searchDescription'),
      noindex: true,
      canonicalPath: paths.search(),
      // The browser needs no feed in its head.
      ...(import.meta.env.SSR &&
        asksTagAlone &&
        isKnown && { feeds: [{ href: feedPaths.tag({ tag, language }), title: t('library.atom.tag', shown) }] }),
    };
  },
};
