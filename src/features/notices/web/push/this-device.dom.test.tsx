import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import english from '../../../../../messages/en-us.json';
import ownEnglish from '../../../../../messages/own/en-us.json';
import { type ApiClient, createApi } from '../../../../web/api-client.ts';
import { addLateMessages } from '../../../../web/create-text.ts';
import { forgetEverything, storeSession } from '../../../../web/stored-session.ts';
import { inSite } from '../../../../web/testing/in-site.tsx';
import type { Notice } from '../../contract.ts';
import { NoticeRow } from '../NoticeRow.tsx';
import { renew, tell } from '../worker/tell.ts';
import { readDevice, writeDevice } from './device.ts';
import { keepInStep, startTelling } from './this-device.ts';

const user = { token: 'new token', uuid: '0b2f7a52-3f0f-4d52-9f5e-0d6d7f7c0001', username: 'ada' };
const device = {
  ...{ id: 'endpoint', userUuid: user.uuid, token: user.token },
  ...({ language: 'en-us', siteName: 'Longstrip' } as const),
};
const keyBytes = (key: string) => Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer;

/** What the browser has: its subscription, its caches; and what the server was asked. */
let subscribed: { endpoint: string; key: string } | null;
let asked: string[];
let api: ApiClient;

const subscriptionOf = ({ endpoint, key }: { endpoint: string; key: string }) => ({
  endpoint,
  options: { applicationServerKey: keyBytes(key) },
  toJSON: () => ({ endpoint, keys: { p256dh: 'point', auth: 'secret' } }),
  async unsubscribe() {
    subscribed = null;
  },
});
const registration = {
  getNotifications: async () => [],
  pushManager: {
    getSubscription: async () => subscribed && subscriptionOf(subscribed),
    async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
      subscribed = { endpoint: 'https://push.example/new', key };
      return subscriptionOf(subscribed);
    },
  },
} as unknown as ServiceWorkerRegistration; // the part that is asked

/** A browser's caches, of one entry each. */
function createCaches() {
  const kept = new Map<string, Response | undefined>();
  return {
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name),
    async open(name: string) {
      kept.set(name, kept.get(name));
      return {
        match: async () => kept.get(name)?.clone(),
        put: async (_: string, entry: Response) => void kept.set(name, entry),
      };
    },
  };
}

beforeEach(async () => {
  asked = [];
  subscribed = { endpoint: 'https://push.example/old', key: 'AAAA' };
  api = createApi(async (method, address, body) => {
    asked.push(`${method} ${address} ${Object(body).endpoint ?? ''}`.trim());
    return { result: { id: subscribed?.endpoint.endsWith('new') ? 'new endpoint' : 'endpoint' } };
  });
  vi.stubGlobal('caches', createCaches());
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
    configurable: true,
  });
  storeSession(user);
  await writeDevice(device);
});

const keep = (language: 'ar-sa' | 'en-us' | null) => keepInStep({ api, siteName: 'Longstrip', language });

it('the device keeps up with a new login and language, and asks nothing while they are the same', async () => {
  await keep('en-us');
  await keep(null);
  expect(asked).toEqual([]);
  await keep('ar-sa');
  expect(asked).toEqual(['POST /user/push https://push.example/old']);
  await writeDevice({ ...device, token: 'old token', language: 'ar-sa' });
  await keep(null);
  expect(asked).toHaveLength(2);
  expect(await readDevice()).toMatchObject({ token: user.token, language: 'ar-sa' });
});

it.each([
  ['another user', () => storeSession({ ...user, uuid: '0b2f7a52-3f0f-4d52-9f5e-0d6d7f7c0002' })],
  ['a visitor', () => forgetEverything()],
])('the device forgets its user once it is that of %s', async (_, change) => {
  change();
  await keep('en-us');
  expect([await readDevice(), subscribed, asked]).toEqual([null, null, []]);
});

