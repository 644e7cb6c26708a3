import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readKept } from '../../../../web/session.ts';
import { comicChapter, novelChapter, pagesOf } from '../../testing/chapters.ts';
import { keepTestsApart, openReader, type PageLanguage } from '../../testing/open-reader.tsx';

keepTestsApart();

const names: Record<PageLanguage, string> = { 'en-us': 'Reading settings', 'ar-sa': 'إعدادات القراءة' };
const paged = comicChapter({ layout: 'pages' });
const other = { ...comicChapter(), book_uuid: 'b0000000-0000-4000-8000-000000000002' };
const root = document.documentElement;

async function openSheet(...[chapter, opening = {}]: Parameters<typeof openReader>) {
  const opened = await openReader(chapter, opening);
  const name = names[opening.language ?? 'en-us'];
  fireEvent.click(screen.getByRole('button', { name }));
  const sheet = within(await screen.findByRole('dialog', { name }));
  return { ...opened, sheet };
}

type Sheet = Awaited<ReturnType<typeof openSheet>>['sheet'];

const slide = (sheet: Sheet, name: string, value: number) =>
  fireEvent.change(sheet.getByRole('slider', { name }), { target: { value } });

function choose(sheet: Sheet, name: string, option: string) {
  const field = sheet.getByRole('combobox', { name });
  const { value } = within(field).getByRole<HTMLOptionElement>('option', { name: option });
  fireEvent.change(field, { target: { value } });
}

const chosen = (sheet: Sheet, name: string) =>
  sheet.getByRole<HTMLSelectElement>('combobox', { name }).selectedOptions[0]?.textContent;
