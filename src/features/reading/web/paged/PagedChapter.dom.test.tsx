import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { addressOfChapter, comicChapter, pagesOf } from '../../testing/chapters.ts';
import { keepTestsApart, loadInput, openReader, press } from '../../testing/open-reader.tsx';
import { changeReaderSettings } from '../settings/change-settings.ts';

keepTestsApart();

const paged = comicChapter({ layout: 'pages' });
const openPage = () => screen.getByText(/^Pages? \d/).textContent;
const shown = () => [...document.querySelectorAll('[data-open] img')].map((image) => image.getAttribute('alt'));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

async function open(chapter = paged) {
  const opened = await openReader(chapter);
  await loadInput();
  return opened;
}

/** Every page that a reader opens who turns on to the end. */
function leaf(): (string | null)[] {
  const seen: (string | null)[] = [];
  for (let turns = 0; turns < 6 && shown().length > 0; turns += 1) {
    seen.push(openPage());
    press('j');
    if (button('Next page').disabled) break;
  }
  return seen;
}

/** The screen, wider than high or not; happy-dom does not turn. */
function stubScreen(isWide: boolean) {
  const listeners = new Set<() => void>();
  const now = { isWide };
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query === '(orientation: landscape)' && now.isWide;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return (wide: boolean) =>
    act(() => {
      now.isWide = wide;
      for (const listener of listeners) listener();
    });
}

describe('pages two by two', () => {
  it('begin with the cover alone', async () => {
    changeReaderSettings({ comic: { spread: 'on' } });
    await open();
    expect(leaf()).toEqual(['Page 1 of 6', 'Pages 2–3 of 6', 'Pages 4–5 of 6', 'Page 6 of 6']);
  });

  it('are shifted by one with a key, and shifted back', async () => {
    changeReaderSettings({ comic: { spread: 'on' } });
    await open();
    press('o');
    expect(shown()).toEqual(['Page 1 of 6', 'Page 2 of 6']);
    expect(openPage()).toBe('Pages 1–2 of 6');
    press('o');
    expect(openPage()).toBe('Page 1 of 6');
  });

  it('leave a page alone that is wider than high, and begin anew after it', async () => {
    changeReaderSettings({ comic: { spread: 'on' } });
    await open({ ...paged, pages: pagesOf(6, { wide: [2] }) });
    expect(leaf()).toEqual(['Page 1 of 6', 'Page 2 of 6', 'Page 3 of 6', 'Pages 4–5 of 6', 'Page 6 of 6']);
  });

  it('stand beside each other on wide screens alone where their reader wants that, at the same page', async () => {
    const turnScreen = stubScreen(false);
    changeReaderSettings({ comic: { spread: 'wide' } });
    await open();
    press('j');
    press('j');
    expect(openPage()).toBe('Page 3 of 6');
    turnScreen(true);
    expect(shown()).toEqual(['Page 2 of 6', 'Page 3 of 6']);
    turnScreen(false);
    expect(openPage()).toBe('Page 3 of 6');
  });

  it('are seen together by the end: both are read', async () => {
    changeReaderSettings({ comic: { spread: 'on' } });
    await open({ ...paged, pages: pagesOf(3) });
    press('j');
    expect(openPage()).toBe('Pages 2–3 of 3');
    press('j');
    expect(screen.getByRole('region', { name: /^End of chapter/ })).toBeTruthy();
    press('k');
    expect(shown()).toEqual(['Page 2 of 3', 'Page 3 of 3']);
  });
});

describe('the slider below the pages', () => {
  it('leads to any spread, and says which it is', async () => {
    changeReaderSettings({ comic: { spread: 'on' } });
    await open();
    const slider = screen.getByRole('slider', { name: 'Go to page' });
    fireEvent.change(slider, { target: { value: 3 } });
    expect(shown()).toEqual(['Page 4 of 6', 'Page 5 of 6']);
    expect(slider.getAttribute('aria-valuetext')).toBe('Pages 4–5 of 6');
  });

  it('has buttons for one turn, which end where the pages do', async () => {
    await open();
    expect(button('Previous page').disabled).toBe(true);
    fireEvent.click(button('Next page'));
    expect(openPage()).toBe('Page 2 of 6');
    fireEvent.click(button('Previous page'));
    expect(openPage()).toBe('Page 1 of 6');
    for (let turns = 0; turns < 6; turns += 1) fireEvent.click(button('Next page'));
    expect(button('Next page').disabled).toBe(true);
    fireEvent.click(button('Previous page'));
    expect(openPage()).toBe('Page 6 of 6');
  });

  it('says itself where it is while it has the focus', async () => {
    await open();
    const words = screen.getByText('Page 1 of 6');
    const slider = screen.getByRole('slider', { name: 'Go to page' });
    act(() => slider.focus());
    expect(words.getAttribute('aria-live')).toBe('off');
    act(() => slider.blur());
    expect(words.hasAttribute('aria-live')).toBe(false);
  });

  it('speaks Arabic, with its digits', async () => {
    changeReaderSettings({ comic: { spread: 'on' } });
    await openReader(paged, { language: 'ar-sa' });
    fireEvent.click(button('الصفحة التالية'));
    expect(screen.getByText('الصفحتان ٢ و٣ من ٦')).toBeTruthy();
  });
});

it.each([
  ['4', 'Page 4 of 6'],
  ['99', 'Page 6 of 6'],
])('the number %s leads to its page, or to the nearest that there is', async (typed, page) => {
  await open();
  press('g');
  const field = await screen.findByRole('spinbutton', { name: 'Page number' });
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.submit(field);
  expect(openPage()).toBe(page);
});

it('the pages’ end opens the next chapter with one turn more', async () => {
  const { addresses } = await open();
  for (let turns = 0; turns < 6; turns += 1) press('j');
  expect(addresses).toEqual([]);
  press('j');
  expect(addresses).toEqual([addressOfChapter(3)]);
});
