import { useState } from 'react';
import { type Language, languageNames, languages, languageTags } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link, useNavigate, useSearch } from '../../../../web/router.tsx';
import { useSite } from '../../../../web/site.tsx';
import { Button, buttonClass } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { Ask, type Typed, typedOf } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterSelect, Filters, FindField, useFiltered } from '../../../studio/web/Filters.tsx';
import { Moment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, State, studioPage } from '../../../studio/web/Page.tsx';
import { Pager, useSetSearch } from '../../../studio/web/Pager.tsx';
import { useSelection } from '../../../studio/web/selection.ts';
import { type Column, Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { type BookOrder, type BookRow, bookOrders } from '../../studio-contract.ts';
import { BookLine } from './BookLine.tsx';
import { BooksBar } from './BooksBar.tsx';
import styles from './BooksPage.module.css';
import { LanguageDots } from './LanguageDots.tsx';

const kinds = ['comic', 'novel'] as const;

/** All books, drafts and hidden ones too. */
function BooksPage() {
  const { t, number } = useStudioText();
  const { language } = useText();
  const { bookLanguage } = useSite();
  const calls = useStudioCalls();
  const navigate = useNavigate();
  const search = useSearch();
  const sorted = useSorting();
  const [isOpen, setOpen] = useState(false);
  const page = Number(search.get('page') ?? 0);
  const asked = useStudioQuery('/studio/books', { search, query: { language } });
  const selection = useSelection((asked.data?.data.result ?? []).map(({ book_uuid: uuid }) => uuid));
  const filtered = useFiltered();
  const all = { value: '', label: t('kit.all') };
  const eachLanguage = languages.map((value) => ({ value, label: languageNames[value] }));

  async function make(typed: Typed): Promise<void> {
    const original = typedOf(languages, typed('original_language'));
    const { data } = await calls.send('POST', '/studio/books', {
      body: {
        kind: typedOf(kinds, typed('kind')),
        original_language: original,
        titles: { [original]: typed('title') },
      },
    });
    navigate(studioPaths.book(data.result.book_uuid));
  }

  return (
    <Page
      title={t('books.title')}
      actions={
        <>
          <Link to={studioPaths.newImport()} className={buttonClass()}>
            {t('books.import')}
          </Link>
          <Button variant="primary" onClick={() => setOpen(true)}>
            {t('books.new')}
          </Button>
        </>
      }
    >
      <Filters>
        <FindField label={t('books.find')} value={search.get('q') ?? ''} />
        <FilterSelect
          name="state"
          label={t('kit.state')}
          value={search.get('state') ?? ''}
          options={[
            all,
            ...(['shown', 'draft', 'hidden'] as const).map((value) => ({ value, label: t(`books.states.${value}`) })),
          ]}
        />
        <FilterSelect
          name="kind"
          label={t('books.kind')}
          value={search.get('kind') ?? ''}
          options={[all, ...kinds.map((value) => ({ value, label: t(`books.kinds.${value}`) }))]}
        />
        <FilterSelect
          name="missing"
          label={t('books.missing')}
          value={search.get('missing') ?? ''}
          options={[all, ...eachLanguage]}
        />
        <FilterSelect
          name="order_by"
          label={t('books.order')}
          value={search.get('order_by') ?? ''}
          options={bookOrders.map((value) => ({
            value: value === bookOrders[0] ? '' : value,
            label: t(`books.orders.${value}`),
          }))}
        />
      </Filters>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              choosing={{ selection, nameOf: ({ title }) => title }}
              caption={t('books.title')}
              rows={result}
              rowKey={({ book_uuid: uuid }) => uuid}
              to={({ book_uuid: uuid }) => studioPaths.book(uuid)}
              empty={{
                title: t('books.noneYet'),
                text: t('books.noneYetText'),
                action: (
                  <Link to={studioPaths.newImport()} className={buttonClass({ variant: 'primary' })}>
                    {t('books.import')}
                  </Link>
                ),
              }}
              filtered={filtered}
              columns={[
                { head: t('kit.book'), cell: (book) => <BookLine book={book} />, sort: sorted('title') },
                {
                  head: t('kit.state'),
                  isWanted: true,
                  cell: ({ state }) => (
                    <State tone={state === 'shown' ? 'good' : 'plain'}>{t(`books.states.${state}`)}</State>
                  ),
                },
                {
                  head: t('books.chapters'),
                  isWanted: true,
                  sort: sorted('published'),
                  cell: ({ counts }) => <Counts counts={counts} />,
                },
                {
                  head: t('books.nextRelease'),
                  sort: sorted('next_release'),
                  cell: ({ next_release: at }) => at && <Moment at={at} />,
                },
                {
                  head: t('books.readers'),
                  isNumber: true,
                  sort: sorted('readers_28d'),
                  cell: ({ readers_28d: readers, readers_trend: trend }) => (
                    <>
                      {number(readers)}
                      {trend !== null && <span className={styles.trend}>{writeTrend(trend, language)}</span>}
                    </>
                  ),
                },
                {
                  head: t('books.languages'),
                  sort: sorted('missing'),
                  cell: (book) => <Languages book={book} />,
                },
                {
                  head: t('books.updated'),
                  sort: sorted('updated_at'),
                  cell: ({ updated_at: at }) => <Moment at={at} />,
                },
              ]}
            />
            <BooksBar books={result} selection={selection} onChanged={() => void asked.refetch()} />
            <Pager total={total} page={page} />
          </>
        )}
      </Loaded>
      <Ask
        open={isOpen}
        title={t('books.new')}
        confirm={t('books.make')}
        fields={['kind', 'original_language', 'titles', ...languages.map((each) => `titles.${each}`)]}
        act={make}
        onClose={() => setOpen(false)}
      >
        {({ fields }) => (
          <>
            <Field
              name="title"
              label={t('books.bookTitle')}
              error={Object.entries(fields).find(([name]) => name.startsWith('titles'))?.[1]}
              dir="auto"
            />
            <ChoiceField
              name="original_language"
              label={t('books.original')}
              defaultValue={bookLanguage ?? language}
              options={eachLanguage}
            />
            <ChoiceField
              name="kind"
              label={t('books.kind')}
              options={kinds.map((value) => ({ value, label: t(`books.kinds.${value}`) }))}
            />
          </>
        )}
      </Ask>
    </Page>
  );
}

