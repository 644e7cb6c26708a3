import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings, type ReaderSettings, settingsOf } from '../../reader-settings.ts';
import { changeReaderSettings, keepOnlyHere } from './change-settings.ts';
import { readSettings } from './settings.ts';
import { type Held, heldBy, listUnsent, type TimedSetting, withReceived } from './shared-settings.ts';
import { readSharing } from './sharing.ts';

const at = (minute: number) => Date.UTC(2026, 5, 1, 12, minute);
const received = (name: string, value: unknown, minute: number): TimedSetting => ({
  name,
  value,
  updated_at: new Date(at(minute)).toISOString(),
});

function holding(kept: object, minutes: Record<string, number> = {}): Held {
  const times = Object.fromEntries(Object.entries(minutes).map(([name, minute]) => [name, at(minute)]));
  return { settings: settingsOf(kept), sharing: { account: 'ada', isOnlyHere: false, times } };
}

const differing = ({ novel }: ReaderSettings) =>
  Object.fromEntries(Object.entries(novel).filter(([name, value]) => value !== Object(defaultSettings.novel)[name]));

describe('what the account tells', () => {
  it('holds where it was chosen later, and does not where this device chose later', () => {
    const mine = holding({ novel: { theme: 'sepia', font: 'sans' } }, { 'novel.theme': 5, 'novel.font': 5 });
    const after = withReceived(mine, [received('novel.theme', 'dark', 6), received('novel.font', 'serif', 4)]);
    expect(differing(after.settings)).toEqual({ theme: 'dark', font: 'sans' });
    expect(after.sharing.times).toEqual({ 'novel.theme': at(6), 'novel.font': at(5) });
  });

  it('leaves alone what it does not name, and brings nothing that is no setting', () => {
    const mine = holding({ novel: { theme: 'sepia' }, keys: { like: 'x' } });
    const after = withReceived(mine, [received('novel.fontSizePx', 900, 1), received('novel.colour', 'red', 1)]);
    expect(after.settings).toEqual({
      ...defaultSettings,
      novel: { ...defaultSettings.novel, theme: 'sepia', fontSizePx: 40 },
      keys: { like: 'x' },
    });
  });

  it('gives its time to what both chose, so that a clock ahead of it wins no second time', () => {
    const mine = holding({ novel: { theme: 'sepia' } }, { 'novel.theme': 59 });
    const heard = withReceived(mine, [received('novel.theme', 'sepia', 3)]);
    expect(listUnsent(heard, [received('novel.theme', 'sepia', 3)])).toEqual([]);
    expect(withReceived(heard, [received('novel.theme', 'dark', 4)]).settings.novel.theme).toBe('dark');
  });

  it('is no news when keys come back in another order', () => {
    const mine = holding({ keys: { like: 'x', search: 'y' } }, { keys: 59 });
    const heard = [received('keys', { search: 'y', like: 'x' }, 3)];
    expect(listUnsent(withReceived(mine, heard), heard)).toEqual([]);
  });
});

describe('books that were set otherwise', () => {
  const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const pages = { layout: 'pages', direction: 'book', isOffset: false };
  const strip = { ...pages, layout: 'strip' };

  it('follow each by itself: of two devices that chose for different books, both hold', () => {
    const mine = holding({ books: { [uuid(1)]: pages, [uuid(2)]: pages } }, { [`books.${uuid(2)}`]: 2 });
    const heard = [received(`books.${uuid(2)}`, strip, 3), received(`books.${uuid(3)}`, strip, 1)];
    const after = withReceived(mine, heard);
    expect(after.settings.books).toEqual({ [uuid(1)]: pages, [uuid(2)]: strip, [uuid(3)]: strip });
    expect(listUnsent(after, heard)).toEqual([
      { name: `books.${uuid(1)}`, value: pages, updated_at: new Date(0).toISOString() },
    ]);
  });

  it('are told as far as they are any, with all that they may have', () => {
    const mine = holding({ books: { junk: pages, [uuid(1)]: { layout: 'strip', colour: 'red' } } });
    expect(listUnsent(mine, []).map(({ name, value }) => [name, value])).toEqual([[`books.${uuid(1)}`, strip]]);
  });

  it('are the latest two hundred, here as at the account, so that nothing is told for ever', () => {
    const books = Object.fromEntries(Array.from({ length: 190 }, (_, at) => [uuid(at), pages]));
    const minutes = Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`books.${uuid(at)}`, at]));
    const heard = Array.from({ length: 20 }, (_, at) => received(`books.${uuid(500 + at)}`, strip, 300));
    const after = withReceived(holding({ books }, minutes), heard);
    expect(Object.keys(after.settings.books)).toHaveLength(200);
    expect(after.settings.books).not.toHaveProperty(uuid(9));
    expect(after.settings.books).toHaveProperty(uuid(10));
    expect(listUnsent(after, heard)).toHaveLength(180);
  });
});

