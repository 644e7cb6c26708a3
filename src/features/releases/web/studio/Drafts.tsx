import { useState } from 'react';
import { Button } from '../../../../web/ui/Button.tsx';
import { Loaded } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { ChapterChip, type ChipActs } from './ChapterChip.tsx';
import styles from './Drafts.module.css';
import { type DatedChapter, type PublishingFilter, useChapters } from './publishing.ts';

/** The drafts beside the calendar: they are dragged to a day, moved by keys, or placed by their button. */
export function Drafts({
  filter,
  acts,
  onPlace,
}: {
  filter: PublishingFilter;
  acts: ChipActs;
  onPlace: (chapter: DatedChapter) => void;
}) {
  const { t, number } = useStudioText();
  // Above the calendar, on a small screen, the drafts are folded.
  const [isOpen, setOpen] = useState(() => matchMedia('(width > 1100px)').matches);
  const asked = useChapters(filter, { state: 'draft', page_size: 100 });
  return (
    <details className={styles.tray} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.title}>
        {t('publishing.drafts')} {asked.data && <span className={styles.count}>{number(asked.data.data.total)}</span>}
      </summary>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            {total === 0 && <p className={styles.hint}>{t('publishing.noDrafts')}</p>}
            <ul className={styles.list}>
              {byBook(result).map((chapter) => (
                <li key={chapter.chapter_uuid} className={styles.draft}>
                  <ChapterChip chapter={chapter} acts={acts} />
                  <Button
                    variant="quiet"
                    className={styles.place}
                    aria-label={t('publishing.placeOf', { title: chapter.title, place: chapter.place })}
                    onClick={() => onPlace(chapter)}
                  >
                    {t('publishing.placeOn')}
                  </Button>
                </li>
              ))}
            </ul>
            {total > result.length && (
              <p className={styles.hint}>{t('publishing.more', { count: total - result.length })}</p>
            )}
          </>
        )}
      </Loaded>
    </details>
  );
}

/** The chapters of a book one after another, as they came. */
function byBook(chapters: readonly DatedChapter[]): DatedChapter[] {
  const books = [...new Set(chapters.map(({ book_uuid: book }) => book))];
  return books.flatMap((book) => chapters.filter((chapter) => chapter.book_uuid === book));
}
