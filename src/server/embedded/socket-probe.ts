import { closeSync, openSync, rmSync } from 'node:fs';
import { connect, createServer, type NetConnectOpts } from 'node:net';
import { basename, dirname, join } from 'node:path';

/** `unclear`: we may not connect, or get no answer, and so know nothing. */
export type Answer = 'accepted' | 'refused' | 'absent' | 'unclear';
export type Endpoint = { path: string } | { port: number };

/** The kernel's limit for the path of a socket, the strictest of our platforms'. */
export const LONGEST_SOCKET_PATH = 103;
const ANSWER_WITHIN_MS = 1_000;

/**
 * Whether a process listens there, which connecting shows. The kernel answers, also for a busy or stopped process; it answers for a socket in a
 * folder from every container on this machine.
 */
export async function probe(endpoint: Endpoint): Promise<Answer> {
  if (!('path' in endpoint)) return await tryConnecting({ host: '127.0.0.1', port: endpoint.port });
  return await withShortPath(endpoint.path, (path) => tryConnecting({ path }));
}

function tryConnecting(options: NetConnectOpts): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect({ ...options, timeout: ANSWER_WITHIN_MS });
    const answer = (found: Answer) => {
      socket.destroy();
      resolve(found);
    };
    socket.once('connect', () => answer('accepted'));
    socket.once('timeout', () => answer('unclear'));
    socket.once('error', (error: NodeJS.ErrnoException) => answer(REFUSALS[error.code ?? ''] ?? 'unclear'));
  });
}

const REFUSALS: Record<string, Answer> = { ECONNREFUSED: 'refused', ENOENT: 'absent' };

/** Listens there while this process lives, or until `close`; null where no socket is possible. */
export async function answerProbes(path: string): Promise<{ close(): void } | null> {
  const server = createServer((socket) => socket.destroy()).unref();
  const isListening = await withShortPath(path, (short) => {
    return new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(short, () => resolve(true));
    });
  });
  if (!isListening) return null;
  return {
    close() {
      server.close();
      rmSync(path, { force: true });
    },
  };
}

/** Shortens a path that is too long for a socket: on Linux an open folder has a short path by its number. */
async function withShortPath<T>(path: string, use: (path: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_PATH || process.platform !== 'linux') return await use(path);
  const folder = openSync(dirname(path), 'r');
  try {
    return await use(join('/proc/self/fd', String(folder), basename(path)));
  } finally {
    closeSync(folder);
  }
}
