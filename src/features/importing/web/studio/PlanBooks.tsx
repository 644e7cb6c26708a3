import { useState } from 'react';
import { isLanguage, languageNames, languages } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../../../../web/ui/icons.tsx';
import { LoadWhenSeen } from '../../../../web/ui/LoadWhenSeen.tsx';
import { BookField } from '../../../catalog/web/studio/BookField.tsx';
import { Ask } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { KeptFocus } from '../../../studio/web/KeptFocus.tsx';
import { State } from '../../../studio/web/Page.tsx';
import { SelectAllBox, SelectBox } from '../../../studio/web/SelectBox.tsx';
import { SelectionBar } from '../../../studio/web/SelectionBar.tsx';
import { useSelection } from '../../../studio/web/selection.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { PlanBook, PlanChange, PlanChapter } from '../../studio-contract.ts';
import { PageStrip } from './PageStrip.tsx';
import styles from './PlanBooks.module.css';
import { nameOfLanguage, Warnings } from './PlanWarnings.tsx';
import { TextInPlace } from './TextInPlace.tsx';

/** Resolves to false where no answer came. */
type Change = (changes: PlanChange[]) => Promise<boolean>;

interface Given {
  importId: string;
  book: PlanBook;
  /** Absent: the plan cannot be changed any more. */
  change?: Change | undefined;
}

/** A book of a plan: what is known of it, and its chapters. */
export function BookOfPlan({ isOpen, ...given }: Given & { isOpen: boolean }) {
  const { t } = useStudioText();
  const { book, change } = given;
  return (
    <details className={styles.book} open={isOpen}>
      <summary className={styles.head}>
        <bdi className={styles.title}>{book.title}</bdi>
        <State tone={book.state === 'unchanged' ? 'plain' : 'good'}>{t(`imports.bookStates.${book.state}`)}</State>
        <span className={styles.hint}>{t('imports.chapters', { count: book.chapters.length })}</span>
        <Warnings warnings={book.warnings} />
      </summary>
      {change && <FactsOfBook book={book} change={change} />}
      <Chapters {...given} />
    </details>
  );
}

function FactsOfBook({ book, change }: { book: PlanBook; change: Change }) {
  const { t } = useStudioText();
  const [isAiming, setAiming] = useState(false);
  const { key } = book;
  const named = Object.entries(book.titles);
  return (
    <div className={styles.facts}>
      {book.target === null &&
        named.map(([language, title]) => (
          <TextInPlace
            key={language}
            label={t('imports.bookTitle', { language: nameOfLanguage(language) })}
            text={title}
            save={(text) => change([{ book: key, set: { title: { [language]: text } } }])}
          />
        ))}
      {book.kinds.length > 1 && (
        <ChoiceField
          label={t('books.kind')}
          value={book.kind}
          onChange={({ target }) => void change([{ book: key, set: { kind: target.value } }])}
          options={book.kinds.map((kind) => ({ value: kind, label: t(`books.kinds.${kind}`) }))}
        />
      )}
      <KeptFocus shown={`${isAiming} ${book.target}`}>
        {isAiming && (
          <BookField
            onChoose={(target) => {
              if (!target) return;
              setAiming(false);
              void change([{ book: key, target }]);
            }}
          />
        )}
        {book.target !== null && (
          <Button onClick={() => void change([{ book: key, target: null }])}>{t('imports.ownBook')}</Button>
        )}
        {book.target === null && !isAiming && <Button onClick={() => setAiming(true)}>{t('imports.intoBook')}</Button>}
      </KeptFocus>
    </div>
  );
}

const rowsAtOnce = 60;

