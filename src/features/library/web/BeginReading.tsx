import { paths } from '../../../shared/paths.ts';
import { displayText } from '../../../shared/text.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { Link } from '../../../web/router.tsx';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { classes } from '../../../web/ui/classes.ts';
import type { ChapterListItem } from '../../catalog/contract.ts';
import styles from './BeginReading.module.css';
import { chapterAtQuery } from './chapter-at.ts';
import { type Place, usePlace } from './places.ts';
import { useChapterName } from './use-chapter-name.ts';

/** The way into a book, by the chapter's name: its first one, or where this reader is. */
export function BeginReading({ bookUuid, first }: { bookUuid: string; first: ChapterListItem | null }) {
  const place = usePlace(bookUuid);
  if (place && !place.isFinished) return <Continue place={place} />;
  if (place?.chapterNumber) return <ContinueAfter place={place} number={place.chapterNumber} first={first} />;
  return <Start bookUuid={bookUuid} first={first} />;
}

function Start({ bookUuid, first }: { bookUuid: string; first: ChapterListItem | null }) {
  const { t } = useText();
  const nameOf = useChapterName();
  const label = t('library.start');
  if (!first) return <Way label={label} to={null} words={nameOf({ number: 1, title: '' })} />;
  return (
    <Way label={label} to={addressOf(bookUuid, first)} words={nameOf({ number: 1, title: displayText(first.title) })} />
  );
}

function Continue({ place }: { place: Place }) {
  const { t, language } = useText();
  const nameOf = useChapterName();
  const number = place.chapterNumber ?? place.furthest.chapter_number;
  const listed = useQuery({
    ...chapterAtQuery({ api: useApi(), language, bookUuid: place.bookUuid, number }),
    enabled: place.chapterTitle === undefined || place.language !== language,
  }).data?.chapter;
  const title = listed?.chapter_uuid === place.chapterUuid ? displayText(listed.title) : (place.chapterTitle ?? '');
  const { bookUuid, chapterUuid } = place;
  return (
    <Way
      label={t('library.continue')}
      to={paths.chapter({ bookUuid, chapterUuid, number })}
      words={nameOf({ number, title })}
    />
  );
}

/** The reader is through with a chapter: the next one, or from the start again where there is none yet. */
function ContinueAfter({ place, number, first }: { place: Place; number: number; first: ChapterListItem | null }) {
  const { t, language } = useText();
  const nameOf = useChapterName();
  const { bookUuid } = place;
  const { data } = useQuery(chapterAtQuery({ api: useApi(), language, bookUuid, number: number + 1 }));
  if (data === null) {
    return <Way label={t('library.again')} to={first && addressOf(bookUuid, first)} words={t('library.upToDate')} />;
  }
  return (
    <Way
      label={t('library.continue')}
      to={data ? addressOf(bookUuid, data.chapter) : null}
      words={nameOf({ number: number + 1, title: displayText(data?.chapter.title ?? '') })}
    />
  );
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
