import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';
import { createSpeaker, voiceFor, voicesFor } from './speaker.ts';

const voice = (lang: string, more: Partial<SpeechSynthesisVoice> = {}) =>
  ({ lang, name: lang, voiceURI: lang, localService: true, default: false, ...more }) satisfies SpeechSynthesisVoice;

type Utterance = Pick<SpeechSynthesisUtterance, 'text' | 'lang' | 'rate' | 'voice'> & {
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
};

/** A browser's speech that says what it is told when the test lets it. */
function setUp(texts = ['One. Two.', 'Three.'], { tag = 'en-US', uri = null as string | null } = {}) {
  const said: Utterance[] = [];
  const log: string[] = [];
  let queue: Utterance[] = [];
  const speaker = createSpeaker({
    speech: {
      speak: (utterance) => {
        queue.push(utterance as unknown as Utterance); // made below
        said.push(utterance as unknown as Utterance);
      },
      // As Chrome does: what is cancelled reports an error, and late.
      cancel: () => {
        const cut = queue;
        queue = [];
        for (const one of cut) queueMicrotask(() => one.onerror?.({ error: 'interrupted' }));
      },
      getVoices: () => [voice('fr-FR'), voice('en-GB'), voice('en_US')],
    },
    makeUtterance: (text) =>
      ({ text, lang: '', rate: 1, voice: null, onend: null, onerror: null }) as unknown as SpeechSynthesisUtterance,
    sentences: sentencesOf(texts, tag),
    languageTag: tag,
    rate: () => 1.5,
    voiceUri: () => uri,
    onSentence: (index) => log.push(`sentence ${index}`),
    onEnd: () => log.push('end'),
    onStop: (why) => log.push(why),
  });
  const finish = () => queue.shift()?.onend?.();
  const waiting = () => queue.map(({ text }) => text);
  return { speaker, said, log, finish, waiting, fail: (error: string) => queue.shift()?.onerror?.({ error }) };
}

describe('a speaker', () => {
  it('reads sentence after sentence, and says when it is through', () => {
    const { speaker, said, log, finish } = setUp();
    speaker.start(0);
    for (let count = 0; count < 3; count += 1) finish();
    expect(said.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.']);
    expect(log).toEqual(['sentence 0', 'sentence 1', 'sentence 2', 'end']);
    expect(said[0]).toMatchObject({ lang: 'en-US', rate: 1.5, voice: { lang: 'en_US' } });
  });

  it('has the next sentence ready while one is said, and says it is begun when the one before has ended', () => {
    const { speaker, log, finish, waiting } = setUp();
    speaker.start(0);
    expect(waiting()).toEqual(['One.', 'Two.']);
    expect(log).toEqual(['sentence 0']);
    finish();
    expect(waiting()).toEqual(['Two.', 'Three.']);
    expect(log).toEqual(['sentence 0', 'sentence 1']);
  });

  it('speaks with the voice that was chosen', () => {
    const { speaker, said } = setUp(undefined, { uri: 'en-GB' });
    speaker.start(0);
    expect(said[0]).toMatchObject({ voice: { lang: 'en-GB' } });
  });

  it('goes on with its sentence after a stop, and hears nothing of what was cut off', async () => {
    const { speaker, said, log, finish } = setUp();
    speaker.start(0);
    finish();
    speaker.stop();
    await Promise.resolve();
    speaker.start(1);
    await Promise.resolve();
    expect(said.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.', 'Two.', 'Three.']);
    expect(log).toEqual(['sentence 0', 'sentence 1', 'sentence 1']);
  });

  it('leaps to another sentence', () => {
    const { speaker, log, finish } = setUp();
    speaker.start(0);
    speaker.start(2);
    finish();
    expect(log).toEqual(['sentence 0', 'sentence 2', 'end']);
  });

  it('says a long sentence in breaths, as one sentence', () => {
    const { speaker, said, log, finish } = setUp([`${'word '.repeat(100)}end.`]);
    speaker.start(0);
    for (let count = 0; count < 10; count += 1) finish();
    expect(said.length).toBeGreaterThan(2);
    expect(Math.max(...said.map(({ text }) => text.length))).toBeLessThanOrEqual(180);
    expect(log).toEqual(['sentence 0', 'end']);
  });

  it.each([
    ['synthesis-failed', 'failed'],
    ['network', 'failed'],
    ['not-allowed', 'failed'],
    ['interrupted', 'taken'],
    ['canceled', 'taken'],
  ])('says so when the voice stops with %s', async (error, why) => {
    const { speaker, log, waiting, fail } = setUp();
    speaker.start(0);
    fail(error);
    await Promise.resolve();
    expect(log).toEqual(['sentence 0', why]);
    expect(waiting()).toEqual([]);
  });

  it('is through at once where there is nothing to say', () => {
    const { speaker, log } = setUp(['* * *']);
    speaker.start(0);
    expect(log).toEqual(['end']);
  });
});

describe('voiceFor', () => {
  const cases: [string, SpeechSynthesisVoice[], string, SpeechSynthesisVoice | null][] = [
    ['the country’s own', [voice('zh-TW'), voice('zh-CN')], 'zh-CN', voice('zh-CN')],
    ['another country’s', [voice('en-US'), voice('ar-EG')], 'ar-SA', voice('ar-EG')],
    ['one of this device', [voice('fr-FR', { localService: false }), voice('fr-FR')], 'fr-FR', voice('fr-FR')],
    ['none where the language has none', [voice('en-US')], 'es-ES', null],
    ['none where there are no voices', [], 'en-US', null],
  ];
  it.each(cases)('takes %s', (_, voices, tag, taken) => {
    expect(voiceFor(voices, { languageTag: tag, uri: null })).toEqual(taken);
  });
  it('takes the one that was chosen, while it is there and speaks the language', () => {
    const voices = [voice('en-US'), voice('en-GB'), voice('fr-FR')];
    expect(voiceFor(voices, { languageTag: 'en-US', uri: 'en-GB' })).toEqual(voice('en-GB'));
    expect(voiceFor(voices, { languageTag: 'en-US', uri: 'fr-FR' })).toEqual(voice('en-US'));
    expect(voiceFor(voices, { languageTag: 'en-US', uri: 'gone' })).toEqual(voice('en-US'));
  });
});

describe('voicesFor', () => {
  it('lists those of the language, the best first', () => {
    const voices = [voice('en-GB', { localService: false }), voice('fr-FR'), voice('en-AU'), voice('en-US')];
    expect(voicesFor(voices, 'en-US').map(({ lang }) => lang)).toEqual(['en-US', 'en-AU', 'en-GB']);
  });
});
