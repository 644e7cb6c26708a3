import { hash, type Options, verify } from '@node-rs/argon2';
import { unavailable } from '../../../server/errors.ts';

/** Argon2id (the package's own choice of algorithm) with 19 MiB, two passes, one thread: OWASP's figures. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } satisfies Options;
/** A hash that no password is known to have, and that takes as long to compare as any. */
const nobodys = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${base64(16)}$${base64(32)}`;
/** Each hash takes a thread that files are read by, too; more than two at once would slow reading down. */
const mostAtOnce = 2;
const mostWaiting = 50;

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the hash is of that password. Without a hash to compare (nobody has that name) or a password that could be
   * one, the answer is no and takes as long as any other.
   */
  matches(passwordHash: string | null, password: string | null): Promise<boolean>;
}

/** Hashes off the event loop, two at a time; when too many wait it rejects with 503. */
export function createPasswords(): Passwords {
  const takeTurn = createTurns();
  return {
    hash: (password) => takeTurn(() => hash(password, cost)),
    async matches(passwordHash, password) {
      const known = passwordHash !== null && password !== null;
      const compared = known ? { passwordHash, password } : { passwordHash: nobodys, password: 'a guess' };
      return (await takeTurn(() => verify(compared.passwordHash, compared.password))) && known;
    },
  };
}

function base64(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64').replaceAll('=', '');
}

function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= mostAtOnce) {
      if (waiting.length >= mostWaiting) throw unavailable();
      // Who wakes us hands over its turn, so that nobody who comes in between can take it.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
