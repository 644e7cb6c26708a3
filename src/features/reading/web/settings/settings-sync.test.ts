import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, createApi } from '../../../../web/api-client.ts';
import { subscribeToSession } from '../../../../web/session.ts';
import { changeReaderSettings, keepOnlyHere } from './change-settings.ts';
import { readSettings } from './settings.ts';
import { startSettingsSync } from './settings-sync.ts';
import type { TimedSetting } from './shared-settings.ts';

let stored: Map<string, string>;
let page: EventTarget;
let screen: EventTarget & { visibilityState: string };
/** The settings that the account holds. */
let account: Map<string, TimedSetting>;
let calls: string[];
let failure: ApiError | null;
let end: () => void;

async function answer(call: string, items: TimedSetting[] = []) {
  calls.push([call, ...items.map(({ name, value }) => `${name}=${value}`)].join(' '));
  if (failure) throw failure;
  for (const item of items)
    if (item.updated_at > (account.get(item.name)?.updated_at ?? '')) account.set(item.name, item);
  return { result: [...account.values()] };
}

const api = createApi((method, _address, body) =>
  answer(method, (body as { items: TimedSetting[] } | undefined)?.items),
);

const start = () => {
  end = startSettingsSync(api, 'ada');
  return vi.advanceTimersByTimeAsync(1);
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
function show(state: 'visible' | 'hidden'): Promise<unknown> {
  screen.visibilityState = state;
  screen.dispatchEvent(new Event('visibilitychange'));
  return pass(0);
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) });
  stored = new Map([['USER_UUID', 'ada']]);
  page = new EventTarget();
  screen = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    documentElement: { toggleAttribute: () => {} },
  });
  [account, calls, failure] = [new Map(), [], null];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', screen);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  return () => {
    end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

it('asks once, and tells in one call what was drawn and chosen within a moment', async () => {
  await start();
  for (const fontSizePx of [20, 21, 22]) {
    changeReaderSettings({ novel: { fontSizePx } });
    await pass(1);
  }
  changeReaderSettings({ novel: { theme: 'dark' } });
  await pass(30);
  expect(calls[0]).toBe('GET');
  expect(calls.filter((call) => call !== 'GET')).toEqual(['PUT novel.fontSizePx=22 novel.theme=dark']);
});

it('tells of many books in as many calls as it takes', async () => {
  const uuids = Array.from({ length: 120 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
  const pages = { layout: 'pages', direction: 'book', isOffset: false } as const;
  changeReaderSettings({ books: Object.fromEntries(uuids.map((uuid) => [uuid, pages])) });
  await start();
  await pass(30);
  expect(calls.map((call) => call.split(' books.').length - 1)).toEqual([0, 50, 50, 20]);
  await pass(300);
  expect(calls).toHaveLength(4);
});

it('takes what another device chose when its reader comes back, and tells at once when they leave', async () => {
  await start();
  account.set('novel.theme', { name: 'novel.theme', value: 'sepia', updated_at: '2026-06-01T00:00:03Z' });
  await pass(60);
  await show('hidden');
  await show('visible');
  expect(readSettings().novel.theme).toBe('sepia');
  changeReaderSettings({ novel: { font: 'sans' } });
  await show('hidden');
  expect(calls).toEqual(['GET', 'GET', 'PUT novel.font=sans']);
});

it('says nothing of what another tab chose while it is out of sight: that one tells', async () => {
  await start();
  await show('hidden');
  stored.set('READER_SETTINGS', JSON.stringify({ novel: { theme: 'dark' } }));
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'READER_SETTINGS' }));
  await pass(60);
  expect(calls).toEqual(['GET']);
});

it('neither asks nor tells while settings stay on this device', async () => {
  keepOnlyHere({ account: 'ada', isOnlyHere: true });
  await start();
  changeReaderSettings({ novel: { theme: 'dark' } });
  await pass(60);
  await show('hidden');
  await show('visible');
  expect(calls).toEqual([]);
  keepOnlyHere({ account: 'ada', isOnlyHere: false });
  await pass(60);
  expect(calls).toEqual(['GET', 'PUT novel.theme=dark']);
});

it.each([
  ['tells later where nobody answered', 0, ['GET', 'GET', 'PUT novel.theme=dark']],
  ['waits for a new page where it was not understood', 400, ['GET']],
])('%s', async (_, status, expected) => {
  failure = new ApiError(status, {});
  changeReaderSettings({ novel: { theme: 'dark' } });
  await start();
  failure = null;
  await pass(120);
  expect(calls).toEqual(expected);
});

it('touches nothing once somebody else reads here', async () => {
  // As every page's header does.
  const endHearing = subscribeToSession(() => {});
  const enter = (userUuid: string) => {
    stored.set('USER_UUID', userUuid);
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'USER_UUID' }));
  };
  await start();
  enter('bob');
  changeReaderSettings({ novel: { theme: 'dark' } });
  await pass(60);
  expect(calls).toEqual(['GET']);
  enter('ada');
  endHearing();
});
