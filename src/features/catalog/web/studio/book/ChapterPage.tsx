import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageNames,
  originalFirst,
} from '../../../../../shared/languages.ts';
import { paths } from '../../../../../shared/paths.ts';
import { useText } from '../../../../../web/i18n.tsx';
import { Link, useOpenedPage } from '../../../../../web/router.tsx';
import { buttonClass } from '../../../../../web/ui/Button.tsx';
import { Field } from '../../../../../web/ui/Field.tsx';
import { studioPaths } from '../../../../studio/pages.ts';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import {
  type Answered,
  type One,
  renewOnConflict,
  useKeepAnswer,
  useRefresh,
  useStudioCalls,
  useStudioQuery,
} from '../../../../studio/web/calls.ts';
import { EditForm } from '../../../../studio/web/EditForm.tsx';
import { History } from '../../../../studio/web/History.tsx';
import { ExactMoment, writeMoment } from '../../../../studio/web/Moment.tsx';
import { Facts, LoadedPage, Page, Section, studioPage } from '../../../../studio/web/Page.tsx';
import { zoneHere } from '../../../../studio/web/times.ts';
import { useEditing } from '../../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import { titleIn } from '../../../rules.ts';
import type { StudioChapter } from '../../../studio-contract.ts';
import { MomentField } from '../MomentField.tsx';
import { ChapterText } from '../text/ChapterText.tsx';
import styles from './BookFacts.module.css';
import { ByHand } from './ByHand.tsx';
import { bodyOfChapter, flattenChapter } from './book-fields.ts';
import { ChapterPages } from './ChapterPages.tsx';
import { DeleteButton } from './DeleteButton.tsx';
import { Presence } from './Presence.tsx';
import { ReplaceChapter } from './ReplaceChapter.tsx';

/** A chapter: its titles, its date, who may read it, and who changed what. */
function ChapterPage({ params }: { params: Record<string, string> }) {
  const { chapter: uuid = '' } = params;
  const { language } = useText();
  const asked = useStudioQuery('/studio/chapters/:uuid', { params: { uuid }, query: { language } });
  return <LoadedPage asked={asked}>{(loaded) => <OpenedChapter key={uuid} uuid={uuid} loaded={loaded} />}</LoadedPage>;
}

