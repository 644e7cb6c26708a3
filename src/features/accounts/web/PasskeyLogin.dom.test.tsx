import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import english from '../../../../messages/en-us.json';
import lateEnglish from '../../../../messages/late/en-us.json';
import ownEnglish from '../../../../messages/own/en-us.json';
import { createApi } from '../../../web/api-client.ts';
import { addLateMessages } from '../../../web/create-text.ts';
import { mergeWords } from '../../../web/late-words.ts';
import { inSite } from '../../../web/testing/in-site.tsx';
import { PasskeyList } from './PasskeyList.tsx';
import { PasskeyLogin } from './PasskeyLogin.tsx';

addLateMessages('en-us', mergeWords(lateEnglish, ownEnglish));

/** The code that asks the device does not arrive. */
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.doMock('./passkey-device.ts', () => {
    throw new Error('no connection');
  });
});
afterEach(() => {
  cleanup();
  vi.doUnmock('./passkey-device.ts');
  vi.unstubAllGlobals();
});

function show(part: ReactNode): void {
  render(inSite(part, { api: createApi(() => Promise.resolve({ result: [] })), site: { hasPasskeys: true } }));
}

it('says that its code could not be loaded, and may be pressed again', async () => {
  show(<PasskeyLogin search="" />);
  const button = screen.getByRole('button', { name: 'Log in with a passkey' });
  fireEvent.click(button);
  expect(await screen.findByText(english.app.partFailed)).toBeTruthy();
  expect(button).toHaveProperty('disabled', false);
});

it('says so where a passkey is added, too', async () => {
  show(<PasskeyList user={{ uuid: 'ada', username: 'Ada' }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Add a passkey' }));
  fireEvent.input(screen.getByLabelText('Current password'), { target: { value: 'a password' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(english.app.partFailed)).toBeTruthy();
});
