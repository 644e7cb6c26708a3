import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import lateEnglish from '../../../../messages/late/en-us.json';
import ownEnglish from '../../../../messages/own/en-us.json';
import { createApi } from '../../../web/api-client.ts';
import { RenderedAtProvider } from '../../../web/clock.tsx';
import { addLateMessages } from '../../../web/create-text.ts';
import { mergeWords } from '../../../web/late-words.ts';
import { inSite } from '../../../web/testing/in-site.tsx';
import { AccessTokens } from './AccessTokens.tsx';

addLateMessages('en-us', mergeWords(lateEnglish, ownEnglish));

const token = `lst_${'a'.repeat(43)}`;
const reading = {
  ...{ kind: 'reading', opds: 'https://comics.example/opds/v1.2/mine', opds_qr: 'data:image/png;base64,AAAA' },
  ...{ komga: 'https://komga.comics.example', koreader: 'https://comics.example/koreader' },
};
const row = { id: 'an id', name: 'Panels', scopes: ['read', 'sync'], last_four: 'aaaa' };
const dates = { created_at: '2026-05-01T00:00:00.000Z', expires_at: null, last_used_at: null };

/** The list with its dialog open; `apps`: what the answer to a new key tells. */
async function open({
  role = null,
  apps = null,
  listed = [],
}: {
  role?: string | null;
  apps?: object | null;
  listed?: object[];
}) {
  const sent: unknown[] = [];
  const api = createApi(async (method, path, body) => {
    if (method === 'DELETE') listed.splice(0, 1);
    if (method === 'POST') {
      sent.push(body);
      return { result: { ...row, ...dates, token, apps } };
    }
    return path.startsWith('/user/sessions') ? { result: [], role } : { result: listed };
  });
  const user = { uuid: '00000000-0000-4000-8000-000000000001', username: 'Ada', isStaff: false };
  render(
    inSite(
      <RenderedAtProvider value={0}>
        <AccessTokens user={user} />
      </RenderedAtProvider>,
      { api },
    ),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Make a key' }));
  return sent;
}

function make(): void {
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.input(dialog.getByLabelText('Name'), { target: { value: 'Panels' } });
  fireEvent.input(dialog.getByLabelText('Current password'), { target: { value: 'a password' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Make a key' }));
}
const textIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value; // a field to copy from

it('says of a key that was used a moment ago that it was just now', async () => {
  await open({ listed: [{ ...row, ...dates, last_used_at: new Date().toISOString() }] });
  expect(screen.getByText('Last used: just now')).toBeTruthy();
});

it('makes a key for a reading app, and shows what to type in each', async () => {
  const sent = await open({ apps: reading });
  expect(screen.queryByLabelText('What the key is for')).toBeNull();
  make();
  expect(await screen.findByText(/it is not shown again/)).toBeTruthy();
  expect(sent).toEqual([{ name: 'Panels', password: 'a password', scopes: ['read', 'sync'], expires_in_days: 365 }]);
  expect([textIn('Address'), textIn('User name'), textIn('Password: your key')]).toEqual([reading.opds, 'Ada', token]);
  expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(3);
  expect(screen.getByRole('img', { name: 'The address as a QR code' }).getAttribute('src')).toBe(reading.opds_qr);
  for (const [tab, address] of [
    ['Komga', reading.komga],
    ['KOReader', reading.koreader],
  ] as const) {
    fireEvent.click(screen.getByRole('tab', { name: tab }));
    expect([textIn('Address'), textIn('Password: your key')]).toEqual([address, token]);
    expect(screen.queryByRole('img')).toBeNull();
  }
});

it.each(['owner', 'editor'])('offers a publishing program to an %s', async (role) => {
  const sent = await open({ role, apps: { kind: 'publishing', api: 'https://comics.example/api/v1' } });
  fireEvent.change(await screen.findByLabelText('What the key is for'), { target: { value: 'publishing' } });
  make();
  expect(await screen.findByLabelText('Your key')).toBeTruthy();
  expect(sent).toMatchObject([{ scopes: ['publish'] }]);
  expect(textIn('Address')).toBe('https://comics.example/api/v1');
});

it('offers none to support, and shows the key alone where no door is open', async () => {
  await open({ role: 'support' });
  make();
  expect(await screen.findByLabelText('Your key')).toBeTruthy();
  expect(screen.queryByLabelText('What the key is for')).toBeNull();
  expect(screen.queryByLabelText('Address')).toBeNull();
});

it('moves the focus from an ended key to the next one', async () => {
  await open({
    listed: [
      { ...row, ...dates },
      { ...row, ...dates, id: 'another id', name: 'Tachiyomi' },
    ],
  });
  const [first, second] = await screen.findAllByRole('button', { name: /^End/, hidden: true });
  first?.focus();
  if (first) fireEvent.click(first);
  await waitFor(() => expect(document.activeElement).toBe(second));
});
