import type { ChapterListItem, Numbering } from '../../features/catalog/contract.ts';
import { MarkActions } from '../../features/library/web/chapter/MarkActions.tsx';
import { KeepControl } from '../../features/offline/web/KeepControl.tsx';
import { KeepFollowing } from '../../features/offline/web/KeepFollowing.tsx';
import { printedName, printedNumber } from '../../shared/printed-name.ts';
import { displayText } from '../../shared/text.ts';
import { useText } from '../../web/i18n.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import styles from './ChapterSheet.module.css';

interface ChapterSheetProps {
  bookUuid: string;
  chapter: ChapterListItem;
  numbering: Numbering | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** A chapter's marks, and whether it is kept on this device. */
export function ChapterSheet({ bookUuid, chapter, numbering, isOpen, onClose }: ChapterSheetProps) {
  const text = useText();
  const { t } = text;
  const { chapter_uuid: chapterUuid, chapter_number: number } = chapter;
  const printed = printedNumber({ ...chapter, number });
  const title = displayText(chapter.title).trim();
  const named = printedName(text, { ...chapter, number });
  const name = title === '' ? named : t('library.chapterNamed', { chapter: named, title });
  return (
    <Dialog open={isOpen} title={name} closeLabel={t('app.close')} placement="side" onClose={onClose}>
      <MarkActions {...{ bookUuid, chapterUuid, numbering, printed }} chapterNumber={number} onDone={onClose} />
      <section className={styles.keep} aria-label={t('offline.title')}>
        <KeepControl chapterUuid={chapterUuid} number={printed} />
        <KeepFollowing chapterUuid={chapterUuid} onBegin={onClose} />
      </section>
    </Dialog>
  );
}
