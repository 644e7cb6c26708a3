import { useState } from 'react';
import { isLanguage, languageNames } from '../../../../../shared/languages.ts';
import { paths } from '../../../../../shared/paths.ts';
import { useText } from '../../../../../web/i18n.tsx';
import type { QueryResult } from '../../../../../web/query.ts';
import { useOpenedPage, useSearch } from '../../../../../web/router.tsx';
import { Button, buttonClass } from '../../../../../web/ui/Button.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { studioPaths } from '../../../../studio/pages.ts';
import { Ask } from '../../../../studio/web/Ask.tsx';
import { bookFields } from '../../../../studio/web/audit-words.ts';
import {
  type Answered,
  type Listed,
  type One,
  renewOnConflict,
  useKeepAnswer,
  useRefresh,
  useStudioCalls,
  useStudioQuery,
} from '../../../../studio/web/calls.ts';
import { EditForm } from '../../../../studio/web/EditForm.tsx';
import { History } from '../../../../studio/web/History.tsx';
import { OpenTabs } from '../../../../studio/web/OpenTabs.tsx';
import { LoadedPage, Page, State, studioPage } from '../../../../studio/web/Page.tsx';
import { useSetSearch } from '../../../../studio/web/Pager.tsx';
import { useEditing } from '../../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import { titleIn } from '../../../rules.ts';
import type { ChapterInOrder, StudioBook } from '../../../studio-contract.ts';
import { TextActions } from '../text/TextActions.tsx';
import { BookChapters } from './BookChapters.tsx';
import { BookCovers } from './BookCovers.tsx';
import { BookFacts } from './BookFacts.tsx';
import { BookTexts } from './BookTexts.tsx';
import { ByHand } from './ByHand.tsx';
import { bodyOfChanges, flattenBook } from './book-fields.ts';
import { type Option, useBookOptions } from './book-options.ts';
import { queryOfPage } from './ChaptersTable.tsx';
import { DeleteButton } from './DeleteButton.tsx';
import { ExportButton } from './ExportButton.tsx';
import { Presence } from './Presence.tsx';

const tabs = ['texts', 'facts', 'cover', 'chapters', 'history'] as const;
type Tab = (typeof tabs)[number];
const isTab = (text: string | null): text is Tab => tabs.some((tab) => tab === text);

/** A book: its words in all languages, its facts, its chapters, and who changed what. */
function BookPage({ params }: { params: Record<string, string> }) {
  const { t } = useStudioText();
  const { id = '' } = params;
  const { language } = useText();
  const tab = useTab();
  const given = { params: { uuid: id } };
  const asked = useStudioQuery('/studio/books/:uuid', given);
  // On its way beside the book: thousands of chapters take as long.
  const order = useStudioQuery(
    '/studio/books/:uuid/order',
    tab === 'chapters' ? { ...given, query: { language } } : null,
  );
  return (
    <LoadedPage asked={asked}>
      {(loaded) => <OpenedBook key={id} {...{ uuid: id, loaded, order, tab }} placeholder={t('kit.book')} />}
    </LoadedPage>
  );
}

function useTab(): Tab {
  const asked = useSearch().get('tab');
  return isTab(asked) ? asked : 'texts';
}

