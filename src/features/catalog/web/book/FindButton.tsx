import { useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { createPart, usePart } from '../../../../web/part.ts';
import { Button } from '../../../../web/ui/Button.tsx';

const sheetPart = createPart(() => import('./FindSheet.tsx').then((module) => module.FindSheet));

/** Finds a chapter of a long book by its title, label or number. The code of the search loads at the first press. */
export function FindButton({ bookUuid }: { bookUuid: string }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const { Component: FindSheet } = usePart(sheetPart, { isWanted: isOpen === true, onFail: () => setOpen(null) });
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('catalog.findChapter')}
      </Button>
      {isOpen !== null && FindSheet && <FindSheet {...{ bookUuid, isOpen }} onClose={() => setOpen(false)} />}
    </>
  );
}