function OpenedChapter({ uuid, loaded }: { uuid: string; loaded: Answered<One<StudioChapter>> }) {
  const { t } = useStudioText();
  const chapter = loaded.data.result;
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const { language } = useText();
  const given = { params: { uuid }, query: { language } };
  const editing = useEditing<StudioChapter>({
    name: `/chapters/${uuid}`,
    loaded,
    flatten: flattenChapter,
    save: (changes, ifMatch) =>
      calls.send('PATCH', '/studio/chapters/:uuid', { ...given, body: bodyOfChapter(changes), ifMatch }),
    keep: (saved) => keepAnswer('/studio/chapters/:uuid', given, saved),
  });
  const { value, change, faults } = editing;
  const opened = useOpenedPage();
  const book = useStudioQuery('/studio/books/:uuid', { params: { uuid: chapter.book_uuid } }).data?.data.result;
  const original = chapter.editions[0]?.language ?? book?.original_language ?? defaultLanguage;
  const firstLanguage = chapter.editions.some((each) => each.language === language) ? language : original;
  const titleOfBook = book && titleIn(book, language);
  const inOrder = originalFirst(book?.original_language ?? defaultLanguage);
  const text = (name: 'season' | 'label', hint?: string) => (
    <Field
      label={t(`chapter.fields.${name}`)}
      hint={hint}
      value={String(value[name] ?? '')}
      error={faults.fields[name]}
      dir="ltr"
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  const moment = (name: 'created_at' | 'free_at', hint: string) => (
    <MomentField
      label={t(`chapter.fields.${name}`)}
      hint={hint}
      value={String(value[name] ?? '')}
      error={faults.fields[name]}
      onChange={(next) => change({ [name]: next })}
    />
  );
  const nameOf = (field: string) => {
    const [name, language] = field.split('.');
    if (isLanguage(language)) {
      if (name === 'pages' || name === 'text') return `${t(`${name}.title`)} (${languageNames[language]})`;
      return t('prices.nameIn', { language: languageNames[language] });
    }
    if (name === 'created_at' || name === 'season' || name === 'label' || name === 'free_at')
      return t(`chapter.fields.${name}`);
    return t('publishing.access');
  };
  const overrides = (['rule', 'free', 'members'] as const).map((each) => ({
    value: each,
    label: t(`publishing.overrides.${each}`),
  }));
  const wordOf = (field: string, value: unknown) => {
    if (field === 'access') return overrides.find((each) => each.value === value)?.label;
    const isMoment = (field === 'created_at' || field === 'free_at') && value !== '';
    return isMoment ? writeMoment(String(value), language) : undefined;
  };
  const refresh = useRefresh('/studio/chapters/:uuid');

  async function giveBack(field: string): Promise<void> {
    const change = calls.send('PATCH', '/studio/chapters/:uuid', {
      ...given,
      body: { follow: [field] },
      ifMatch: loaded.etag,
    });
    keepAnswer('/studio/chapters/:uuid', given, await renewOnConflict(change, refresh));
  }

  return (
    <Page
      title={t('chapter.title', { place: chapter.place, title: chapter.title })}
      lead={<Link to={`${studioPaths.book(chapter.book_uuid)}?tab=chapters`}>{titleOfBook ?? t('kit.book')}</Link>}
      actions={
        <>
          <a
            href={studioPaths.preview({ ...previewOf(chapter), from: `${opened.path}${opened.search}` })}
            className={buttonClass({ variant: 'quiet' })}
          >
            {t('preview.open')}
          </a>
          <DeleteButton
            path="/studio/chapters/:uuid"
            {...{ uuid, title: chapter.title, etag: loaded.etag }}
            question={t('chapter.deleteText')}
            page={studioPaths.chapter(chapter.book_uuid, uuid)}
            next={`${studioPaths.book(chapter.book_uuid)}?tab=chapters`}
          />
        </>
      }
    >
      <EditForm editing={editing} nameOf={nameOf} wordOf={wordOf} help={t('book.help')}>
        <div className={styles.fields}>
          {inOrder.map((language) => (
            <Field
              key={language}
              label={t('prices.nameIn', { language: languageNames[language] })}
              value={String(value[`titles.${language}`] ?? '')}
              error={faults.fields[`titles.${language}`]}
              dir="auto"
              onChange={(event) => change({ [`titles.${language}`]: event.target.value })}
            />
          ))}
          {moment('created_at', t('chapter.timeHint', { zone: zoneHere() }))}
          <ChoiceField
            label={t('publishing.access')}
            value={String(value.access)}
            options={overrides}
            onChange={(event) => change({ access: event.target.value })}
          />
          {moment('free_at', t('chapter.freeHint', { zone: zoneHere() }))}
          {text('season')}
          {text('label', t('chapter.labelHint'))}
        </div>
      </EditForm>
      <ByHand fields={chapter.edited} nameOf={nameOf} giveBack={giveBack} />
      <Presence bookId={chapter.book_uuid} />
      {book?.kind === 'comic' && (
        <ChapterPages
          chapterId={chapter.chapter_uuid}
          languages={inOrder.filter((each) => chapter.titles[each] !== undefined)}
          first={firstLanguage}
        />
      )}
      {book?.kind === 'novel' && <ChapterText chapterId={chapter.chapter_uuid} first={firstLanguage} />}
      <ReplaceChapter chapterId={chapter.chapter_uuid} first={firstLanguage} />
      <Section title={t('publishing.title')}>
        <Facts
          facts={chapter.editions.map(({ language, state, published_at: at }) => [
            languageNames[language],
            <span key={language}>
              {t(`publishing.states.${state}`)} {at && <ExactMoment at={at} />}
            </span>,
          ])}
        />
        <p>
          <Link to={`${studioPaths.publishing()}?book=${chapter.book_uuid}`}>{t('chapter.toDates')}</Link>
        </p>
      </Section>
      <Section title={t('book.tabs.history')}>
        <History target={chapter.chapter_uuid} />
      </Section>
    </Page>
  );
}

/** Where readers see the chapter: now, or if no language is open yet, at the moment when one opens. */
function previewOf(chapter: StudioChapter): { path: string; at: string | null; language: Language } {
  const first = chapter.editions.find(({ state }) => state === 'published') ?? chapter.editions[0];
  const path = paths.chapter({
    bookUuid: chapter.book_uuid,
    chapterUuid: chapter.chapter_uuid,
    number: chapter.number ?? chapter.place,
  });
  const at = first?.state === 'scheduled' ? first.published_at : null;
  return { path, at, language: first?.language ?? defaultLanguage };
}

export const chapterPage = studioPage(ChapterPage, ['page']);
