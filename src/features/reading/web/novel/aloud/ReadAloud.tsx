import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { tagOfWords } from '../../../../../shared/text-language.ts';
import { type MessageKey, useText } from '../../../../../web/i18n.tsx';
import { IconButton } from '../../../../../web/ui/IconButton.tsx';
import { BackIcon, CloseIcon, ForwardIcon } from '../../../../../web/ui/icons.tsx';
import { useEscape } from '../../../../../web/ui/use-escape.ts';
import { useWakeLock } from '../../../../../web/use-wake-lock.ts';
import { useReader } from '../../chapter/reader.ts';
import { useReaderSettings } from '../../settings/settings.ts';
import { AloudChoices } from './AloudChoices.tsx';
import { useCloseRequests } from './use-close-requests.ts';
import '../text/highlight.css';
import { noteHeard } from '../../place/progress.ts';
import { mark } from '../text/highlight.ts';
import { blockElement, findText, rangeOf, spotOfPoint } from '../text/text-dom.ts';
import { positionOf, spotOf } from '../text/text-place.ts';
import { PauseIcon, PlayIcon } from '../tools/icons.tsx';
import { noLimit, readingAfter } from '../tools/reading-on.ts';
import type { NovelToolProps } from '../tools/tool.ts';
import styles from './ReadAloud.module.css';
import { type Sentence, sentenceAt, sentencesOf } from './sentences.ts';
import { useMediaKeys } from './use-media-keys.ts';
import { useReadingOn } from './use-reading-on.ts';
import { useSpeech } from './use-speech.ts';
import { useVoices } from './use-voices.ts';

