import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { IconButton } from '../../../web/ui/IconButton.tsx';
import styles from './AutoScroll.module.css';
import { autoScrollAfter, changedSpeed, isAutoScrollOver } from './auto-scroll.ts';
import { MinusIcon, PauseIcon, PlusIcon } from './icons.tsx';
import { changeReaderSettings, useReaderSettings } from './settings.ts';

interface AutoScrollProps {
  /** What stands below the chapter: there it stops. */
  end: RefObject<HTMLElement | null>;
  onStop: () => void;
}

/** Moves the page while it is there; any touch, wheel or key of the reader stops it. */
export function AutoScroll({ end, onStop }: AutoScrollProps) {
  const { t } = useText();
  const { autoScrollSpeed: speed } = useReaderSettings().comic;
  useScrolling({ end, speed, onStop });
  const change = (way: 'slower' | 'faster') =>
    changeReaderSettings({ comic: { autoScrollSpeed: changedSpeed(speed, way) } });
  return (
    <fieldset className={styles.pill} aria-label={t('reading.autoScroll')} data-auto-scroll="">
      <IconButton label={t('reading.slower')} onClick={() => change('slower')}>
        <MinusIcon />
      </IconButton>
      <IconButton label={t('reading.stopAutoScroll')} onClick={onStop}>
        <PauseIcon />
      </IconButton>
      <IconButton label={t('reading.faster')} onClick={() => change('faster')}>
        <PlusIcon />
      </IconButton>
    </fieldset>
  );
}

function useScrolling({ end, speed, onStop }: AutoScrollProps & { speed: number }): void {
  const stop = useEffectEvent(onStop);
  const speedNow = useEffectEvent(() => speed);

  useEffect(() => {
    let state = { top: scrollY, at: performance.now() };
    let frame = requestAnimationFrame(step);

    function step(now: number): void {
      const before = scrollY;
      state = autoScrollAfter(state, { now, speed: speedNow() });
      scrollTo({ top: state.top, behavior: 'instant' });
      const isStuck = state.top - before > 2 && scrollY <= before;
      const endTop = end.current?.getBoundingClientRect().top ?? null;
      if (isStuck || isAutoScrollOver({ endTop, screenHeight: innerHeight })) stop();
      else frame = requestAnimationFrame(step);
    }

    const listening = new AbortController();
    const options = { passive: true, capture: true, signal: listening.signal };
    const hear = (event: Event) => !isOnPill(event.target) && stop();
    for (const sign of ['touchstart', 'pointerdown', 'wheel']) addEventListener(sign, hear, options);
    // The keys of the reader are heard by the reader: what stops here must not start there again.
    addEventListener('keydown', (event) => hear(event), { ...options, capture: false });
    return () => {
      cancelAnimationFrame(frame);
      listening.abort();
    };
  }, [end]);
}

const isOnPill = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-auto-scroll]') !== null;
