import { Worker } from 'node:worker_threads';
import { isIpv6, networkOf, wideNetworkOf } from '../../../server/http/address.ts';
import { programPath } from '../../../server/process/program-path.ts';
import { createFairQueue, type QueueLimits } from './fair-queue.ts';

/**
 * The question to a hashing thread (password-worker.mjs); it answers with the hash, or with whether the password fits.
 */
type PasswordJob = { task: 'hash'; password: string } | { task: 'verify'; passwordHash: string; password: string };

/** More than two at once would slow down reading (spec: accounts.md#hashing). */
const fairLimits: QueueLimits = { running: 2, waiting: 50, ofAccount: 4, ofNetwork: 10 };
/** For a site without limits: nobody has a share. */
export const noShares: QueueLimits = { ...fairLimits, ofAccount: 50, ofNetwork: 50 };
/** What one hash costs: memory in KiB, passes over it, and how many threads share it. */
export interface HashCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** Argon2id with 19 MiB, two passes, one thread: OWASP's figures (spec: accounts.md#hashing). */
const usualCost: HashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
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

/** The caller for whom passwords are hashed. */
export interface HashingFor {
  /** The account's name, whether anybody has it or not, or another name of what is tried. */
  account: string;
  address: string;
}

export interface Hashing {
  /** Hashes for this caller, whose jobs get no more than their share of the queue; rejects with 503 beyond it. */
  of(caller: HashingFor): Passwords;
}

/** Hashes in threads of their own, two at a time. */
export function createHashing(limits = fairLimits, cost = usualCost): Hashing {
  const queue = createFairQueue(limits);
  const ask = createThreads(cost);
  let nobodys: Promise<string> | null = null;

  function of({ account, address }: HashingFor): Passwords {
    const network = isIpv6(address) ? wideNetworkOf(address) : networkOf(address);
    const run = (job: PasswordJob) => queue.run({ account, network }, () => ask(job));
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

  return { of };
}

/** Hashes for the operator of a command, who has the queue alone. */
export function createPasswords(): Passwords {
  return createHashing(noShares).of({ account: 'operator', address: '' });
}

interface Thread {
  worker: Worker;
  rest: NodeJS.Timeout | null;
}

function createThreads(cost: HashCost): (job: PasswordJob) => Promise<unknown> {
  const idle: Thread[] = [];

  function start(): Thread {
    const path = programPath(import.meta.url, { source: './password-worker.mjs', built: 'password-worker.js' });
    const worker = new Worker(path, { execArgv: [], env: {}, workerData: cost });
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

  return work;
}
