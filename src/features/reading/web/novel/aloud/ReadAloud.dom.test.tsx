import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readKept } from '../../../../../web/session.ts';
import { addressOfChapter, lockedChapter, novelChapter, uuidOfChapter } from '../../../testing/chapters.ts';
import { keepTestsApart, layOut, locked, openReader, scrollPage, settle } from '../../../testing/open-reader.tsx';

keepTestsApart();

/** Stands for the device's voice: it says what it is told, one utterance after the other, when the test lets it. */
class Voice extends EventTarget {
  voices: Pick<SpeechSynthesisVoice, 'voiceURI' | 'name' | 'lang' | 'localService' | 'default'>[] = [];
  queue: Utterance[] = [];
  getVoices = () => this.voices;
  speak = (utterance: Utterance) => this.queue.push(utterance);
  cancel = () => {
    this.queue = [];
  };
  saying = () => this.queue[0]?.text ?? null;
  /** Says as many utterances to their end. */
  say = (count = 1) =>
    act(async () => {
      for (let said = 0; said < count; said += 1) this.queue.shift()?.onend?.();
    });
  fail = (error: string) => act(() => this.queue.shift()?.onerror?.({ error }));
}

class Utterance {
  lang = '';
  rate = 1;
  voice: { name: string } | null = null;
  onend?: () => void;
  onerror?: (event: { error: string }) => void;
  constructor(readonly text: string) {}
}

const voiceOf = (name: string, lang: string) => ({
  ...{ name, lang, voiceURI: `voice:${name}` },
  ...{ localService: true, default: false },
});

const novel = novelChapter(['It was night. The lantern went out.', 'Nobody spoke.']);
let voice: Voice;

beforeEach(() => {
  voice = new Voice();
  voice.voices = [voiceOf('Emma', 'en-US'), voiceOf('Paul', 'en-GB'), voiceOf('Layla', 'ar-SA')];
  vi.stubGlobal('speechSynthesis', voice);
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
});

const whole = (number: number) => `GET /comics/chapter_comics/${uuidOfChapter(number)}/en-us`;
const spoken = () => document.querySelector('[data-spoken]')?.textContent;

async function openPanel(...[chapter = novel, opening = {}]: Partial<Parameters<typeof openReader>>) {
  const opened = await openReader(chapter, opening);
  // Its first words stand on the screen.
  layOut(document.querySelector('[data-chunk]'), { top: 100, height: 2000 });
  for (const index of [0, 1]) layOut(document.querySelector(`[data-block="${index}"]`), blockBox(index));
  scrollPage(0);
  fireEvent.click(await screen.findByRole('button', { name: 'Read aloud' }));
  const panel = within(await screen.findByRole('region', { name: 'Read aloud' }));
  await settle();
  return { ...opened, panel };
}

const blockBox = (index: number) => ({ top: 100 + index * 1000, height: 100 });

type Panel = Awaited<ReturnType<typeof openPanel>>['panel'];

const press = (panel: Panel, name: string) => fireEvent.click(panel.getByRole('button', { name }));

function choose(panel: Panel, name: string, option: string) {
  const field = panel.getByRole('combobox', { name });
  const { value } = within(field).getByRole<HTMLOptionElement>('option', { name: option });
  fireEvent.change(field, { target: { value } });
}

describe('reading aloud', () => {
  it('says sentence by sentence from where its reader is, and marks and shows what it says', async () => {
    await openPanel();
    expect(voice.saying()).toBe('It was night.');
    expect(spoken()).toContain('It was night.');
    await voice.say();
    expect(voice.saying()).toBe('The lantern went out.');
    await voice.say();
    expect(voice.saying()).toBe('Nobody spoke.');
    expect(spoken()).toBe('Nobody spoke.');
    expect(scrollY).toBeGreaterThan(900);
  });

  it('pauses, and goes on with the sentence that was cut off', async () => {
    const { panel } = await openPanel();
    await voice.say();
    press(panel, 'Pause');
    expect(voice.saying()).toBeNull();
    // The sentence is still in sight; without a layout a range has no box.
    vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 100, 100, 20));
    layOut(document.querySelector('[data-text]'), { height: 2000 });
    layOut(document.querySelector('section[aria-label="Read aloud"]'), { top: 600, height: 100 });
    press(panel, 'Read');
    expect(voice.saying()).toBe('The lantern went out.');
  });

  it('goes a sentence on or back by its buttons', async () => {
    const { panel } = await openPanel();
    press(panel, 'Next sentence');
    expect(voice.saying()).toBe('The lantern went out.');
    press(panel, 'Previous sentence');
    expect(voice.saying()).toBe('It was night.');
  });

  it('is silent when its panel is closed, by Esc too, and marks nothing any more', async () => {
    const { panel } = await openPanel();
    press(panel, 'Close');
    expect(voice.saying()).toBeNull();
    expect(spoken()).toBeUndefined();
    fireEvent.click(screen.getByRole('button', { name: 'Read aloud' }));
    await waitFor(() => expect(voice.saying()).not.toBeNull());
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(voice.saying()).toBeNull());
    expect(screen.queryByRole('region', { name: 'Read aloud' })).toBeNull();
  });

  it('is silent when the page is left', async () => {
    const { unmount } = await openPanel();
    unmount();
    expect(voice.saying()).toBeNull();
  });

  it('goes on in another voice, or at another pace, from the sentence it is at', async () => {
    const { panel } = await openPanel();
    await voice.say();
    choose(panel, 'Voice', 'Paul');
    choose(panel, 'Reading pace', '1.5×');
    expect(voice.queue[0]).toMatchObject({ text: 'The lantern went out.', rate: 1.5, voice: { name: 'Paul' } });
    expect(readKept('READER_VOICES')).toEqual({ 'en-US': 'voice:Paul' });
  });

  it('has no voice but those of the text’s language', async () => {
    const { panel } = await openPanel();
    const options = within(panel.getByRole('combobox', { name: 'Voice' })).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Emma', 'Paul']);
    expect(voice.queue[0]?.lang).toBe('en-US');
  });

  it('stops after the time that was chosen', async () => {
    const { panel } = await openPanel();
    vi.useFakeTimers();
    choose(panel, 'Stop after', '15 minutes');
    act(() => void vi.advanceTimersByTime(15 * 60_000));
    expect(voice.saying()).toBeNull();
    expect(panel.getByRole('button', { name: 'Read' })).toBeTruthy();
  });
});

