import { useEffect, useState } from 'react';
import { keep, readKept } from '../../../../../web/session.ts';
import { voiceFor, voicesFor } from './speaker.ts';

/** Some browsers list their voices only after a while. */
const voicesMs = 2000;

interface Voices {
  /** Whether there is a voice for the language: not known at once. */
  state: 'unknown' | 'there' | 'missing' | 'no-speech';
  /** The best first. */
  voices: readonly SpeechSynthesisVoice[];
  /** The address of the one that speaks. */
  chosen: string | null;
  choose: (uri: string) => void;
}

/** The kept addresses of voices by language, without other values. */
function keptVoices(): Record<string, string> {
  const kept = readKept('READER_VOICES');
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, uri]) => typeof uri === 'string'));
}

/** This device's voices for a language, and the one that its reader likes: voices differ from device to device. */
export function useVoices(languageTag: string): Voices {
  const [isWaiting, setWaiting] = useState(true);
  const [, look] = useState(0);
  const [chosen, setChosen] = useState(() => keptVoices()[languageTag] ?? null);
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
  const choose = (uri: string) => {
    keep('READER_VOICES', { ...keptVoices(), [languageTag]: uri });
    setChosen(uri);
  };
  if (!('speechSynthesis' in window)) return { state: 'no-speech', voices: [], chosen: null, choose };
  const voices = voicesFor(speechSynthesis.getVoices(), languageTag);
  const speaking = voiceFor(voices, { languageTag, uri: chosen });
  const state = speaking ? 'there' : isWaiting ? 'unknown' : 'missing';
  return { state, voices, chosen: speaking?.voiceURI ?? null, choose };
}
