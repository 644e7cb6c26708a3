import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { CloseIcon } from '../../../../web/ui/icons.tsx';
import { useWakeLock } from '../../../../web/use-wake-lock.ts';
import { useReader } from '../chapter/reader.ts';
import { PlayIcon } from '../novel/tools/icons.tsx';
import { changeReaderSettings } from '../settings/change-settings.ts';
import { useReaderSettings } from '../settings/settings.ts';
import styles from './AutoScroll.module.css';
import { autoScrollAfter, changedSpeed, isAutoScrollOver, signOf } from './auto-scroll.ts';
import { MinusIcon, PauseIcon, PlusIcon } from './auto-scroll-icons.tsx';

/** Moves the page down to the chapter's end; any touch, wheel or key pauses it until the reader lets it go on. */
export function AutoScroll({ onStop }: { onStop: () => void }) {
  const { t } = useText();
  const { autoScrollSpeed: speed } = useReaderSettings().comic;
  const [isMoving, setMoving] = useState(true);
  useWakeLock(isMoving);
  useScrolling({ speed, isMoving, onStop });
  useSigns({ onPause: () => setMoving(false), onToggle: () => setMoving(!isMoving) });
  const change = (way: 'slower' | 'faster') =>
    changeReaderSettings({ comic: { autoScrollSpeed: changedSpeed(speed, way) } });
  return (
    <fieldset
      className={styles.pill}
      aria-label={t('reading.autoScroll')}
      data-auto-scroll={isMoving ? 'moving' : 'resting'}
    >
      <IconButton label={t('reading.slower')} onClick={() => change('slower')}>
        <MinusIcon />
      </IconButton>
      <IconButton
        label={t(isMoving ? 'reading.pauseAutoScroll' : 'reading.goOnAutoScroll')}
        onClick={() => setMoving(!isMoving)}
      >
        {isMoving ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <IconButton label={t('reading.faster')} onClick={() => change('faster')}>
        <PlusIcon />
      </IconButton>
      <IconButton label={t('reading.stopAutoScroll')} onClick={onStop}>
        <CloseIcon />
      </IconButton>
    </fieldset>
  );
}

interface Scrolling {
  onStop: () => void;
  speed: number;
  isMoving: boolean;
}

function useScrolling({ speed, isMoving, onStop }: Scrolling): void {
  const { end } = useReader();
  const stop = useEffectEvent(onStop);
  const speedNow = useEffectEvent(() => speed);

  useEffect(() => {
    if (!isMoving) return;
    let state = { top: scrollY, at: performance.now() };
    let frame = requestAnimationFrame(step);

    function step(now: number): void {
      const stands = scrollY;
      state = autoScrollAfter(state, { now, speed: speedNow(), stands });
      scrollTo({ top: state.top, behavior: 'instant' });
      const isStuck = state.top - stands > 2 && scrollY <= stands;
      const endTop = end.current?.getBoundingClientRect().top ?? null;
      if (isStuck || isAutoScrollOver({ endTop, screenHeight: innerHeight })) stop();
      else frame = requestAnimationFrame(step);
    }
    return () => cancelAnimationFrame(frame);
  }, [end, isMoving]);
}

function useSigns({ onPause, onToggle }: { onPause: () => void; onToggle: () => void }): void {
  const pause = useEffectEvent(onPause);
  const toggle = useEffectEvent(onToggle);

  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const onInput = (event: Event) => !isOnPill(event.target) && pause();
    for (const name of ['touchstart', 'pointerdown', 'wheel'])
      addEventListener(name, onInput, { ...options, passive: true });
    const press = (event: KeyboardEvent) => {
      const isOn = (what: string) => event.target instanceof Element && event.target.closest(what) !== null;
      const sign = signOf(event, { isTyping: isOn(fields), isPressing: isOn('a, button, summary') });
      if (sign === 'pause' && !isOnPill(event.target)) pause();
      if (sign !== 'toggle') return;
      // The key must not also do its usual work: a step through the chapter, or the way out.
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', press, options);
    return () => listening.abort();
  }, []);
}

const fields = 'input, select, textarea, dialog, [contenteditable]';

const isOnPill = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-auto-scroll]') !== null;
