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
  /** The address of the voice that the reader chose, where they did. */
  voiceUri: () => string | null;
  /** Begins with a sentence. */
  onSentence: (index: number) => void;
  /** Has read the last one. */
  onEnd: () => void;
  /** The voice failed, or another page or the system has taken it. */
  onStop: (why: 'failed' | 'taken') => void;
}

export interface Speaker {
  /** Reads on from this sentence. */
  start(index: number): void;
  /** Silence; `start` goes on. */
  stop(): void;
}

/** The words of one utterance, and the index of the sentence that begins with them; null in the middle of one. */
interface Breath {
  text: string;
  begins: number | null;
}

/** The utterance that is being spoken, and the next one, which follows without a gap. */
const queued = 2;

/**
 * Reads sentence by sentence: browsers fall silent within long texts, and forget what they were told to pause. An
 * utterance that is stopped is cancelled, and begun again with its sentence.
 */
export function createSpeaker(options: SpeakerOptions): Speaker {
  const { speech, makeUtterance, sentences, languageTag, rate, voiceUri, onSentence, onEnd, onStop } = options;
  /** An utterance belongs to one start; later reports of an earlier start are ignored. */
  let turn = 0;
  /** Held, since Chrome forgets utterances that nobody holds, with their events. */
  let said: { utterance: SpeechSynthesisUtterance; begins: number | null }[] = [];

  function* breathsFrom(index: number): Generator<Breath> {
    for (const [at, sentence] of sentences.entries()) {
      if (at < index) continue;
      for (const [part, text] of breathsOf(sentence.text).entries()) yield { text, begins: part === 0 ? at : null };
    }
  }

  function utteranceOf(text: string): SpeechSynthesisUtterance {
    const utterance = makeUtterance(text);
    const voice = voiceFor(speech.getVoices(), { languageTag, uri: voiceUri() });
    if (voice) utterance.voice = voice;
    utterance.lang = languageTag;
    utterance.rate = rate();
    return utterance;
  }

  function halt(): void {
    turn += 1;
    said = [];
    speech.cancel();
  }

  function read(index: number): void {
    halt();
    const mine = turn;
    const breaths = breathsFrom(index);

    function add(): void {
      const { value } = breaths.next();
      if (!value) return;
      const utterance = utteranceOf(value.text);
      utterance.onend = () => {
        if (mine !== turn) return;
        said.shift();
        add();
        begin();
      };
      utterance.onerror = ({ error }) => {
        if (mine !== turn) return;
        halt();
        onStop(error === 'interrupted' || error === 'canceled' ? 'taken' : 'failed');
      };
      said.push({ utterance, begins: value.begins });
      speech.speak(utterance);
    }

    function begin(): void {
      const [now] = said;
      if (!now) onEnd();
      else if (now.begins !== null) onSentence(now.begins);
    }

    for (let count = 0; count < queued; count += 1) add();
    begin();
  }

  return { start: read, stop: halt };
}

/**
 * The voices for a language, the best first: its own country's, then those of this device, then the system's choice.
 */
export function voicesFor(voices: readonly SpeechSynthesisVoice[], languageTag: string): SpeechSynthesisVoice[] {
  const wanted = languageTag.toLowerCase();
  const [language = ''] = wanted.split('-');
  const tagOf = ({ lang }: SpeechSynthesisVoice) => lang.toLowerCase().replace('_', '-');
  const worth = (voice: SpeechSynthesisVoice) =>
    Number(tagOf(voice) === wanted) * 4 + Number(voice.localService) * 2 + Number(voice.default);
  return voices
    .filter((voice) => tagOf(voice).split('-')[0] === language)
    .sort((one, other) => worth(other) - worth(one));
}

/** The voice that was chosen, while the device still has it; else the best. */
export function voiceFor(
  voices: readonly SpeechSynthesisVoice[],
  { languageTag, uri }: { languageTag: string; uri: string | null },
): SpeechSynthesisVoice | null {
  const fitting = voicesFor(voices, languageTag);
  return fitting.find(({ voiceURI }) => voiceURI === uri) ?? fitting[0] ?? null;
}
