import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReaderSettings } from '../settings.ts';
import type { Sentence } from './sentences.ts';
import { createSpeaker, type Speaker, voiceFor } from './speaker.ts';

/** Some browsers list their voices only after a while. */
const voicesMs = 2000;

/** Whether there is a voice for the language: not known at once. */
export function useVoice(languageTag: string): 'unknown' | 'there' | 'missing' | 'no-speech' {
  const [isWaiting, setWaiting] = useState(true);
  const [, look] = useState(0);
  useEffect(() => {
    if (!('speechSynthesis' in window)) return;
    const again = () => look((before) => before + 1);
    const timer = setTimeout(() => setWaiting(false), voicesMs);
    speechSynthesis.addEventListener?.('voiceschanged', again);
    return () => {
      clearTimeout(timer);
      speechSynthesis.removeEventListener?.('voiceschanged', again);
    };
  }, []);
  if (!('speechSynthesis' in window)) return 'no-speech';
  if (voiceFor(speechSynthesis.getVoices(), languageTag)) return 'there';
  return isWaiting ? 'unknown' : 'missing';
}

interface SpeechOfChapter {
  sentences: readonly Sentence[];
  languageTag: string;
  onSentence: (sentence: Sentence) => void;
  onEnd: () => void;
}

export interface SpeechControl {
  isReading: boolean;
  index: number;
  start: (index: number) => void;
  stop: () => void;
}

/** Reads a chapter's sentences with the browser's own voice; silent when the page is left. */
export function useSpeech({ sentences, languageTag, onSentence, onEnd }: SpeechOfChapter): SpeechControl {
  const { voiceRate } = useReaderSettings().novel;
  const [isReading, setReading] = useState(false);
  const [index, setIndex] = useState(0);
  const speaker = useRef<Speaker | null>(null);
  const rate = useRef(voiceRate);
  const begins = useEffectEvent((at: number) => {
    setIndex(at);
    const sentence = sentences[at];
    if (sentence) onSentence(sentence);
  });
  const ends = useEffectEvent(() => {
    setReading(false);
    onEnd();
  });

  useEffect(() => {
    if (!('speechSynthesis' in window)) return;
    speaker.current = createSpeaker({
      speech: speechSynthesis,
      makeUtterance: (text) => new SpeechSynthesisUtterance(text),
      sentences,
      languageTag,
      rate: () => Math.min(3, Math.max(0.5, rate.current)),
      onSentence: (at) => begins(at),
      onEnd: () => ends(),
      onStop: () => setReading(false),
    });
    const leave = () => speechSynthesis.cancel();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      speaker.current?.stop();
    };
  }, [sentences, languageTag]);

  const start = (at: number) => {
    setReading(true);
    speaker.current?.start(Math.min(Math.max(0, at), Math.max(0, sentences.length - 1)));
  };
  const stop = () => {
    setReading(false);
    speaker.current?.stop();
  };

  // A new pace begins with the sentence that is being read.
  const renew = useEffectEvent(() => isReading && start(index));
  useEffect(() => {
    if (rate.current === voiceRate) return;
    rate.current = voiceRate;
    renew();
  }, [voiceRate]);

  return { isReading, index, start, stop };
}
