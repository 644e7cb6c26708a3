import { useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { BackIcon, ForwardIcon } from '../../../../web/ui/icons.tsx';
import styles from './PagedBook.module.css';
import { pageAfterTurn, type Spread, spreadWith } from './spreads.ts';

/** Says which pages are open, and leads to others: by one turn, or by as many as its thumb is drawn. */
export function PageSlider({
  spreads,
  index,
  total,
  readingDirection,
  onTurn,
}: {
  spreads: readonly Spread[];
  index: number;
  total: number;
  readingDirection: 'ltr' | 'rtl';
  onTurn: (index: number) => void;
}) {
  const { t, dir } = useText();
  const [isSliding, setSliding] = useState(false);
  const open = spreadWith(spreads, Math.min(index, total - 1));
  const [first = 0, last = first] = open ?? [];
  const words =
    last > first
      ? t('reading.pages', { first: first + 1, last: last + 1, total })
      : t('reading.page', { page: first + 1, total });
  const turn = (to: 'next' | 'previous') => onTurn(pageAfterTurn(spreads, { from: index, turn: to }));
  // Icons turn below anything that runs from right to left; in an Arabic page these must not, where the book does not.
  const isTurnedBack = dir === 'rtl' && readingDirection === 'ltr';
  const [Before, After] = isTurnedBack ? [ForwardIcon, BackIcon] : [BackIcon, ForwardIcon];
  return (
    <div className={styles.slider} dir={readingDirection}>
      <IconButton
        label={t('reading.previousPage')}
        disabled={first === 0 && index < total}
        onClick={() => turn('previous')}
      >
        <Before />
      </IconButton>
      {spreads.length > 1 && (
        <input
          type="range"
          min={1}
          max={spreads.length}
          value={open ? spreads.indexOf(open) + 1 : 1}
          aria-label={t('reading.goToPage')}
          aria-valuetext={words}
          onFocus={() => setSliding(true)}
          onBlur={() => setSliding(false)}
          onChange={(event) => onTurn(spreads[Number(event.target.value) - 1]?.[0] ?? 0)}
        />
      )}
      {/* A reader who does not see the page turn hears that it did; a slider with the focus says so itself. */}
      <p role="status" aria-live={isSliding ? 'off' : undefined} dir="auto">
        {words}
      </p>
      <IconButton label={t('reading.nextPage')} disabled={index >= total} onClick={() => turn('next')}>
        <After />
      </IconButton>
    </div>
  );
}