function OpenedBook({
  uuid,
  loaded,
  order,
  tab,
  placeholder,
}: {
  uuid: string;
  loaded: Answered<One<StudioBook>>;
  /** The chapters, asked for where they are the open tab. */
  order: QueryResult<Answered<Listed<ChapterInOrder>>>;
  tab: Tab;
  placeholder: string;
}) {
  const { t } = useStudioText();
  const opened = useOpenedPage();
  const setSearch = useSetSearch();
  const book = loaded.data.result;
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const given = { params: { uuid } };
  const editing = useEditing<StudioBook>({
    name: `/books/${uuid}`,
    loaded,
    flatten: flattenBook,
    save: (changes, ifMatch) =>
      calls.send('PATCH', '/studio/books/:uuid', { ...given, body: bodyOfChanges(changes), ifMatch }),
    keep: (saved) => keepAnswer('/studio/books/:uuid', given, saved),
  });
  const { language } = useText();
  const original = book.titles[book.original_language] ?? placeholder;
  const title = titleIn(book, language) ?? original;
  const nameOf = (field: string) => {
    const [name = '', language] = field.split('.');
    const words = isField(name) ? t(`book.fields.${name}`) : name;
    return isLanguage(language) ? `${words} (${languageNames[language]})` : words;
  };
  const options: Readonly<Record<string, readonly Option[]>> = useBookOptions();
  const wordOf = (field: string, value: unknown) => options[field]?.find((option) => option.value === value)?.label;
  const refresh = useRefresh('/studio/books/:uuid');
  const refreshCovers = useRefresh('/studio/books/:uuid/covers');

  async function giveBack(field: string): Promise<void> {
    const change = calls.send('PATCH', '/studio/books/:uuid', {
      ...given,
      body: { follow: [field] },
      ifMatch: loaded.etag,
    });
    keepAnswer('/studio/books/:uuid', given, await renewOnConflict(change, refresh));
    // They have another version now.
    await refreshCovers();
  }

  return (
    <Page
      title={title}
      lead={title === original ? undefined : <bdi>{original}</bdi>}
      state={<State tone={book.state === 'shown' ? 'good' : 'plain'}>{t(`books.states.${book.state}`)}</State>}
      actions={
        <>
          {book.state === 'shown' && (
            <a href={paths.book(book.book_uuid)} className={buttonClass({ variant: 'quiet' })}>
              {t('book.open')}
            </a>
          )}
          <a
            href={studioPaths.preview({ path: paths.book(book.book_uuid), from: `${opened.path}${opened.search}` })}
            className={buttonClass({ variant: 'quiet' })}
          >
            {t('preview.open')}
          </a>
          <ExportButton book={book} title={title} />
          <HideButton uuid={uuid} book={book} etag={loaded.etag} />
          <DeleteButton
            path="/studio/books/:uuid"
            {...{ uuid, title, etag: loaded.etag }}
            question={t('book.deleteText')}
            page={studioPaths.book(uuid)}
            next={studioPaths.books()}
          />
        </>
      }
    >
      <Presence bookId={book.book_uuid} />
      {book.warnings.some(({ code }) => code === 'attribution_missing') && (
        <Notice>{t('book.attributionMissing')}</Notice>
      )}
      <OpenTabs
        label={title}
        tabs={tabs.map((value) => ({ value, label: t(`book.tabs.${value}`) }))}
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'texts' ? null : next })}
      >
        {tab === 'texts' && (
          <EditForm editing={editing} nameOf={nameOf} wordOf={wordOf} help={t('book.help')}>
            <BookTexts editing={editing} book={book} />
          </EditForm>
        )}
        {tab === 'facts' && (
          <EditForm editing={editing} nameOf={nameOf} wordOf={wordOf} help={t('book.help')}>
            <BookFacts editing={editing} defaultFree={book.default_free_chapters} />
          </EditForm>
        )}
        {tab === 'cover' && <BookCovers bookId={book.book_uuid} original={book.original_language} />}
        {tab === 'chapters' && (
          <BookChapters
            bookId={book.book_uuid}
            asked={order}
            hasPictures={book.kind === 'comic'}
            freeChapters={book.public_free_chapters ?? book.default_free_chapters}
            actions={book.kind === 'novel' && <TextActions bookId={book.book_uuid} original={book.original_language} />}
          />
        )}
        <ByHand fields={book.edited.filter((field) => tabOf(field) === tab)} nameOf={nameOf} giveBack={giveBack} />
        {tab === 'history' && <History target={book.book_uuid} />}
      </OpenTabs>
    </Page>
  );
}

const fields = [...bookFields, 'status', 'covers', 'order', 'recommended'] as const;
const isField = (name: string): name is (typeof fields)[number] => fields.some((field) => field === name);

/** The tab on which a field is edited. */
function tabOf(field: string): Tab {
  if (/^(titles|introductions)\./.test(field)) return 'texts';
  if (field.startsWith('covers.')) return 'cover';
  return field === 'order' ? 'chapters' : 'facts';
}

function HideButton({ uuid, book, etag }: { uuid: string; book: StudioBook; etag: string | null }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const params = { uuid };
  const refresh = useRefresh('/studio/books/:uuid');
  const [isOpen, setOpen] = useState(false);
  const words = t(book.hidden ? 'book.show' : 'book.hide');
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words}</Button>
      <Ask
        open={isOpen}
        title={words}
        confirm={words}
        act={async () => {
          const body = { hidden: !book.hidden };
          await renewOnConflict(calls.send('PATCH', '/studio/books/:uuid', { params, body, ifMatch: etag }), refresh);
          await refresh();
        }}
        onClose={() => setOpen(false)}
      >
        {() => <p>{t(book.hidden ? 'book.showText' : 'book.hideText')}</p>}
      </Ask>
    </>
  );
}

export const bookPage = studioPage(BookPage, ['tab', 'page'], {
  askFirst(ask, { params: { id = '' }, search, language }) {
    const given = { params: { uuid: id } };
    ask('/studio/books/:uuid', given);
    if (search.get('tab') !== 'chapters') return;
    ask('/studio/books/:uuid/order', { ...given, query: { language } });
    ask('/studio/books/:uuid/chapters', { ...given, query: queryOfPage(0, language) });
  },
});