describe('what the account is told', () => {
  it('is what was chosen here since, also back to the default', () => {
    const mine = holding({ novel: { font: 'sans' } }, { 'novel.theme': 5, 'novel.font': 5, 'novel.flow': 2 });
    const known = [
      received('novel.theme', 'dark', 4),
      received('novel.font', 'sans', 5),
      received('novel.flow', 'pages', 3),
    ];
    expect(listUnsent(mine, known)).toEqual([received('novel.theme', 'system', 5)]);
  });

  it('is what it knows nothing of, unless that is the default', () => {
    const mine = holding({ novel: { font: 'sans' } });
    expect(listUnsent(mine, [])).toEqual([
      { name: 'novel.font', value: 'sans', updated_at: '1970-01-01T00:00:00.000Z' },
    ]);
    expect(listUnsent(mine, [received('novel.font', 'serif', 0)])).toEqual([]);
  });

  it('is never a key that it would refuse', () => {
    const keys = { like: 'x', search: 'ctrl', 'no name': 'y', showHelp: 7 };
    expect(listUnsent(holding({ keys }, { keys: 1 }), [])).toEqual([received('keys', { like: 'x' }, 1)]);
  });
});

describe('a browser in which a user logs in', () => {
  const kept = { novel: { theme: 'sepia' } };
  it("keeps a visitor's choices as far as the account has none, whenever they were made", () => {
    const visitors = { ...holding(kept, { 'novel.theme': 59 }), sharing: { ...holding(kept).sharing, account: null } };
    const mine = heldBy('ada', visitors);
    expect(withReceived(mine, [received('novel.theme', 'dark', 1)]).settings.novel.theme).toBe('dark');
    expect(listUnsent(mine, [])).toMatchObject([{ name: 'novel.theme', value: 'sepia' }]);
  });

  it("drops another user's", () => {
    expect(heldBy('bob', holding(kept)).settings).toEqual(defaultSettings);
    expect(heldBy('ada', holding(kept))).toEqual(holding(kept));
  });
});

describe('a choice', () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    return () => vi.unstubAllGlobals();
  });

  it('has a time of its own, and is later than what it changes where the clock is behind', () => {
    changeReaderSettings({ novel: { theme: 'dark' } });
    expect(Object.keys(readSharing().times)).toEqual(['novel.theme']);
    const late = Date.now() + 60_000;
    const sharing = { account: 'ada', isOnlyHere: false, times: { 'novel.theme': late, 'novel.font': late } };
    stored.set('READER_SETTINGS', JSON.stringify({ ...readSettings(), sharing }));
    changeReaderSettings({ novel: { theme: 'black', font: 'serif' } });
    expect(readSharing().times).toEqual({ 'novel.theme': late + 1, 'novel.font': late });
  });

  it('to follow the account again lets the account decide, whatever was chosen meanwhile', () => {
    changeReaderSettings({ novel: { theme: 'dark' } });
    keepOnlyHere({ account: 'ada', isOnlyHere: true });
    changeReaderSettings({ novel: { font: 'sans' } });
    expect(readSharing()).toMatchObject({ account: 'ada', isOnlyHere: true });
    keepOnlyHere({ account: 'ada', isOnlyHere: false });
    const mine = { settings: readSettings(), sharing: readSharing() };
    const after = withReceived(mine, [received('novel.font', 'serif', -1e6), received('novel.theme', 'light', -1e6)]);
    expect(differing(after.settings)).toEqual({ theme: 'light' });
  });

  it.each([7, 'words', { sharing: 3 }, { sharing: { account: 4, times: { a: 'soon', b: -1, c: 1e300 } } }])(
    'reads %j as no time at all',
    (kept) => {
      stored.set('READER_SETTINGS', JSON.stringify(kept));
      expect(readSharing()).toEqual({ account: null, isOnlyHere: false, times: {} });
    },
  );
});