function Chapters({ importId, book, change }: Given) {
  const { t } = useStudioText();
  const [count, setCount] = useState(rowsAtOnce);
  const [isAsking, setAsking] = useState(false);
  const { chapters } = book;
  const keys = chapters.flatMap(({ key }) => key ?? []);
  const selection = useSelection(keys);
  const { chosen } = selection;
  const named = (chapter: PlanChapter) => chosen.includes(chapter.key ?? '');
  // A chapter that is there in several languages has a choice for each of them.
  const single = chapters.filter((each) => named(each) && each.editions.length === 1);

  function leaveOut(isLeftOut: boolean): void {
    void change?.(
      isLeftOut ? [{ book: book.key, chapters: [...chosen], leave_out: true }] : taken(chapters.filter(named)),
    );
    selection.chooseAll(false);
  }

  const taken = (rows: readonly PlanChapter[]): PlanChange[] => takeIn(book.key, rows);

  return (
    <>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('imports.chaptersOf', { title: book.title })}</caption>
        <thead>
          <tr>
            {change && (
              <td className={styles.box}>
                <SelectAllBox selection={selection} />
              </td>
            )}
            <th scope="col" className={styles.number}>
              {t('imports.number')}
            </th>
            <th scope="col">{t('imports.chapter')}</th>
            <th scope="col">{t('imports.change')}</th>
            {change && <th scope="col">{t('kit.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {chapters.slice(0, count).map((chapter, at) => (
            <tr
              key={`${chapter.key ?? chapter.chapter_uuid}`}
              data-left-out={chapter.state === 'left_out' || undefined}
              data-chosen={named(chapter) || undefined}
            >
              {change && (
                <td className={styles.box}>
                  {chapter.key !== null && <SelectBox selection={selection} id={chapter.key} name={titleOf(chapter)} />}
                </td>
              )}
              <td className={styles.number}>
                <Place value={chapter.number} />
              </td>
              <th scope="row" className={styles.content}>
                <Editions importId={importId} book={book} chapter={chapter} change={change} />
              </th>
              <td className={styles.state}>
                <State tone={chapter.state === 'added' ? 'good' : 'plain'}>
                  {t(`imports.chapterStates.${chapter.state}`)}
                </State>
                <Warnings warnings={chapter.warnings} />
              </td>
              {change && (
                <td className={styles.actions}>
                  <ChapterActions book={book} at={at} change={change} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {count < chapters.length && <LoadWhenSeen key={count} load={() => setCount(count + rowsAtOnce)} />}
      {change && (
        <>
          <SelectionBar
            selection={selection}
            actions={[
              { key: 'skip', label: t('imports.leaveOut'), act: () => leaveOut(true) },
              { key: 'include', label: t('imports.takeIn'), act: () => leaveOut(false) },
              ...(single.length > 0
                ? [{ key: 'language', label: t('imports.setLanguage'), act: () => setAsking(true) }]
                : []),
            ]}
          />
          <Ask
            open={isAsking}
            title={t('imports.setLanguage')}
            confirm={t('kit.save')}
            act={async (typed) => {
              const language = typed('language');
              const meant = single.flatMap(({ key }) => key ?? []);
              if (isLanguage(language) && meant.length > 0)
                await change([{ book: book.key, chapters: meant, language }]);
              selection.chooseAll(false);
            }}
            onClose={() => setAsking(false)}
          >
            {() => (
              <>
                {single.length < chosen.length && (
                  <p>{t('imports.severalLanguages', { count: chosen.length - single.length })}</p>
                )}
                <ChoiceField
                  name="language"
                  label={t('imports.languageOf')}
                  options={languages.map((value) => ({ value, label: languageNames[value] }))}
                />
              </>
            )}
          </Ask>
        </>
      )}
    </>
  );
}

function Place({ value }: { value: number | null }) {
  const { number } = useStudioText();
  return value === null ? '–' : number(value);
}

function titleOf({ titles, key }: PlanChapter): string {
  return Object.values(titles)[0] ?? key ?? '';
}

/** Chapters come in again, with those of their files that were left out one by one. */
function takeIn(book: string, rows: readonly PlanChapter[]): PlanChange[] {
  const left = rows.filter(({ state, key }) => state === 'left_out' && key !== null);
  const files = left.flatMap(({ editions }) => editions.flatMap(({ pages }) => pages));
  return [
    ...(files.length > 0 ? [{ files, leave_out: false }] : []),
    { book, chapters: (left.length > 0 ? left : rows).flatMap(({ key }) => key ?? []), leave_out: false },
  ];
}

/** A line for each language of a chapter: its title, its pages or first words. */
function Editions({ importId, book, chapter, change }: Given & { chapter: PlanChapter }) {
  const { t } = useStudioText();
  const { language: own } = useText();
  const { key, titles } = chapter;
  const lines = [...new Set([...Object.keys(titles), ...chapter.editions.map(({ language }) => language)])].sort(
    (one, other) => Number(other === own) - Number(one === own) || 0,
  );
  const canEdit = change && key !== null && chapter.state !== 'left_out';
  return lines.map((language) => {
    const edition = chapter.editions.find((each) => each.language === language);
    const title = titles[language] ?? '';
    return (
      <div key={language} className={styles.edition}>
        {canEdit ? (
          <>
            <TextInPlace
              isBare
              label={t('imports.titleOf', { language: nameOfLanguage(language) })}
              text={title}
              save={(text) => change([{ chapter: key, book: book.key, titles: { [language]: text } }])}
            />
            <select
              className={styles.input}
              aria-label={t('imports.languageOf')}
              value={language}
              disabled={!edition || (chapter.editions.length > 1 && edition.pages.length === 0)}
              onChange={({ target }) => {
                if (!edition || !isLanguage(target.value)) return;
                const isOnly = chapter.editions.length === 1;
                void change([
                  isOnly
                    ? { book: book.key, chapters: [key], language: target.value }
                    : { files: edition.pages, language: target.value },
                ]);
              }}
            >
              {languages.map((value) => (
                <option key={value} value={value}>
                  {languageNames[value]}
                </option>
              ))}
            </select>
          </>
        ) : (
          <span className={styles.still}>
            <bdi>{title}</bdi> <span className={styles.hint}>{nameOfLanguage(language)}</span>
          </span>
        )}
        {edition && edition.pages.length > 0 && (
          <PageStrip importId={importId} pages={edition.pages} change={canEdit ? change : undefined} />
        )}
        {edition?.first_lines && (
          <p className={styles.lines} dir="auto">
            {edition.first_lines}
          </p>
        )}
      </div>
    );
  });
}

function ChapterActions({ book, at, change }: { book: PlanBook; at: number; change: Change }) {
  const { t } = useStudioText();
  const { chapters } = book;
  const chapter = chapters[at];
  if (!chapter?.key) return null;
  const { key, state } = chapter;
  if (state === 'left_out')
    return (
      <Button variant="quiet" onClick={() => void change(takeIn(book.key, [chapter]))}>
        {t('imports.takeIn')}
      </Button>
    );
  const others = chapters
    .map((each, place) => ({ ...each, place }))
    .filter((each) => each.key && each.state !== 'left_out');
  const before = others.findLast(({ place }) => place < at);
  const after = others.find(({ place }) => place > at);
  const behind = after && others.find(({ place }) => place > after.place);
  const move = (to: string | null) => void change([{ chapter: key, book: book.key, before: to }]);
  return (
    <span className={styles.buttons}>
      <IconButton label={t('imports.moveUp')} disabled={!before} onClick={() => move(before?.key ?? null)}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={t('imports.moveDown')} disabled={!after} onClick={() => move(behind?.key ?? null)}>
        <ChevronDownIcon />
      </IconButton>
      <Button variant="quiet" onClick={() => void change([{ book: book.key, chapters: [key], leave_out: true }])}>
        {t('imports.leaveOut')}
      </Button>
    </span>
  );
}
