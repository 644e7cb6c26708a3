import { breathsOf, type Sentence } from './sentences.ts';

/** The part of the browser's speech that is used. */
export interface Speech {
  speak(utterance: SpeechSynthesisUtterance): void;
  cancel(): void;
  getVoices(): readonly SpeechSynthesisVoice[];
}

interface SpeakerOptions {
  speech: Speech;
  makeUtterance: (text: string) => SpeechSynthesisUtterance;
  sentences: readonly Sentence[];
  languageTag: string;
  rate: () => number;
  /** Begins with a sentence. */
  onSentence: (index: number) => void;
  /** Has read the last one. */
  onEnd: () => void;
  /** The voice gave up. */
  onStop: () => void;
}

export interface Speaker {
  /** Reads on from this sentence. */
  start(index: number): void;
  /** Silence; `start` goes on. */
  stop(): void;
}

/**
 * Reads sentence by sentence: browsers fall silent within long texts, and forget what they were told to pause. What is
 * stopped is cancelled, and begun again with its sentence.
 */
export function createSpeaker(options: SpeakerOptions): Speaker {
  const { speech, makeUtterance, sentences, languageTag, rate, onSentence, onEnd, onStop } = options;
  /** What is being said belongs to one start; what an earlier one still reports is of no interest. */
  let turn = 0;
  /** Held, since Chrome forgets utterances that nobody holds, with their events. */
  let said: SpeechSynthesisUtterance | null = null;

  function say(breaths: readonly string[], { mine, done }: { mine: number; done: () => void }): void {
    const [breath, ...rest] = breaths;
    if (breath === undefined) {
      done();
      return;
    }
    const utterance = makeUtterance(breath);
    const voice = voiceFor(speech.getVoices(), languageTag);
    if (voice) utterance.voice = voice;
    utterance.lang = languageTag;
    utterance.rate = rate();
    utterance.onend = () => mine === turn && say(rest, { mine, done });
    utterance.onerror = () => {
      if (mine !== turn) return;
      turn += 1;
      onStop();
    };
    said = utterance;
    speech.speak(said);
  }

  function read(index: number, mine: number): void {
    const sentence = sentences[index];
    if (!sentence) {
      onEnd();
      return;
    }
    onSentence(index);
    say(breathsOf(sentence.text), { mine, done: () => read(index + 1, mine) });
  }

  return {
    start(index) {
      turn += 1;
      speech.cancel();
      read(index, turn);
    },
    stop() {
      turn += 1;
      said = null;
      speech.cancel();
    },
  };
}

/** The voice for a language: its own country's before others', one of this device before one over the net. */
export function voiceFor(voices: readonly SpeechSynthesisVoice[], languageTag: string): SpeechSynthesisVoice | null {
  const wanted = languageTag.toLowerCase();
  const [language = ''] = wanted.split('-');
  const tagOf = ({ lang }: SpeechSynthesisVoice) => lang.toLowerCase().replace('_', '-');
  const fitting = voices.filter((voice) => tagOf(voice).split('-')[0] === language);
  const worth = (voice: SpeechSynthesisVoice) =>
    Number(tagOf(voice) === wanted) * 4 + Number(voice.localService) * 2 + Number(voice.default);
  return [...fitting].sort((one, other) => worth(other) - worth(one))[0] ?? null;
}
