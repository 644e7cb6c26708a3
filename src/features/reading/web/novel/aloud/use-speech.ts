import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReaderSettings } from '../../settings/settings.ts';
import type { Sentence } from './sentences.ts';
import { createSpeaker, type Speaker } from './speaker.ts';

interface SpeechOfChapter {
  sentences: readonly Sentence[];
  languageTag: string;
  /** The address of the voice; null while there is none. */
  voiceUri: string | null;
  onSentence: (sentence: Sentence) => void;
  onEnd: () => void;
}

export interface SpeechControl {
  isReading: boolean;
  /** The voice gave up, and nobody has begun anew. */
  hasFailed: boolean;
  index: number;
  start: (index: number) => void;
  stop: () => void;
}

/** Reads a chapter's sentences with the browser's own voice; silent when the page is left. */
export function useSpeech({ sentences, languageTag, voiceUri, onSentence, onEnd }: SpeechOfChapter): SpeechControl {
  const { voiceRate } = useReaderSettings().novel;
  const [isReading, setReading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [index, setIndex] = useState(0);
  const speaker = useRef<Speaker | null>(null);
  const manner = useRef({ voiceRate, voiceUri });
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
      rate: () => Math.min(3, Math.max(0.5, manner.current.voiceRate)),
      voiceUri: () => manner.current.voiceUri,
      onSentence: (at) => begins(at),
      onEnd: () => ends(),
      onStop: (why) => {
        setReading(false);
        setFailed(why === 'failed');
      },
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
    setFailed(false);
    speaker.current?.start(Math.min(Math.max(0, at), Math.max(0, sentences.length - 1)));
  };
  const stop = () => {
    setReading(false);
    speaker.current?.stop();
  };

  // A new pace, or voice, begins with the sentence that is being read.
  const renew = useEffectEvent(() => isReading && start(index));
  useEffect(() => {
    const before = manner.current;
    manner.current = { voiceRate, voiceUri };
    if (before.voiceRate !== voiceRate || before.voiceUri !== voiceUri) renew();
  }, [voiceRate, voiceUri]);

  return { isReading, hasFailed, index, start, stop };
}
