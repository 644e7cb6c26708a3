import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useIsBrowser } from '../use-is-browser.ts';
import styles from './Carousel.module.css';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { BackIcon, ForwardIcon } from './icons.tsx';

/** The title of a row, and beside it a link to all that it shows some of. */
export function RowHead({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </div>
  );
}

/**
 * A row of `<li>` that scrolls sideways, by arrows for a mouse, by arrow keys from item to item, and by touch. It snaps
 * unless `--carousel-snap` says otherwise. `step` gives the pixels that an arrow scrolls in a row of that width; with
 * snapping, about so many.
 */
export function Carousel({
  label,
  backLabel,
  forwardLabel,
  step,
  className,
  children,
}: {
  label: string;
  backLabel: string;
  forwardLabel: string;
  step: (rowWidth: number) => number;
  className?: string | undefined;
  children: ReactNode;
}) {
  const row = useRef<HTMLUListElement>(null);
  const ends = useEnds(row);
  // Without code they move nothing, so the document is without them.
  const isBrowser = useIsBrowser();
  /** The target of a running scroll: a second press continues from there. */
  const aim = useRef<number>(null);

  function scroll(sense: 1 | -1) {
    const list = row.current;
    if (!list) return;
    const room = list.scrollWidth - list.clientWidth;
    const towardsEnd = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
    const passed = (aim.current ?? list.scrollLeft) * towardsEnd;
    const left = Math.min(room, Math.max(0, passed + sense * step(list.clientWidth))) * towardsEnd;
    aim.current = left;
    list.scrollTo({ left, behavior: 'smooth' });
  }

  const forgetAim = () => {
    aim.current = null;
  };

  return (
    <div className={classes(styles.carousel, className)}>
      <ul
        ref={row}
        className={styles.row}
        aria-label={label}
        onKeyDown={moveFocus}
        onScrollEnd={forgetAim}
        onWheel={forgetAim}
      >
        {children}
      </ul>
      {isBrowser && (
        <>
          <IconButton
            label={backLabel}
            className={classes(styles.arrow, styles.back)}
            hidden={ends.atStart}
            tabIndex={-1}
            onClick={() => scroll(-1)}
          >
            <BackIcon />
          </IconButton>
          <IconButton
            label={forwardLabel}
            className={classes(styles.arrow, styles.forward)}
            hidden={ends.atEnd}
            tabIndex={-1}
            onClick={() => scroll(1)}
          >
            <ForwardIcon />
          </IconButton>
        </>
      )}
    </div>
  );
}

function useEnds(row: RefObject<HTMLUListElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false });
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const look = () => {
      const passed = Math.abs(list.scrollLeft);
      const atStart = passed < 8;
      const atEnd = passed + list.clientWidth > list.scrollWidth - 8;
      setEnds((was) => (was.atStart === atStart && was.atEnd === atEnd ? was : { atStart, atEnd }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, [row]);
  return ends;
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const list = event.currentTarget;
  const items = [...list.querySelectorAll<HTMLElement>('a[href], button')];
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? items.indexOf(focused) : -1;
  if (at < 0) return;
  const forwardKey = getComputedStyle(list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const next = items[at + (event.key === forwardKey ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