it('the device forgets its user where the browser has no subscription any more', async () => {
  subscribed = null;
  await keep('ar-sa');
  expect([await readDevice(), asked]).toEqual([null, []]);
});

it('a press under a new key of the site subscribes anew, and removes the old endpoint', async () => {
  const wanted = { api, language: 'en-us', siteName: 'Longstrip', pushKey: 'BBBB' } as const;
  expect(await startTelling(wanted)).toBeNull();
  expect(subscribed).toEqual({ endpoint: 'https://push.example/new', key: 'BBBB' });
  expect(asked).toEqual(['POST /user/push https://push.example/new', 'DELETE /user/push/endpoint']);
  expect((await readDevice())?.id).toBe('new endpoint');
});

it.each([
  ['has name and icon of the site as they are now', true, { name: 'Ink', icon: '/face/key/icon-192.png' }],
  ['is shown all the same while the site is away', false, { name: 'Longstrip', icon: '/icons/icon-192.png' }],
])('a notice %s', async (_, isThere, { name, icon }) => {
  const manifest = { name: 'Ink', icons: [{ src: '/face/key/icon-192.png' }] };
  vi.stubGlobal('fetch', async (address: string) => {
    if (!isThere) throw new TypeError('failed');
    return Response.json(address === '/manifest/en-us.webmanifest' ? manifest : {}, { status: 200 });
  });
  const shown: unknown[][] = [];
  const showNotification = async (...given: unknown[]) => void shown.push(given);
  const worker = { ...registration, showNotification } as unknown as ServiceWorkerRegistration; // the part that is asked
  await tell({ registration: worker, findWords: () => Promise.reject(new Error('away')) }, { kind: 'new_chapter' });
  expect(shown).toMatchObject([[name, { icon, badge: icon }]]);
});

it.each([
  ['puts a subscription that the browser ended under a new one', 201, 'new endpoint'],
  ['forgets its user where the server refuses the new one', 401, undefined],
])('the worker %s', async (_, status, id) => {
  subscribed = null;
  const answer = vi.fn(async (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    return new Response(JSON.stringify(status === 201 ? { data: { result: { id: 'new endpoint' } } } : {}), { status });
  });
  vi.stubGlobal('fetch', answer);
  await renew({ registration }, 'AAAA' as unknown as BufferSource);
  expect((await readDevice())?.id).toBe(id);
  expect(subscribed).toEqual(id ? { endpoint: 'https://push.example/new', key: 'AAAA' } : null);
  expect(asked).toEqual(['POST /api/v1/user/push', ...(id ? ['DELETE /api/v1/user/push/endpoint'] : [])]);
});

it('titles are shown decoded once, and reach no further, in a row of the inbox and by the worker', async () => {
  const notice: Notice = {
    ...{ id: 'notice', kind: 'new_chapter', created_at: '2026-01-05T12:00:00Z', read_at: null, href: '/book' },
    ...{ book_title: 'Tom &amp;amp; \u202eJerry &#233;', chapter_number: 2, label: null, count: 1 },
    title: 'Salt &lt;b&gt;',
  };
  vi.stubGlobal('fetch', async () => Response.json({ data: { result: notice } }));
  const shown: unknown[][] = [];
  const showNotification = async (...given: unknown[]) => void shown.push(given);
  const worker = { ...registration, showNotification } as unknown as ServiceWorkerRegistration; // the part that is asked
  await tell({ registration: worker, findWords: async () => english }, { kind: notice.kind, id: notice.id });
  expect(shown.map(([, said]) => said)).toMatchObject([
    { body: 'New in \u2068Tom &amp; Jerry é\u2069: chapter 2\nSalt <b>' },
  ]);

  addLateMessages('en-us', ownEnglish);
  render(inSite(<NoticeRow notice={notice} onOpen={() => {}} onRemove={() => {}} />));
  const row = screen.getByRole('listitem').textContent;
  expect(row).toMatch(/New in \u2068Tom &amp; \u202eJerry é\u202c\u2069: chapter 2.*Salt <b>/);
});
