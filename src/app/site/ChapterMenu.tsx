import { useState } from 'react';
import type { ChapterListItem, Numbering } from '../../features/catalog/contract.ts';
import { printedNumber } from '../../shared/printed-name.ts';
import { useText } from '../../web/i18n.tsx';
import { createPart, usePart } from '../../web/part.ts';
import { IconButton } from '../../web/ui/IconButton.tsx';
import { Icon } from '../../web/ui/icons.tsx';
import { showToast } from '../../web/ui/toasts.ts';
import { useIsBrowser } from '../../web/use-is-browser.ts';
import { whenIdle } from '../../web/when-idle.ts';
import styles from './ChapterMenu.module.css';

const sheetPart = createPart(() => import('./ChapterSheet.tsx').then((module) => module.ChapterSheet));
/** This small sign loads after the page's own code. */
const signPart = createPart(async () => {
  await new Promise<void>(whenIdle);
  return (await import('../../features/offline/web/KeepSign.tsx')).KeepSign;
});

interface ChapterMenuProps {
  bookUuid: string;
  chapter: ChapterListItem;
  numbering: Numbering | undefined;
}

/** A menu of further actions for a chapter of the list. Its code loads at the first press. */
export function ChapterMenu({ bookUuid, chapter, numbering }: ChapterMenuProps) {
  const { t } = useText();
  const number = printedNumber({ ...chapter, number: chapter.chapter_number });
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isBrowser = useIsBrowser();
  const { Component: KeepSign } = usePart(signPart, { isWanted: isBrowser });
  const { Component: ChapterSheet } = usePart(sheetPart, { isWanted: isOpen === true, onFail: fail });

  function fail(): void {
    setOpen(null);
    showToast({ text: t('app.partFailed') });
  }

  return (
    <div className={styles.menu}>
      <IconButton label={t('app.chapterMenu', { number })} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon>
          <path d="M12 5v.01M12 12v.01M12 19v.01" strokeWidth="3" />
        </Icon>
      </IconButton>
      {isBrowser && KeepSign && <KeepSign chapterUuid={chapter.chapter_uuid} number={number} />}
      {isOpen !== null && ChapterSheet && (
        <ChapterSheet {...{ bookUuid, chapter, numbering, isOpen }} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
