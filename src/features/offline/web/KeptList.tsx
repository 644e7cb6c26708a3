import { useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { printedName, printedNumber } from '../../../shared/printed-name.ts';
import { displayText } from '../../../shared/text.ts';
import { writeUtcDay } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { currentUser, userStore } from '../../../web/session.ts';
import { useStore } from '../../../web/store.ts';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { focusAfterRemoval } from '../../../web/ui/focus-after-removal.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { everyone, type KeptChapter, rightToKept } from '../rules.ts';
import styles from './KeptList.module.css';
import { canKeep } from './kept-chapters.ts';
import { remove, useKept } from './kept-store.ts';
import { Room } from './Room.tsx';
import { writeSize } from './sizes.ts';
import { useRenewedRights } from './use-renewed-rights.ts';

/** The chapters on this device, book by book, with their sizes and buttons to remove them. */
export function KeptList({ bookHeading = 'h2' }: { bookHeading?: BookHeading }) {
  const { t } = useText();
  const kept = useKept();
  useRenewedRights(kept);
  if (!canKeep()) return <Notice tone="word">{t('offline.fault.unsupported')}</Notice>;
  if (kept === null) return <Skeleton className={styles.waiting} />;
  if (kept.length === 0) {
    return (
      <EmptyState
        title={t('offline.empty')}
        action={
          <Link to={paths.home()} className={buttonClass()}>
            {t('app.toHome')}
          </Link>
        }
      >
        {t('offline.emptyText')}
      </EmptyState>
    );
  }
  return (
    <>
      <Room bytes={kept.reduce((sum, { bytes }) => sum + bytes, 0)} count={kept.length} />
      {byBook(kept).map((chapters) => (
        <Book key={chapters[0]?.bookUuid} chapters={chapters} Heading={bookHeading} />
      ))}
      <RemoveAll kept={kept} />
    </>
  );
}

/** The book with the last kept chapter comes first; chapters are in reading order. */
function byBook(kept: readonly KeptChapter[]): KeptChapter[][] {
  const books = new Map<string, KeptChapter[]>();
  for (const chapter of kept) books.set(chapter.bookUuid, [...(books.get(chapter.bookUuid) ?? []), chapter]);
  return [...books.values()].map((chapters) => chapters.sort((a, b) => a.number - b.number));
}

/** That of a book, below the heading of the page or of its part. */
type BookHeading = 'h2' | 'h3';

function Book({ chapters, Heading }: { chapters: readonly KeptChapter[]; Heading: BookHeading }) {
  const [first] = chapters;
  if (!first) return null;
  const title = displayText(first.bookTitle);
  return (
    <section className={styles.book} aria-label={title}>
      <Heading className={styles.bookTitle}>
        <bdi>{title}</bdi>
      </Heading>
      <ul className={styles.list}>
        {chapters.map((chapter) => (
          <Chapter key={chapter.chapterUuid} chapter={chapter} />
        ))}
      </ul>
    </section>
  );
}

function Chapter({ chapter }: { chapter: KeptChapter }) {
  const text = useText();
  const { t, language } = text;
  const { number, chapterUuid, bookUuid, expiresAt } = chapter;
  const viewer = useStore(userStore, currentUser())?.uuid ?? null;
  const hasEnded = rightToKept(chapter, { viewer, now: Date.now() }) === 'ended';
  const title = displayText(chapter.title).trim();
  return (
    <li className={styles.chapter}>
      <div className={styles.words}>
        <Link className={styles.link} to={paths.chapter({ bookUuid, chapterUuid, number })}>
          {printedName(text, chapter)}
          {title !== '' && <bdi className={styles.title}>{title}</bdi>}
        </Link>
        <p className={styles.facts}>
          <span>{writeSize(chapter.bytes, text)}</span>
          {hasEnded && (
            <span className={styles.ended}>
              {t(chapter.owner === everyone ? 'offline.freeEnded' : 'offline.ended')}
            </span>
          )}
          {!hasEnded && expiresAt !== null && (
            <span>{t('offline.until', { date: writeUtcDay(expiresAt, language) })}</span>
          )}
        </p>
      </div>
      <Button
        variant="quiet"
        aria-label={t('offline.removeChapter', { number: printedNumber(chapter) })}
        onClick={(event) => void remove([chapter]).then(focusAfterRemoval(event.currentTarget))}
      >
        {t('offline.remove')}
      </Button>
    </li>
  );
}

function RemoveAll({ kept }: { kept: readonly KeptChapter[] }) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);

  function removeAll(): void {
    close();
    void remove(kept);
  }

  return (
    <>
      <Button className={styles.all} onClick={() => setAsking(true)}>
        {t('offline.removeAll')}
      </Button>
      <Dialog open={isAsking} title={t('offline.removeAll')} closeLabel={t('offline.keepThem')} onClose={close}>
        <p className={styles.question}>{t('offline.removeAllText', { count: kept.length })}</p>
        <div className={styles.choices}>
          <Button variant="primary" onClick={removeAll}>
            {t('offline.removeAll')}
          </Button>
          <Button onClick={close}>{t('offline.keepThem')}</Button>
        </div>
      </Dialog>
    </>
  );
}
