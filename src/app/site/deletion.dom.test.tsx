import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import english from '../../../messages/en-us.json';
import lateEnglish from '../../../messages/late/en-us.json';
import ownEnglish from '../../../messages/own/en-us.json';
import { OwnDeletion } from '../../features/leaving/web/OwnDeletion.tsx';
import { ApiError, createApi } from '../../web/api-client.ts';
import { addLateMessages, createText } from '../../web/create-text.ts';
import { mergeWords } from '../../web/late-words.ts';
import type { Environment } from '../../web/navigation.ts';
import { QueryClient } from '../../web/query-client.ts';
import type { Router } from '../../web/router.tsx';
import { clearSession, currentUser } from '../../web/session.ts';
import { forgetEverything, storeSession } from '../../web/stored-session.ts';
import { inSite } from '../../web/testing/in-site.tsx';
import { Toasts } from '../../web/ui/Toasts.tsx';
import { toasts } from '../../web/ui/toasts.ts';
import { noticeDeletion } from './deletion-notice.ts';

addLateMessages('en-us', mergeWords(lateEnglish, ownEnglish));
beforeEach(() => storeSession({ token: 'token', uuid: 'ada', username: 'Ada' }));
afterEach(() => {
  cleanup();
  toasts.set({ shown: [], count: 0 });
  forgetEverything();
});

const text = createText('en-us', english);
/** The notice of every page, and the card of the profile. */
const said = () => screen.queryAllByText('Your account will be deleted on January 19, 2026.').length;
const keepButtons = () => screen.getAllByRole('button', { name: 'Keep my account' });

/** The profile's card and the notice above it, of an account that is to be deleted. */
async function open({ isDown = () => false }: { isDown?: () => boolean } = {}): Promise<void> {
  let deletesAt: string | null = '2026-01-19T12:00:00.000Z';
  const api = createApi(async (method) => {
    if (isDown()) throw new ApiError(500, {});
    if (method === 'DELETE') deletesAt = null;
    return { result: deletesAt && { deletes_at: deletesAt } };
  });
  const router = { subscribe: () => () => {} } as unknown as Router; // the part that is asked
  await act(async () => {
    const page = (
      <>
        <OwnDeletion user={currentUser()} />
        <Toasts dismissLabel="Dismiss" />
      </>
    );
    render(inSite(page, { api, text, queryClient: new QueryClient({ retries: 0 }) }));
    await noticeDeletion(router, { api, text } as Environment).catch(() => {}); // it takes no more of it
  });
}

it.each([
  ['on the card', 0],
  ['in the notice', 1],
])('is nowhere any more once the user has kept the account %s', async (_, place) => {
  await open();
  expect(said()).toBe(2);
  await act(async () => keepButtons()[place]?.click());
  expect(said()).toBe(0);
  expect(screen.getByRole('button', { name: 'Delete my account' })).toHaveProperty('disabled', false);
});

it('is said to nobody after the logout', async () => {
  await open();
  expect(said()).toBe(2);
  act(() => clearSession());
  expect(said()).toBe(1);
});

it('says on the card that it could not be looked up, and may be looked up again', async () => {
  let isDown = true;
  await open({ isDown: () => isDown });
  expect(screen.getByText(english.app.partFailed)).toBeTruthy();
  isDown = false;
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(said()).toBe(1);
});
