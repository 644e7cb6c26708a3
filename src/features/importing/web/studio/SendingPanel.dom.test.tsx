import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import english from '../../../../../messages/studio/en-us.json';
import { openStudioPage } from '../../../studio/testing/open-page.tsx';
import { answerQuestion, openQuestion } from '../../../studio/web/password.ts';
import { SendingPanel, useIsSending } from './SendingPanel.tsx';
import { sendingOf } from './sending.ts';

/** The uploads on their way, each as often as it was begun. */
const begun: Upload[] = [];

beforeEach(() => {
  vi.spyOn(Upload.prototype, 'findPreviousUploads').mockResolvedValue([]);
  vi.spyOn(Upload.prototype, 'abort').mockResolvedValue();
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    begun.push(this);
  });
});
afterEach(() => {
  cleanup();
  sendingOf('i').stop();
  vi.restoreAllMocks();
  begun.length = 0;
});

/** A server's refusal, as the package hands it on. */
function refusal(status: number, body: object): DetailedError {
  const originalResponse = { getStatus: () => status, getBody: () => JSON.stringify(body) };
  return Object.assign(Object.create(DetailedError.prototype), { originalResponse });
}

const fileOf = (path: string) => ({ path, file: new File(['12345'], path) });

function Panel() {
  const isSending = useIsSending('i');
  return (
    <>
      <SendingPanel importId="i" />
      <p data-testid="state">{isSending ? 'sending' : 'sent'}</p>
    </>
  );
}

async function open(...paths: string[]): Promise<void> {
  openStudioPage({ page: { Component: Panel, searchKeys: [] }, path: '/studio', answer: async () => ({}) });
  await act(async () => sendingOf('i').add(paths.map(fileOf)));
}

/** What is told of a file: how it went, or how far it is. */
async function tell(at: number, work: (options: UploadOptions) => unknown): Promise<void> {
  const { options } = begun[at] ?? expect.fail(`no file ${at} was begun`);
  await act(async () => void work(options));
}

const state = () => screen.getByTestId('state').textContent;

describe('the files of an import on their way', () => {
  it('count once where one that failed is chosen again', async () => {
    await open('a.png', 'b.png');
    await tell(0, ({ onSuccess }) => onSuccess?.({} as never)); // which nobody reads
    await tell(1, ({ onProgress }) => onProgress?.(3, 5));
    await tell(1, ({ onError }) => onError?.(refusal(409, { code: 'import_state' })));
    expect(screen.getByText(english.errors.import_state, { exact: false })).toBeTruthy();
    await act(async () => sendingOf('i').add([fileOf('b.png')]));
    expect(state()).toBe('sending');
    await tell(2, ({ onProgress }) => onProgress?.(5, 5));
    await tell(2, ({ onSuccess }) => onSuccess?.({} as never)); // as above
    expect(state()).toBe('sent');
    expect(sendingOf('i').store.get()).toMatchObject({ files: 2, done: 2, bytes: 10, sentBytes: 5, failed: [] });
  });

  it('go on once the password is entered', async () => {
    await open('a.png');
    await tell(0, ({ onError }) => onError?.(refusal(403, { code: 'password_needed', for: 'studio' })));
    expect([openQuestion.get()?.wants, state()]).toEqual(['studio', 'sending']);
    await act(async () => answerQuestion(true));
    expect(begun).toHaveLength(2);
  });

  it('wait for whoever gives no password to go on', async () => {
    await open('a.png', 'b.png', 'c.png', 'd.png');
    await tell(0, ({ onError }) => onError?.(refusal(403, { code: 'password_needed', for: 'studio' })));
    await act(async () => answerQuestion(false));
    expect([openQuestion.get(), begun.length, state()]).toEqual([null, 3, 'sending']);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: english.imports.resume })));
    expect(begun).toHaveLength(6);
  });

  it.each([
    [0, {}, english.imports.waiting],
    [507, { code: 'storage_full' }, english.errors.storage_full],
    [409, { code: 'upload_offset' }, english.errors.upload_offset],
    [409, { code: 'import_state' }, null],
  ])('after %i %j wait for another try, or do not: %s', async (status, body, words) => {
    await open('a.png');
    let isTried: boolean | undefined;
    await tell(0, (options) => {
      isTried = options.onShouldRetry?.(refusal(status, body), 0, options);
    });
    expect(isTried).toBe(words !== null);
    if (words) expect(screen.getByText(words)).toBeTruthy();
  });
});
