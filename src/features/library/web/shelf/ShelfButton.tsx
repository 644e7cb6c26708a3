import { useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { createPart, usePart } from '../../../../web/part.ts';
import { buttonClass } from '../../../../web/ui/Button.tsx';

const sheetPart = createPart(() => import('./ShelfSheet.tsx').then((module) => module.ShelfSheet));

/** Puts a book on a shelf of the reader's. The code of its menu loads at the first press. */
export function ShelfButton({ bookUuid, title }: { bookUuid: string; title: string }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const { Component: ShelfSheet } = usePart(sheetPart, { isWanted: isOpen === true, onFail: () => setOpen(null) });
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={buttonClass({ size: 'large' })}
        onClick={() => setOpen(true)}
      >
        {t('library.shelfMenu')}
      </button>
      {isOpen !== null && ShelfSheet && <ShelfSheet {...{ bookUuid, title, isOpen }} onClose={() => setOpen(false)} />}
    </>
  );
}
