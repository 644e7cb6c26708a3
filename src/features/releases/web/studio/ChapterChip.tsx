import type { KeyboardEvent } from 'react';
import { languageNames, languageTags } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { writeTimeOfDay } from '../../../../web/moments.ts';
import { classes } from '../../../../web/ui/classes.ts';
import { BookCover } from '../../../catalog/web/BookCover.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './ChapterChip.module.css';
import { type DatedChapter, stateOf } from './publishing.ts';

/** What can be done with a chapter of the calendar or among the drafts. */
export interface ChipActs {
  /** The chapter that is being moved by keys. */
  liftedId: string | null;
  /** Whether the chapter has just been dropped there by keys; tells it once. */
  takesFocus(chapter: DatedChapter): boolean;
  onDrag(chapter: DatedChapter): void;
  onKey(event: KeyboardEvent, chapter: DatedChapter): void;
  onLeave(chapter: DatedChapter): void;
  onOpen(chapter: DatedChapter): void;
}

/** A chapter: the cover of its book, its number, its time, and a dot for each of its languages. */
export function ChapterChip({ chapter, acts }: { chapter: DatedChapter; acts: ChipActs }) {
  const { t, number } = useStudioText();
  const { language } = useText();
  const { book_uuid: uuid, book_title: title, cover, chapter_uuid: id, published_at: at } = chapter;
  const state = stateOf(chapter);
  const isLifted = acts.liftedId === id;
  const time = at && writeTimeOfDay(language, at, { now: Date.now(), timeZone: undefined });
  const words = { book: title, number: number(chapter.number), state: t(`publishing.states.${state}`) };
  const says = chapter.editions.map((edition) => ({
    ...edition,
    words: t('publishing.edition', {
      language: languageNames[edition.language],
      state: t(`publishing.states.${edition.state}`),
    }),
  }));
  return (
    <button
      type="button"
      ref={(chip) => {
        if (chip && acts.takesFocus(chapter)) chip.focus();
      }}
      draggable={state !== 'published'}
      className={classes(styles.chip, styles[state], isLifted && styles.lifted)}
      aria-pressed={isLifted}
      aria-label={time ? t('publishing.entry', { ...words, time }) : t('publishing.draftEntry', words)}
      aria-description={new Intl.ListFormat(languageTags[language]).format(says.map((each) => each.words))}
      title={title}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', title);
        acts.onDrag(chapter);
      }}
      onKeyDown={(event) => acts.onKey(event, chapter)}
      onBlur={() => acts.onLeave(chapter)}
      onClick={(event) => event.detail > 0 && acts.onOpen(chapter)}
    >
      <span className={styles.cover}>
        <BookCover book={{ uuid, title, cover }} sizes="24px" />
      </span>
      <span className={styles.words}>
        <bdi className={styles.title}>{title}</bdi>
        <span className={styles.facts}>
          <span>{t('publishing.number', { number: number(chapter.number) })}</span>
          {time && <span>{time}</span>}
          <span className={styles.dots}>
            {says.map(({ language: each, state: own, words: said }) => (
              <span key={each} title={said} className={classes(styles.dot, styles[own])} />
            ))}
          </span>
        </span>
      </span>
    </button>
  );
}
