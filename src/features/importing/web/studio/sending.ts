import { Upload } from 'tus-js-client';
import { apiBase } from '../../../../shared/paths.ts';
import type { ApiError } from '../../../../web/api-client.ts';
import { presentMs } from '../../../../web/clock.tsx';
import { authHeaders } from '../../../../web/session.ts';
import { createStore, type Store } from '../../../../web/store.ts';
import { askPassword } from '../../../studio/web/password.ts';
import { isPassing, problemOf, wantsPassword } from '../../uploads/web/send-file.ts';
import type { ChosenFile } from './chosen-files.ts';
import { openSentUploads } from './sent-uploads.ts';

/** How far the files of an import are on their way. */
export interface SendingState {
  files: number;
  done: number;
  bytes: number;
  sentBytes: number;
  /** When the first file was chosen, in milliseconds; null: none was. */
  begunAt: number | null;
  isPaused: boolean;
  /** Why nothing goes on, which it will by itself: a lost line, a full disk, a busy server; null: it does. */
  waitingFor: ApiError | null;
  failed: readonly { path: string; bytes: number; problem: ApiError }[];
}

/** The files of one import on their way. It goes on while its page is left for another one of the studio. */
export interface Sending {
  store: Store<SendingState>;
  add(files: readonly ChosenFile[]): void;
  pause(): void;
  resume(): void;
  stop(): void;
}

const atOnce = 3;
const smallBytes = 4_000_000;
const minuteMs = 60_000;
const diskIsFull = 507;
/** When a lost connection is tried again: soon, then each minute for a day. */
const retryDelays = [1000, 3000, 9000, 27_000, ...Array.from({ length: 24 * 60 }, () => minuteMs)];

const known = new Map<string, Sending>();
const sent = openSentUploads();

/** The sending of an import; all callers share it. */
export function sendingOf(importId: string): Sending {
  const sending = known.get(importId) ?? createSending(importId);
  known.set(importId, sending);
  return sending;
}

function createSending(importId: string): Sending {
  const store = createStore<SendingState>({
    ...{ files: 0, done: 0, bytes: 0, sentBytes: 0, begunAt: null },
    ...{ isPaused: false, waitingFor: null, failed: [] },
  });
  const waiting: ChosenFile[] = [];
  const running = new Map<Upload, number>();
  const change = (part: Partial<SendingState>) => store.set({ ...store.get(), ...part });

  function next(): void {
    if (store.get().isPaused) return;
    while (running.size < atOnce) {
      const chosen = waiting.shift();
      if (!chosen) return;
      void send(chosen);
    }
  }

  function pause(): void {
    change({ isPaused: true });
    for (const upload of running.keys()) void upload.abort();
  }

  async function send({ path, file }: ChosenFile): Promise<void> {
    const upload = new Upload(file, {
      endpoint: `${apiBase}/studio/uploads`,
      headers: authHeaders(),
      metadata: { path, import: importId },
      retryDelays,
      // A large file gets its address first: without it nothing of the file would be found again after a reload.
      uploadDataDuringCreation: file.size <= smallBytes,
      urlStorage: sent,
      // The same file chosen again after a reload goes on where it was, and one that was sent is not sent again.
      fingerprint: () => Promise.resolve(['longstrip', importId, path, file.size, file.lastModified].join(' ')),
      onShouldRetry: (error) => {
        const problem = problemOf(error);
        const isWorth = isPassing(problem) || problem.status === diskIsFull;
        change({ waitingFor: isWorth ? problem : null });
        return isWorth;
      },
      onProgress: (sentNow) => {
        const { sentBytes } = store.get();
        change({ sentBytes: sentBytes + sentNow - (running.get(upload) ?? 0), waitingFor: null });
        running.set(upload, sentNow);
      },
      onSuccess: () => {
        const { done } = store.get();
        running.delete(upload);
        change({ done: done + 1, waitingFor: null });
        next();
      },
      async onError(error) {
        const problem = problemOf(error);
        if (wantsPassword(problem)) {
          // Each of the next files would ask whoever gives no password once more.
          if (!(await askPassword('studio'))) return pause();
          if (running.has(upload) && !store.get().isPaused) upload.start();
          return;
        }
        const { sentBytes, failed } = store.get();
        const failure = { path, bytes: file.size, problem };
        change({ sentBytes: sentBytes - (running.get(upload) ?? 0), failed: [...failed, failure] });
        running.delete(upload);
        next();
      },
    });
    running.set(upload, 0);
    const [before] = await upload.findPreviousUploads().catch(() => []);
    if (before) upload.resumeFromPreviousUpload(before);
    if (!store.get().isPaused) upload.start();
  }

  return {
    store,
    add(files) {
      const { files: count, bytes, begunAt, failed } = store.get();
      // What failed and is chosen again was counted already.
      const again = failed.filter(({ path }) => files.some((each) => each.path === path));
      waiting.push(...files);
      change({
        files: count + files.length - again.length,
        begunAt: begunAt ?? presentMs(),
        bytes: bytes + sizeOf(files.map(({ file }) => file.size)) - sizeOf(again.map((each) => each.bytes)),
        failed: failed.filter((each) => !again.includes(each)),
      });
      next();
    },
    pause,
    resume() {
      change({ isPaused: false });
      for (const upload of running.keys()) upload.start();
      next();
    },
    stop() {
      waiting.length = 0;
      for (const upload of running.keys()) void upload.abort();
      running.clear();
      known.delete(importId);
    },
  };
}

const sizeOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);
