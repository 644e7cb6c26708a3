import { useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { AllReadIcon, ReadIcon, UnreadIcon } from '../icons.tsx';
import type { ChapterOfBook } from '../marks/marks.ts';
import { marks, useMarks, usePlace } from '../memory.ts';
import { markOf, spanOfReading } from '../places/place-rules.ts';
import styles from './MarkActions.module.css';

interface MarkActionsProps extends ChapterOfBook {
  /** What its print calls the chapter. */
  printed: string | number;
  onDone: () => void;
}

/** The choices for a chapter that a reader has read elsewhere, or want to read once more. */
export function MarkActions({ onDone, printed, ...chapter }: MarkActionsProps) {
  const { t } = useText();
  const { bookUuid, chapterNumber: number } = chapter;
  const memory = { place: usePlace(bookUuid), marks: useMarks(bookUuid) };
  const { kind } = markOf(number, memory);

  function say(text: string, mark: () => void): void {
    mark();
    showToast({ text });
    onDone();
  }

  return (
    <div className={styles.actions}>
      {kind !== 'read' && (
        <Button
          variant="quiet"
          className={styles.action}
          onClick={() => say(t('library.markedRead', { number: printed }), () => marks.markChapter(chapter, true))}
        >
          <ReadIcon />
          {t('library.markRead')}
        </Button>
      )}
      {kind !== 'unread' && (
        <Button
          variant="quiet"
          className={styles.action}
          onClick={() => say(t('library.markedUnread', { number: printed }), () => marks.markChapter(chapter, false))}
        >
          <UnreadIcon />
          {t('library.markUnread')}
        </Button>
      )}
      {number > 1 && (
        <Button
          variant="quiet"
          className={styles.action}
          onClick={() => say(t('library.markedUpTo', { number: printed }), () => marks.markUpTo(chapter))}
        >
          <AllReadIcon />
          {t('library.markUpTo', { number: printed })}
        </Button>
      )}
      {spanOfReading(memory) > 0 && (
        <AllUnread onSure={() => say(t('library.markedAllUnread'), () => marks.markAllUnread(bookUuid))} />
      )}
    </div>
  );
}

/** Asks before it acts, since it cannot be undone: afterwards nobody knows which chapters were read. */
function AllUnread({ onSure }: { onSure: () => void }) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button variant="quiet" className={styles.action} onClick={() => setAsking(true)}>
        <UnreadIcon />
        {t('library.markAllUnread')}
      </Button>
    );
  }
  return (
    <div role="alert" className={styles.question}>
      <p>{t('library.markAllUnreadText')}</p>
      <div className={styles.choices}>
        <Button variant="primary" onClick={onSure}>
          {t('library.markAllUnread')}
        </Button>
        <Button onClick={() => setAsking(false)}>{t('library.cancel')}</Button>
      </div>
    </div>
  );
}
