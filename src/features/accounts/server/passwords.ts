import { Worker } from 'node:worker_threads';
import { unavailable } from '../../../server/errors.ts';
import { programPath } from '../../../server/program-path.ts';

/**
 * The question to a hashing thread (password-worker.mjs); it answers with the hash, or with whether the password fits.
 */
type PasswordJob = { task: 'hash'; password: string } | { task: 'verify'; passwordHash: string; password: string };

/** More than two at once would slow down reading. */
const mostAtOnce = 2;
const mostWaiting = 50;
/** A thread that is idle for so long is ended; the next login starts another. */
const idleMs = 30_000;

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the hash is of that password. Without a hash (nobody has that name) or a possible password, the answer is
   * false and takes as long as any other.
   */
  matches(passwordHash: string | null, password: string | null): Promise<boolean>;
}

/** Hashes in threads of their own, two at a time; when too many jobs wait it rejects with 503. */
export function createPasswords(): Passwords {
  const run = createThreads();
  let nobodys: Promise<string> | null = null;

  const hash = (password: string) => run({ task: 'hash', password }) as Promise<string>; // the answer to this task
  const verify = (passwordHash: string, password: string) =>
    run({ task: 'verify', passwordHash, password }) as Promise<boolean>; // the answer to this task

  async function hashOfNobody(): Promise<string> {
    nobodys ??= hash('nobody has this password').catch((error: unknown) => {
      nobodys = null;
      throw error;
    });
    return nobodys;
  }

  return {
    hash,
    async matches(passwordHash, password) {
      if (passwordHash !== null && password !== null) return verify(passwordHash, password);
      await verify(await hashOfNobody(), 'a guess');
      return false;
    },
  };
}

interface Thread {
  worker: Worker;
  rest: NodeJS.Timeout | null;
}

function createThreads(): (job: PasswordJob) => Promise<unknown> {
  const waiting: (() => void)[] = [];
  const idle: Thread[] = [];
  let running = 0;

  function start(): Thread {
    const path = programPath(import.meta.url, { source: './password-worker.mjs', built: 'password-worker.js' });
    const worker = new Worker(path, { execArgv: [], env: {} });
    const thread: Thread = { worker, rest: null };
    // The caller that waits for a thread hears of its end; a thread that ends while it rests must not be asked again.
    worker.on('error', () => {}).on('exit', () => forget(thread));
    worker.unref();
    return thread;
  }

  function forget(thread: Thread): void {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
    if (thread.rest) clearTimeout(thread.rest);
  }

  function ask({ worker }: Thread, job: PasswordJob): Promise<unknown> {
    return new Promise((resolve, reject) => {
      worker.ref();
      const end = () => {
        worker.off('message', answer).off('error', fail).off('exit', exit).unref();
      };
      const answer = (result: unknown) => {
        end();
        resolve(result);
      };
      const fail = (error: Error) => {
        end();
        reject(error);
      };
      const exit = () => fail(new Error('A hashing thread ended'));
      worker.on('message', answer).on('error', fail).on('exit', exit);
      worker.postMessage(job);
    });
  }

  function keep(thread: Thread): void {
    thread.rest = setTimeout(() => {
      forget(thread);
      void thread.worker.terminate();
    }, idleMs).unref();
    idle.push(thread);
  }

  async function work(job: PasswordJob): Promise<unknown> {
    const thread = idle.pop() ?? start();
    if (thread.rest) clearTimeout(thread.rest);
    try {
      const answer = await ask(thread, job);
      keep(thread);
      return answer;
    } catch (error) {
      void thread.worker.terminate();
      throw error;
    }
  }

  return async (job) => {
    if (running >= mostAtOnce) {
      if (waiting.length >= mostWaiting) throw unavailable();
      // The caller that wakes us hands over its turn, so that no later caller can take it.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work(job);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
