import { useId } from 'react';
import { displayText } from '../../../../shared/text.ts';
import { useText } from '../../../../web/i18n.tsx';
import { chipClass } from '../../../../web/ui/Chip.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { useIsBrowser } from '../../../../web/use-is-browser.ts';
import styles from './Filters.module.css';
import type { GenreState } from './search-selection.ts';

/** What a form without code sends for a press, by the present state. */
const sent = { unused: 'tags', included: 'without', leftOut: 'unset' } as const;

/** A genre that books have to have, or must not have; its name says which. */
export function GenreChip({
  tag,
  state,
  count,
  isFull = false,
  onPress,
}: {
  tag: string;
  state: GenreState;
  /** Absent where no book that is found has it, or nobody has counted yet. */
  count: number | undefined;
  /** As many are included as the search takes. */
  isFull?: boolean;
  onPress: () => void;
}) {
  const { t, genre, number } = useText();
  const id = useId();
  const isBrowser = useIsBrowser();
  const name = displayText(genre(tag));
  const isRefused = isFull && state === 'unused';
  return (
    <button
      // Enter in the field presses the first button that sends the form: with code there is none.
      type={isBrowser ? 'button' : 'submit'}
      name={sent[state]}
      value={tag}
      className={classes(chipClass({ active: state === 'included' }), styles.chip, styles[state])}
      aria-label={state === 'unused' ? name : t(`catalog.genre.${state}`, { tag: name })}
      aria-describedby={count === undefined ? undefined : id}
      // With code it keeps the focus that pressed it, and a press does nothing.
      disabled={isRefused && !isBrowser}
      aria-disabled={isRefused || undefined}
      onClick={onPress}
    >
      <bdi>{name}</bdi>
      {count !== undefined && (
        <span id={id} className={styles.tally}>
          {number(count)}
        </span>
      )}
    </button>
  );
}