/** Reads the chapter aloud, marks the sentence, and keeps it in sight. */
export function ReadAloud({ texts, chapter, pending, onClose }: NovelToolProps) {
  const { t } = useText();
  const { place, handle } = useReader();
  const languageTag = tagOfWords(chapter);
  const sentences = useMemo(() => sentencesOf(texts, languageTag), [texts, languageTag]);
  const voices = useVoices(languageTag);
  const { readsOn } = useReaderSettings().novel;
  const [on, setOn] = useState(pending?.aloud ?? noLimit);
  const panel = useRef<HTMLElement>(null);
  useRoomFor(panel);
  useFocusInside(panel);

  const speech = useSpeech({
    sentences,
    languageTag,
    voiceUri: voices.chosen,
    onSentence(sentence) {
      mark('spoken', sentence);
      if (!isInSight(sentence, panel.current))
        handle.current?.goTo(positionOf({ block: sentence.block, offset: sentence.start }, texts));
    },
    onEnd() {
      mark('spoken', null);
      noteHeard();
      const after = readingAfter(on, { readsOn });
      if (after) goOn(after);
    },
  });
  const { stopped, goOn } = useReadingOn({ isHalfHeard: speech.index * 2 >= sentences.length });
  useWakeLock(speech.isReading);

  function startHere(): void {
    const here = handle.current?.position();
    speech.start(here ? sentenceAt(sentences, spotOf(here, texts)) : 0);
  }

  const begin = useEffectEvent(() => {
    if (pending?.aloud) speech.start(0);
    else startHere();
  });
  const isReady = voices.state === 'there';
  useEffect(() => {
    if (isReady) begin();
    return () => mark('spoken', null);
  }, [isReady]);

  useSleepTimer(on.timer?.stopAt ?? null, () => {
    setOn({ ...on, timer: null });
    speech.stop();
  });
  useTappedSentence((spot) => speech.start(sentenceAt(sentences, spot)));
  const toggle = () => (speech.isReading ? speech.stop() : resume());
  /** From the sentence that was cut off, if it is still in sight; else from what is. */
  function resume(): void {
    const cut = sentences[speech.index];
    if (cut && isInSight(cut, panel.current)) speech.start(speech.index);
    else startHere();
  }
  useEscape(onClose);
  useCloseRequests(onClose);
  const go = (by: 1 | -1) => speech.start(speech.index + by);
  useMediaKeys({ title: place.title, artist: place.bookTitle, isReading: speech.isReading, toggle, go });
  const note = noteOf({ voice: voices.state, isReading: speech.isReading, hasFailed: speech.hasFailed, stopped });

  // The panel is put into the document's body: inside the bar, it would be placed against the bar, not the screen.
  return createPortal(
    <section ref={panel} className={styles.panel} tabIndex={-1} aria-label={t('reading.novel.aloud')} data-layer="">
      <p className={styles.note} role="status">
        {note && t(note)}
      </p>
      <div className={styles.buttons}>
        <IconButton label={t('reading.novel.previousSentence')} disabled={!isReady} onClick={() => go(-1)}>
          <BackIcon />
        </IconButton>
        <IconButton
          label={t(speech.isReading ? 'reading.novel.pause' : 'reading.novel.play')}
          disabled={!isReady}
          className={styles.play}
          onClick={toggle}
        >
          {speech.isReading ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
        <IconButton label={t('reading.novel.nextSentence')} disabled={!isReady} onClick={() => go(1)}>
          <ForwardIcon />
        </IconButton>
        <IconButton label={t('reading.close')} className={styles.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <AloudChoices {...{ voices, on }} onChange={setOn} />
    </section>,
    document.body,
  );
}

/** The notice for the listener; null while all is well. */
function noteOf(state: {
  voice: ReturnType<typeof useVoices>['state'];
  isReading: boolean;
  hasFailed: boolean;
  stopped: ReturnType<typeof useReadingOn>['stopped'];
}): MessageKey | null {
  if (state.voice === 'missing') return 'reading.novel.noVoice';
  if (state.voice === 'no-speech') return 'reading.novel.noSpeech';
  if (state.hasFailed) return 'reading.novel.voiceFailed';
  if (state.isReading) return null;
  if (state.stopped === 'locked') return 'reading.novel.nextLocked';
  return state.stopped === 'failed' ? 'reading.partFailed' : null;
}

function useSleepTimer(stopAt: number | null, onDue: () => void): void {
  const due = useEffectEvent(onDue);
  useEffect(() => {
    if (stopAt === null) return;
    const timer = setTimeout(() => due(), Math.max(0, stopAt - Date.now()));
    return () => clearTimeout(timer);
  }, [stopAt]);
}

/** A tap on the text starts there, and does nothing else. */
function useTappedSentence(onSpot: (spot: { block: number; offset: number }) => void): void {
  const tapped = useEffectEvent((event: MouseEvent) => {
    const spot = spotOfPoint(event.clientX, event.clientY);
    if (!spot || getSelection()?.isCollapsed === false) return;
    event.stopPropagation();
    onSpot(spot);
  });
  useEffect(() => {
    const text = findText();
    const listen = (event: MouseEvent) => tapped(event);
    text?.addEventListener('click', listen);
    return () => text?.removeEventListener('click', listen);
  }, []);
}

/** Pages end above the panel; what is scrolled may be scrolled clear of it. */
function useRoomFor(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const { style } = document.documentElement;
    const resized = new ResizeObserver(() => style.setProperty('--aloud-room', `${element.offsetHeight + 16}px`));
    resized.observe(element);
    return () => {
      resized.disconnect();
      style.removeProperty('--aloud-room');
    };
  }, [panel]);
}

/** It stands at the page's end: the keyboard goes there with it, and back to what opened it. */
function useFocusInside(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [panel]);
}

/** Whether a sentence is fully in sight between the bar above and the panel; also true where it cannot be found. */
function isInSight({ block, start, end }: Sentence, panel: HTMLElement | null): boolean {
  const text = findText();
  const element = text && blockElement(text, block);
  const box = element && rangeOf(element, { start, end })?.getBoundingClientRect();
  if (!text || !box) return true;
  const frame = text.getBoundingClientRect();
  const isOnPage = box.left >= frame.left - 1 && box.right <= frame.right + 1;
  return isOnPage && box.top >= 60 && box.bottom <= (panel?.getBoundingClientRect().top ?? innerHeight);
}
