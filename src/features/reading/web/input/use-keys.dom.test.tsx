import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '../../../../shared/paths.ts';
import { keep } from '../../../../web/session.ts';
import { addressOfChapter, bookUuid, comicChapter, uuidOfChapter } from '../../testing/chapters.ts';
import { areBarsThere, keepTestsApart, loadInput, openReader, press } from '../../testing/open-reader.tsx';
import { changeReaderSettings } from '../settings/change-settings.ts';

keepTestsApart();

const paged = comicChapter({ layout: 'pages' });
const openPage = () => screen.getByText(/^Pages? \d/).textContent;

async function openPaged(chapter = paged) {
  const opened = await openReader(chapter);
  await loadInput();
  return opened;
}

describe('keys in a book of pages', () => {
  it('turn pages by j and k', async () => {
    await openPaged();
    press('j');
    press('j');
    expect(openPage()).toBe('Page 3 of 6');
    press('k');
    expect(openPage()).toBe('Page 2 of 6');
  });

  it('turn pages by Space, and back with Shift', async () => {
    await openPaged();
    expect(press(' ')).toBe(true);
    expect(openPage()).toBe('Page 2 of 6');
    press(' ', { shiftKey: true });
    expect(openPage()).toBe('Page 1 of 6');
  });

  it.each([
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ] as const)('turn pages as a book reads that runs %s', async (direction, on, back) => {
    await openPaged(comicChapter({ layout: 'pages', reading_direction: direction }));
    press(on);
    press(on);
    press(back);
    expect(openPage()).toBe('Page 2 of 6');
  });

  it('go on while they are held, but open no other chapter', async () => {
    const { addresses } = await openPaged();
    for (let times = 0; times < 3; times += 1) press('j', { repeat: true });
    expect(openPage()).toBe('Page 4 of 6');
    press(']', { repeat: true });
    expect(addresses).toEqual([]);
  });

  it('are known by their place where letters are not Latin', async () => {
    await openPaged();
    press('о', { code: 'KeyJ' });
    expect(openPage()).toBe('Page 2 of 6');
  });

  it('are the reader’s own where they have chosen some', async () => {
    changeReaderSettings({ keys: { nextImage: 'x' } });
    await openPaged();
    press('j');
    expect(openPage()).toBe('Page 1 of 6');
    press('x');
    expect(openPage()).toBe('Page 2 of 6');
  });

  it('mean nothing while their reader types', async () => {
    await openPaged();
    const field = document.body.appendChild(document.createElement('input'));
    expect(press('j', { on: field })).toBe(false);
    field.remove();
    expect(openPage()).toBe('Page 1 of 6');
  });

  it('work on while the slider has the focus, which takes the arrows alone', async () => {
    await openPaged();
    const slider = screen.getByRole('slider', { name: 'Go to page' });
    expect(press('ArrowRight', { on: slider })).toBe(false);
    expect(openPage()).toBe('Page 1 of 6');
    press('j', { on: slider });
    expect(openPage()).toBe('Page 2 of 6');
  });

  it('are the browser’s with Ctrl, and Space is a button’s that has the focus', async () => {
    await openPaged();
    expect(press('j', { ctrlKey: true })).toBe(false);
    expect(press(' ', { on: screen.getByRole('button', { name: 'All chapters' }) })).toBe(false);
    expect(openPage()).toBe('Page 1 of 6');
  });

  it('mean nothing behind an open dialog', async () => {
    await openPaged();
    press('?');
    await screen.findByRole('dialog');
    press('j');
    expect(openPage()).toBe('Page 1 of 6');
  });

  it('close what is open, one after the other, and leave for the book at last', async () => {
    keep('ZONES_SHOWN', true);
    const { addresses } = await openPaged();
    press('Escape');
    expect(areBarsThere()).toBe(false);
    expect(addresses).toEqual([]);
    press('Escape');
    expect(addresses).toEqual([paths.book(bookUuid)]);
  });
});

describe('keys in a strip', () => {
  it.each([
    ['en-us', 'ArrowRight', 'ArrowLeft'],
    ['ar-sa', 'ArrowLeft', 'ArrowRight'],
  ] as const)('open the neighbours as the page reads, in %s', async (language, on, back) => {
    const { addresses } = await openReader(comicChapter(), { language });
    await loadInput();
    press(on);
    press(back);
    expect(addresses).toEqual([addressOfChapter(3), addressOfChapter(1)]);
  });

  it('open the neighbours by their signs, and nothing beyond the last chapter', async () => {
    const { addresses } = await openReader(comicChapter({ number: 3 }));
    await loadInput();
    press(']');
    press('[');
    expect(addresses).toEqual([addressOfChapter(2)]);
  });

  it('scroll by a share of the screen, which their reader chooses', async () => {
    changeReaderSettings({ comic: { stepPercent: 50 } });
    await openReader(comicChapter());
    await loadInput();
    press(' ');
    expect(scrollY).toBe(innerHeight / 2);
  });
});

describe('the list of the keys', () => {
  it('takes none that opens the search', async () => {
    await openPaged();
    press('?');
    const dialog = await screen.findByRole('dialog');
    const row = await within(dialog).findByText('All chapters');
    fireEvent.click(row);
    press('/', { on: row });
    expect(screen.getByText('/ already has its use: Search.')).toBeTruthy();
  });
});

describe('keys that come early', () => {
  it('are done once the code for them is there', async () => {
    await openReader(paged);
    press('j');
    await waitFor(() => expect(openPage()).toBe('Page 2 of 6'));
  });

  it('are done once the chapter is there', async () => {
    let answer = () => {};
    const answered = new Promise<unknown>((resolve) => {
      answer = () => resolve({ result: paged });
    });
    const call = `GET /comics/chapter_comics/${uuidOfChapter(2)}/en-us`;
    await openReader(paged, { isLate: true, answers: { [call]: () => answered } });
    await loadInput();
    press('j');
    answer();
    await waitFor(() => expect(openPage()).toBe('Page 2 of 6'));
  });
});