describe('a voice', () => {
  it('that gives up says so, and can be tried again', async () => {
    const { panel } = await openPanel();
    voice.fail('synthesis-failed');
    expect(panel.getByRole('status').textContent).toMatch(/^The voice stopped/);
    press(panel, 'Read');
    expect(panel.getByRole('status').textContent).toBe('');
    expect(voice.saying()).not.toBeNull();
  });

  it('that another page has taken stops without a word', async () => {
    const { panel } = await openPanel();
    voice.fail('interrupted');
    expect(panel.getByRole('status').textContent).toBe('');
    expect(panel.getByRole('button', { name: 'Read' })).toBeTruthy();
  });

  it('that comes late begins by itself', async () => {
    const late = voice.voices;
    voice.voices = [];
    await openPanel();
    expect(voice.saying()).toBeNull();
    voice.voices = late;
    act(() => void voice.dispatchEvent(new Event('voiceschanged')));
    await waitFor(() => expect(voice.saying()).toBe('It was night.'));
  });

  it('that is none for the language is missed after a while', async () => {
    voice.voices = [voiceOf('Layla', 'ar-SA')];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { panel } = await openPanel();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(panel.getByRole('status').textContent).toMatch(/^This browser has no voice for the language/);
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Read' }).disabled).toBe(true);
  });

  it('is in no browser that cannot speak, which says so', async () => {
    Reflect.deleteProperty(globalThis, 'speechSynthesis');
    const { panel } = await openPanel();
    expect(panel.getByRole('status').textContent).toBe('This browser cannot read aloud.');
  });
});

describe('the end of a chapter that is read aloud', () => {
  const next = novelChapter(['It was day. They slept.'], { number: 3 });

  it('leads to the next, which is read from its first sentence', async () => {
    const { addresses, unmount } = await openPanel(novel, { answers: { [whole(3)]: { result: next } } });
    await voice.say(3);
    await waitFor(() => expect(addresses).toEqual([addressOfChapter(3)]));
    unmount();
    await openReader(next);
    await waitFor(() => expect(voice.saying()).toBe('It was day.'));
  });

  it('is the end where its listener wants this chapter only', async () => {
    const { addresses, panel } = await openPanel(novel, { answers: { [whole(3)]: { result: next } } });
    choose(panel, 'How far to read', 'This chapter only');
    await voice.say(3);
    await settle();
    expect(panel.getByRole('button', { name: 'Read' })).toBeTruthy();
    expect(addresses).toEqual([]);
  });

  it('is the end, with a word, where the next is for members only', async () => {
    const answers = { [whole(3)]: locked('membership_required', lockedChapter({ number: 3 })) };
    const { addresses, panel } = await openPanel(novel, { answers });
    await voice.say(3);
    expect(await panel.findByText(/^The next chapter is only open to members/)).toBeTruthy();
    expect(addresses).toEqual([]);
  });
});

it('the panel speaks Arabic, and the voice what the text is written in', async () => {
  await openReader(novel, { language: 'ar-sa' });
  fireEvent.click(await screen.findByRole('button', { name: 'القراءة بصوت عالٍ' }));
  const panel = within(await screen.findByRole('region', { name: 'القراءة بصوت عالٍ' }));
  expect(panel.getByRole('combobox', { name: 'سرعة القراءة' })).toBeTruthy();
  await waitFor(() => expect(voice.queue[0]?.voice?.name).toBe('Emma'));
});