const optionsOf = (sheet: Sheet, name: string) =>
  within(sheet.getByRole('combobox', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

describe('the settings of a strip', () => {
  it('hold at once, and at the next visit', async () => {
    const { sheet, unmount } = await openSheet(comicChapter());
    slide(sheet, 'Image width', 50);
    slide(sheet, 'Gap between images', 20);
    expect(root.style.getPropertyValue('--comic-width')).toBe('0.5');
    expect(root.style.getPropertyValue('--comic-gap')).toBe('20px');
    unmount();
    const next = await openSheet(comicChapter());
    expect(next.sheet.getByRole('slider', { name: 'Image width' }).getAttribute('aria-valuetext')).toBe('50%');
  });

  it('go back to the defaults, which keeps those of novels', async () => {
    const novel = await openSheet(novelChapter(['It was night.']));
    slide(novel.sheet, 'Text size', 30);
    novel.unmount();
    const comic = await openSheet(comicChapter());
    slide(comic.sheet, 'Image width', 50);
    fireEvent.click(comic.sheet.getByRole('button', { name: 'Back to the defaults' }));
    expect(root.style.getPropertyValue('--comic-width')).toBe('');
    comic.unmount();
    const { sheet } = await openSheet(novelChapter(['It was night.']));
    expect(sheet.getByRole('slider', { name: 'Text size' }).getAttribute('aria-valuetext')).toBe('30 px');
  });

  it('offer to mirror taps once taps scroll', async () => {
    const { sheet } = await openSheet(comicChapter());
    expect(sheet.queryByRole('combobox', { name: 'Mirror the tap areas' })).toBeNull();
    choose(sheet, 'Tapping the page', 'Left and right');
    expect(chosen(sheet, 'Mirror the tap areas')).toBe('Not mirrored');
  });

  it('begin auto-scroll, and make room for it', async () => {
    const { sheet } = await openSheet(comicChapter());
    fireEvent.click(sheet.getByRole('button', { name: 'Start auto-scroll' }));
    expect(await screen.findByRole('group', { name: 'Auto-scroll' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('say where the browser keeps nothing, hold all the same, and are kept once there is room', async () => {
    const setItem = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem, removeItem: () => {}, clear: () => {} });
    const { sheet } = await openSheet(comicChapter());
    expect(sheet.getByText(/^This browser keeps nothing/)).toBeTruthy();
    slide(sheet, 'Image width', 60);
    expect(root.style.getPropertyValue('--comic-width')).toBe('0.6');
    vi.unstubAllGlobals();
    slide(sheet, 'Image width', 70);
    expect(readKept('READER_SETTINGS')).toMatchObject({ comic: { widthPercent: 70 } });
  });

  it('speak Arabic, with its digits', async () => {
    const { sheet } = await openSheet(comicChapter(), { language: 'ar-sa' });
    slide(sheet, 'عرض الصور', 50);
    expect(sheet.getByRole('slider', { name: 'عرض الصور' }).getAttribute('aria-valuetext')).toBe('٥٠٪');
    choose(sheet, 'لمس الصفحة', 'الحواف');
    expect(chosen(sheet, 'عكس مناطق اللمس')).toBe('بلا عكس');
    choose(sheet, 'وضع القراءة', 'صفحة بصفحة');
    expect(await screen.findByText('الصفحة ١ من ٦')).toBeTruthy();
  });
});

describe('the layout of a comic', () => {
  it('changes at once, and is the habit for all comics when its reader says so', async () => {
    const first = await openSheet(comicChapter());
    choose(first.sheet, 'Reading mode', 'Page by page');
    expect(await screen.findByText('Page 1 of 6')).toBeTruthy();
    fireEvent.click(first.sheet.getByRole('button', { name: 'Use this for all comics' }));
    expect(first.sheet.queryByRole('button', { name: 'Use this for all comics' })).toBeNull();
    first.unmount();
    const { sheet } = await openSheet(other);
    expect(chosen(sheet, 'Reading mode')).toBe('Page by page');
    expect(screen.getByText('Page 1 of 6')).toBeTruthy();
  });

  it('is that of one book alone where nothing else is said', async () => {
    const first = await openSheet(comicChapter());
    choose(first.sheet, 'Reading mode', 'Page by page');
    first.unmount();
    const { sheet } = await openSheet(other);
    expect(chosen(sheet, 'Reading mode')).toBe('As the book');
    expect(screen.queryByText('Page 1 of 6')).toBeNull();
  });

  it('is no page by page where images are too tall for it', async () => {
    const pages = pagesOf(6).map((page, index) => ({ ...page, page: Math.max(0, index - 1) }));
    const { sheet } = await openSheet(comicChapter({ pages }));
    expect(sheet.getByText(/too tall for single pages/)).toBeTruthy();
    expect(optionsOf(sheet, 'Reading mode')).toEqual(['As the book', 'One long strip']);
  });

  it('turns pages the way that its reader chooses', async () => {
    const { sheet } = await openSheet(paged);
    choose(sheet, 'Pages turn', 'Right to left');
    expect(screen.getByText('Page 1 of 6').parentElement?.dir).toBe('rtl');
  });

  it('has no use for a strip’s settings where pages are turned', async () => {
    const { sheet } = await openSheet(paged);
    expect(sheet.queryByRole('slider', { name: 'Image width' })).toBeNull();
    expect(sheet.queryByRole('button', { name: 'Start auto-scroll' })).toBeNull();
    expect(chosen(sheet, 'Tapping the page')).toBe('Left and right');
    expect(sheet.queryByRole('switch', { name: 'First page beside the second' })).toBeNull();
    choose(sheet, 'Two pages side by side', 'Always');
    expect(sheet.getByRole('switch', { name: 'First page beside the second' })).toBeTruthy();
  });

  it('shows once what taps do when that has changed', async () => {
    const { sheet } = await openSheet(comicChapter());
    choose(sheet, 'Tapping the page', 'Left and right');
    fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
    expect(await screen.findAllByText('Forward')).toBeTruthy();
  });
});

describe('the settings of a novel', () => {
  const novel = novelChapter(['It was night.']);

  it('set the text anew', async () => {
    const { sheet } = await openSheet(novel);
    slide(sheet, 'Text size', 24);
    slide(sheet, 'Line spacing', 1.9);
    choose(sheet, 'Typeface', 'OpenDyslexic');
    fireEvent.click(sheet.getByRole('radio', { name: 'Sepia' }));
    expect(root.style.getPropertyValue('--novel-font-size-px')).toBe('24px');
    expect(root.style.getPropertyValue('--novel-line-height')).toBe('1.9');
    expect(root.dataset).toMatchObject({ novelFont: 'dyslexic', novelTheme: 'sepia' });
  });

  it('begin with what the script of the text is used to', async () => {
    const arabic = await openSheet(novelChapter(['كان الليل.'], { language: 'ar-sa' }));
    const sizeOf = ({ sheet }: { sheet: Sheet }) =>
      Number(sheet.getByRole<HTMLInputElement>('slider', { name: 'Text size' }).value);
    const arabicSize = sizeOf(arabic);
    arabic.unmount();
    expect(arabicSize).toBeGreaterThan(sizeOf(await openSheet(novel)));
  });

  it('leave out what a text has no use for that is turned by pages', async () => {
    const { sheet } = await openSheet(novel);
    expect(sheet.getByRole('switch', { name: 'Swiping changes the chapter' })).toBeTruthy();
    choose(sheet, 'Read by', 'Turning pages');
    await waitFor(() => expect(sheet.queryByRole('switch', { name: 'Swiping changes the chapter' })).toBeNull());
  });

  it('offer hyphens where lines are filled', async () => {
    const { sheet } = await openSheet(novel);
    const justify = sheet.getByRole<HTMLInputElement>('switch', { name: 'Justify the text' });
    if (justify.checked) fireEvent.click(justify);
    expect(sheet.queryByRole('switch', { name: 'Hyphenate words' })).toBeNull();
    fireEvent.click(justify);
    expect(sheet.getByRole('switch', { name: 'Hyphenate words' })).toBeTruthy();
  });

  it('speak Arabic', async () => {
    const { sheet } = await openSheet(novel, { language: 'ar-sa' });
    slide(sheet, 'حجم النص', 24);
    expect(sheet.getByRole('slider', { name: 'حجم النص' }).getAttribute('aria-valuetext')).toBe('٢٤ بكسل');
    fireEvent.click(sheet.getByRole('radio', { name: 'عاجي' }));
    expect(root.dataset.novelTheme).toBe('sepia');
  });
});

describe('whose settings they are', () => {
  it('is not asked of a visitor', async () => {
    const { sheet } = await openSheet(comicChapter());
    expect(sheet.queryByRole('switch', { name: 'Only on this device' })).toBeNull();
  });

  it('is the account’s, or this device’s where its user wants that', async () => {
    const { sheet } = await openSheet(comicChapter(), { isUser: true });
    const here = await sheet.findByRole('switch', { name: 'Only on this device' });
    expect(sheet.getByText(/^Your settings follow your account/)).toBeTruthy();
    fireEvent.click(here);
    expect(here.getAttribute('aria-checked')).toBe('true');
    expect(sheet.getByText(/^This device has settings of its own/)).toBeTruthy();
  });
});
