import { isLanguage, type Language, languageNames, languages, languageTags } from '../../../shared/languages.ts';
import { rankingPath } from '../../../shared/paths.ts';
import { displayText } from '../../../shared/text.ts';
import { useApi } from '../../../web/api.tsx';
import type { ApiClient } from '../../../web/api-client.ts';
import { writeUtcDay } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import type { PageModule } from '../../../web/page.ts';
import { queryOptions, useQuery } from '../../../web/query.ts';
import { Link, useSearch } from '../../../web/router.tsx';
import { chipClass } from '../../../web/ui/Chip.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { BookCard, cardGrid, firstRow, gridSizes } from '../../catalog/web/BookCard.tsx';
import type { Ranking } from '../contract.ts';
import { type RankingPeriod, rankingPeriods } from '../rules.ts';
import styles from './RankingPage.module.css';

/** What the address chooses; what it names wrongly is ignored. */
interface Choice {
  period: RankingPeriod;
  tag: string | null;
  edition: Language | null;
}

function choiceOf(search: URLSearchParams): Choice {
  const language = search.get('language');
  return {
    period: rankingPeriods.find((each) => each === search.get('period')) ?? 'week',
    tag: search.get('tag') || null,
    edition: isLanguage(language) ? language : null,
  };
}

function addressOf({ period, tag, edition }: Choice): string {
  const query = new URLSearchParams({
    ...(period !== 'week' && { period }),
    ...(tag !== null && { tag }),
    ...(edition !== null && { language: edition }),
  });
  return query.size > 0 ? `${rankingPath}?${query}` : rankingPath;
}

function rankingQuery(api: ApiClient, language: Language, { period, tag, edition }: Choice) {
  return queryOptions({
    queryKey: ['ranking', language, period, tag, edition],
    queryFn: async () =>
      (
        await api.get('/comics/ranking/:language', {
          params: { language },
          query: { period, ...(tag !== null && { tag }), ...(edition !== null && { edition }) },
        })
      ).result,
  });
}

/** The books with the most readers, and how they are counted (spec: site.md#ranking). */
function RankingPage() {
  const { t, language } = useText();
  const choice = choiceOf(useSearch());
  const asked = useQuery(rankingQuery(useApi(), language, choice));
  const ranking = asked.data;
  if (!ranking)
    return asked.isError ? (
      <Notice action={{ label: t('app.retry'), busy: asked.isFetching, act: asked.refetch }}>
        {t('app.partFailed')}
      </Notice>
    ) : null;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{t('ranking.title')}</h1>
        <p className={styles.formula}>{t('ranking.formula')}</p>
        {ranking.from && ranking.to && (
          <p className={styles.formula}>
            {t('ranking.days', { from: writeUtcDay(ranking.from, language), to: writeUtcDay(ranking.to, language) })}
          </p>
        )}
      </header>
      <Choices choice={{ ...choice, tag: ranking.tag }} ranking={ranking} />
      {ranking.books.length === 0 ? (
        <EmptyState title={t('ranking.nothing')}>{t('ranking.nothingText')}</EmptyState>
      ) : (
        <Books ranking={ranking} />
      )}
    </div>
  );
}

const shownTags = 12;

function Choices({ choice, ranking }: { choice: Choice; ranking: Ranking }) {
  const { t, genre } = useText();
  const found = ranking.books.flatMap(({ tag1, tag2, tag3 }) => [tag1, tag2, tag3]).filter((tag) => tag !== '');
  const tags = choice.tag === null ? [...new Set(found)].slice(0, shownTags) : [choice.tag];
  return (
    <>
      <Chips
        label={t('ranking.period')}
        chips={rankingPeriods.map((period) => ({
          ...{ key: period, to: addressOf({ ...choice, period }), label: t(`ranking.periods.${period}`) },
          isChosen: choice.period === period,
        }))}
      />
      <Chips
        label={t('app.language')}
        chips={[null, ...languages].map((edition) => ({
          ...{ key: edition ?? 'all', to: addressOf({ ...choice, edition }), isChosen: choice.edition === edition },
          label: edition === null ? t('ranking.allLanguages') : languageNames[edition],
          ...(edition !== null && { lang: languageTags[edition] }),
        }))}
      />
      {tags.length > 0 && (
        <Chips
          label={t('catalog.tags')}
          chips={[
            ...(choice.tag === null
              ? []
              : [{ key: '', to: addressOf({ ...choice, tag: null }), label: t('ranking.allTags'), isChosen: false }]),
            ...tags.map((tag) => ({
              ...{ key: tag, to: addressOf({ ...choice, tag }), label: displayText(genre(tag)) },
              isChosen: choice.tag === tag,
            })),
          ]}
        />
      )}
    </>
  );
}

interface ChipLink {
  key: string;
  to: string;
  label: string;
  isChosen: boolean;
  lang?: string;
}

function Chips({ label, chips }: { label: string; chips: readonly ChipLink[] }) {
  return (
    <nav className={styles.chips} aria-label={label}>
      {chips.map(({ key, to, label: words, isChosen, lang }) => (
        <Link key={key} to={to} className={chipClass()} aria-current={isChosen ? 'page' : undefined} lang={lang}>
          <bdi>{words}</bdi>
        </Link>
      ))}
    </nav>
  );
}

function Books({ ranking: { books } }: { ranking: Ranking }) {
  const { t, number } = useText();
  return (
    <section aria-labelledby="ranked">
      <h2 id="ranked" className="visually-hidden">
        {t('catalog.books')}
      </h2>
      <ol className={cardGrid}>
        {books.map((book, at) => (
          <li key={book.book_uuid} className={styles.place}>
            <span className={styles.rank} aria-hidden="true">
              {number(at + 1)}
            </span>
            <BookCard book={book} sizes={gridSizes} eager={at < firstRow} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export const rankingPage: PageModule = {
  Component: RankingPage,
  searchKeys: ['period', 'tag', 'language'],
  async prefetch({ api, queryClient, language, search }) {
    await queryClient.fetchQuery(rankingQuery(api, language, choiceOf(search)));
    return { status: 200 };
  },
  head({ text, site }) {
    return {
      title: text.t('ranking.title'),
      description: text.t('ranking.description', { name: site.name }),
      canonicalPath: rankingPath,
    };
  },
};