const leastFirst: readonly BookOrder[] = ['title', 'next_release'];

/** Sorts the list by a press on a column's name; a second press turns the order round. */
function useSorting(): (order: BookOrder) => NonNullable<Column<BookRow>['sort']> {
  const search = useSearch();
  const setSearch = useSetSearch();
  return (order) => {
    const first = leastFirst.includes(order) ? 'asc' : 'desc';
    const isNow = order === (search.get('order_by') || bookOrders[0]);
    const now = !isNow ? null : search.get('direction') === (first === 'asc' ? 'desc' : 'asc') ? turned(first) : first;
    const isTurning = now === first;
    return {
      now,
      act: () =>
        setSearch({
          order_by: order === bookOrders[0] ? null : order,
          direction: isTurning ? turned(first) : null,
        }),
    };
  };
}

const turned = (direction: 'asc' | 'desc') => (direction === 'asc' ? 'desc' : 'asc');

/** The chapters of a book: those that readers see, and those that they will. */
function Counts({ counts: { published, scheduled, drafts } }: { counts: BookRow['counts'] }) {
  const { t } = useStudioText();
  return (
    <span className={styles.counts}>
      <span>{t('books.counts.published', { count: published })}</span>
      {scheduled > 0 && <span className={styles.few}>{t('books.counts.scheduled', { count: scheduled })}</span>}
      {drafts > 0 && <span className={styles.few}>{t('books.counts.drafts', { count: drafts })}</span>}
    </span>
  );
}

function Languages({ book: { languages: has, missing } }: { book: BookRow }) {
  const { t } = useStudioText();
  return (
    <LanguageDots
      dots={languages.map((language) => {
        const count = missing[language] ?? 0;
        const name = languageNames[language];
        if (count === 0 && has.includes(language))
          return { language, state: 'full', words: t('books.complete', { language: name }) };
        return {
          ...{ language, state: has.includes(language) ? 'part' : 'none' },
          words: count > 0 ? t('books.lacks', { language: name, count }) : t('books.empty', { language: name }),
        };
      })}
    />
  );
}

function writeTrend(percent: number, language: Language): string {
  const options = { style: 'percent', signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(languageTags[language], options).format(percent / 100);
}

export const booksPage = studioPage(BooksPage, [
  ...['q', 'state', 'kind', 'missing', 'edition'],
  ...['order_by', 'direction', 'page'],
]);
