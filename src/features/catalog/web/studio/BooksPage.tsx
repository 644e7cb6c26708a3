import { useState } from 'react';
import { isLanguage, languageNames, languages } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useNavigate, useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { Ask, type Typed, typedOf } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterSelect, Filters, FindField } from '../../../studio/web/Filters.tsx';
import { Moment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, State, studioPage } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { BookLine } from './BookLine.tsx';

const kinds = ['comic', 'novel'] as const;

/** All books, drafts and hidden ones too. */
function BooksPage() {
  const { t, number } = useStudioText();
  const { language } = useText();
  const calls = useStudioCalls();
  const navigate = useNavigate();
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  const page = Number(search.get('page') ?? 0);
  const asked = useStudioQuery('/studio/books', { search, query: { language } });
  const named = (value: string) => (isLanguage(value) ? languageNames[value] : value);
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
      wide
      title={t('books.title')}
      actions={
        <Button variant="primary" onClick={() => setOpen(true)}>
          {t('books.new')}
        </Button>
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
          options={[
            { value: '', label: t('books.orders.updated_at') },
            { value: 'title', label: t('books.orders.title') },
            { value: 'popularity', label: t('books.orders.popularity') },
          ]}
        />
      </Filters>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('books.title')}
              rows={result}
              rowKey={({ book_uuid: uuid }) => uuid}
              to={({ book_uuid: uuid }) => studioPaths.book(uuid)}
              empty={{ title: t('books.nothing'), text: t('books.nothingText') }}
              columns={[
                { head: t('kit.book'), cell: (book) => <BookLine book={book} /> },
                {
                  head: t('kit.state'),
                  isWanted: true,
                  cell: ({ state }) => (
                    <State tone={state === 'shown' ? 'good' : 'plain'}>{t(`books.states.${state}`)}</State>
                  ),
                },
                { head: t('books.chapters'), cell: ({ chapters }) => number(chapters), isNumber: true, isWanted: true },
                { head: t('books.kind'), cell: ({ kind }) => t(`books.kinds.${kind}`) },
                { head: t('books.languages'), cell: ({ languages: has }) => has.map(named).join(', ') },
                { head: t('books.incomplete'), cell: ({ missing }) => missing.map(named).join(', ') },
                { head: t('books.updated'), cell: ({ updated_at: at }) => <Moment at={at} /> },
              ]}
            />
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
              defaultValue={language}
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

export const booksPage = studioPage(BooksPage, ['q', 'state', 'kind', 'missing', 'order_by', 'page']);
