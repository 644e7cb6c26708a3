import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { languageTags } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useNavigate } from '../../../../web/router.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { BackIcon, CloseIcon, ForwardIcon } from '../../../../web/ui/icons.tsx';
import { Select } from '../../../../web/ui/Select.tsx';
import { Switch } from '../../../../web/ui/Switch.tsx';
import { changeReaderSettings, useReaderSettings } from '../settings.ts';
import './highlight.css';
import { mark } from './highlight.ts';
import { PauseIcon, PlayIcon } from './icons.tsx';
import { leaveFor } from './pending.ts';
import styles from './ReadAloud.module.css';
import { type Sentence, sentenceAt, sentencesOf } from './sentences.ts';
import { blockElement, findText, rangeOf, spotOfPoint } from './text-dom.ts';
import { positionOf, spotOf } from './text-place.ts';
import type { NovelToolProps } from './tool.ts';
import { useMediaKeys } from './use-media-keys.ts';
import { useSpeech, useVoice } from './use-speech.ts';

const rates = ['0.5', '0.75', '1', '1.25', '1.5', '1.75', '2', '2.5', '3'] as const;
const timers = ['off', '15', '30', '60'] as const;
type Timer = (typeof timers)[number];

/** Reads the chapter aloud, marks the sentence, and keeps it in sight. */
export function ReadAloud({ texts, chapter, place, handle, pending, onClose }: NovelToolProps) {
  const { t } = useText();
  const navigate = useNavigate();
  const languageTag = languageTags[chapter.language];
  const sentences = useMemo(() => sentencesOf(texts, languageTag), [texts, languageTag]);
  const voice = useVoice(languageTag);
  const { readsOn } = useReaderSettings().novel;
  const [stopAt, setStopAt] = useState<number | null>(pending?.aloud?.stopAt ?? null);

  const speech = useSpeech({
    sentences,
    languageTag,
    onSentence(sentence) {
      mark('spoken', sentence);
      if (!isInSight(sentence))
        handle.current?.goTo(positionOf({ block: sentence.block, offset: sentence.start }, texts));
    },
    onEnd() {
      mark('spoken', null);
      const next = place.neighbours.next;
      if (!readsOn || !next) return;
      leaveFor({ chapterUuid: next.chapterUuid, aloud: { stopAt } });
      navigate(next.to);
    },
  });

  function startHere(): void {
    const here = handle.current?.position();
    speech.start(here ? sentenceAt(sentences, spotOf(here, texts)) : 0);
  }

  const begin = useEffectEvent(() => {
    if (pending?.aloud) speech.start(0);
    else startHere();
  });
  const isReady = voice === 'there';
  useEffect(() => {
    if (isReady) begin();
    return () => mark('spoken', null);
  }, [isReady]);

  useSleepTimer(stopAt, () => {
    setStopAt(null);
    speech.stop();
  });
  useTappedSentence((spot) => speech.start(sentenceAt(sentences, spot)));
  const toggle = () => (speech.isReading ? speech.stop() : resume());
  /** From the sentence that was cut off, if it is still in sight; else from what is. */
  function resume(): void {
    const cut = sentences[speech.index];
    if (cut && isInSight(cut)) speech.start(speech.index);
    else startHere();
  }
  const go = (by: 1 | -1) => speech.start(speech.index + by);
  useMediaKeys({ title: place.title, artist: place.bookTitle, isReading: speech.isReading, toggle, go });

  // The bar that its button stands in would hold it.
  return createPortal(
    <section className={styles.panel} aria-label={t('reading.novel.aloud')}>
      {voice === 'missing' && <p className={styles.note}>{t('reading.novel.noVoice')}</p>}
      {voice === 'no-speech' && <p className={styles.note}>{t('reading.novel.noSpeech')}</p>}
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
      <div className={styles.choices}>
        <RateChoice />
        <TimerChoice stopAt={stopAt} onChange={setStopAt} />
      </div>
      <Switch
        label={t('reading.novel.autoNext')}
        isOn={readsOn}
        onChange={(isOn) => changeReaderSettings({ novel: { readsOn: isOn } })}
      />
    </section>,
    document.body,
  );
}

function RateChoice() {
  const { t } = useText();
  const { voiceRate } = useReaderSettings().novel;
  const known = rates.find((rate) => Number(rate) === voiceRate);
  const options = known ? rates : [String(voiceRate), ...rates];
  return (
    <Select
      label={t('reading.novel.voiceRate')}
      options={options.map((value) => ({ value, label: t('reading.novel.times', { value: Number(value) }) }))}
      value={String(voiceRate)}
      onChange={(value) => changeReaderSettings({ novel: { voiceRate: Number(value) } })}
    />
  );
}

function TimerChoice({ stopAt, onChange }: { stopAt: number | null; onChange: (stopAt: number | null) => void }) {
  const { t } = useText();
  const [chosen, setChosen] = useState<Timer>('off');
  return (
    <Select
      label={t('reading.novel.timer')}
      options={timers.map((value) => ({
        value,
        label:
          value === 'off' ? t('reading.novel.timerOff') : t('reading.novel.timerMinutes', { count: Number(value) }),
      }))}
      value={stopAt === null ? 'off' : chosen}
      onChange={(value) => {
        setChosen(value);
        onChange(value === 'off' ? null : Date.now() + Number(value) * 60_000);
      }}
    />
  );
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

/** Whole between the bars, or as far as the screen goes. */
function isInSight({ block, start, end }: Sentence): boolean {
  const text = findText();
  const element = text && blockElement(text, block);
  const box = element && rangeOf(element, { start, end })?.getBoundingClientRect();
  if (!text || !box) return true;
  const frame = text.getBoundingClientRect();
  const isOnPage = box.left >= frame.left - 1 && box.right <= frame.right + 1;
  return isOnPage && box.top >= 60 && box.bottom <= innerHeight * 0.75;
}
