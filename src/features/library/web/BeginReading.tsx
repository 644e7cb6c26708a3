import { paths } from '../../../shared/paths.ts';
import { displayText } from '../../../shared/text.ts';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { classes } from '../../../web/ui/classes.ts';
import type { ChapterListItem } from '../../catalog/contract.ts';
import styles from './BeginReading.module.css';
import { type Place, usePlace } from './places.ts';
import { useChapterName } from './use-chapter-name.ts';
import { useReadOn } from './use-read-on.ts';

/** The way into a book, by the chapter's name: its first one, or where this reader is. */
export function BeginReading({ bookUuid, first }: { bookUuid: string; first: ChapterListItem | null }) {
  const place = usePlace(bookUuid);
  return place ? <GoOn place={place} first={first} /> : <Start bookUuid={bookUuid} first={first} />;
}

function Start({ bookUuid, first }: { bookUuid: string; first: ChapterListItem | null }) {
  const { t } = useText();
  const nameOf = useChapterName();
  const words = nameOf({ number: 1, title: displayText(first?.title ?? '') });
  return <Way label={t('library.start')} to={first && addressOf(bookUuid, first)} words={words} />;
}

/** On from the place; from the start again where nothing is left. */
function GoOn({ place, first }: { place: Place; first: ChapterListItem | null }) {
  const { t } = useText();
  const { to, chapter } = useReadOn(place);
  if (chapter !== null) return <Way label={t('library.continue')} to={to} words={chapter} />;
  const again = first && addressOf(place.bookUuid, first);
  return <Way label={t('library.again')} to={again} words={t('library.upToDate')} />;
}

/** Keeps its room whatever it says, so that nothing moves when the reader's place is known. */
function Way({ label, to, words }: { label: string; to: string | null; words: string }) {
  const look = classes(buttonClass({ variant: 'primary', size: 'large' }), styles.way);
  const content = (
    <>
      <span className={styles.label}>{label}</span> <bdi className={styles.chapter}>{words}</bdi>
    </>
  );
  if (to === null) {
    return (
      <span className={look} aria-busy="true">
        {content}
      </span>
    );
  }
  return (
    <Link className={look} to={to}>
      {content}
    </Link>
  );
}

function addressOf(bookUuid: string, chapter: ChapterListItem): string {
  return paths.chapter({ bookUuid, chapterUuid: chapter.chapter_uuid, number: chapter.chapter_number });
}
