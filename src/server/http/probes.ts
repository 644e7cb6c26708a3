import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Db } from '../database/db.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { isMigrated } from '../migrations/migrate.ts';
import { notFound, unavailable } from './errors.ts';
import type { HttpApp } from './http.ts';

const PING_LIMIT_MS = 500;
const PING_KEPT_MS = 1_000;
/** A request with one of these headers came through a proxy: its loopback peer is the proxy, not the caller. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

export type Readiness = { isReady(): Promise<boolean> };

/**
 * Ready means: not stopping, the database answers in time, and it is migrated. The database is queried once a second.
 */
export function watchReadiness(deps: { db: Db; isStopping: () => boolean; now?: () => number }): Readiness {
  const now = deps.now ?? (() => performance.now());
  let migrated = false;
  let asked: { at: number; answer: Promise<boolean> } | null = null;

  async function ping(): Promise<boolean> {
    migrated ||= await isMigrated(deps.db);
    await deps.db.query('select 1');
    return migrated;
  }

  return {
    async isReady() {
      if (deps.isStopping()) return false;
      if (!asked || now() - asked.at > PING_KEPT_MS) asked = { at: now(), answer: answerInTime(ping()) };
      return asked.answer;
    },
  };
}

const healthPaths: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/** Whether a path is one for supervisors and monitors. */
export function isProbe(path: string): boolean {
  return healthPaths.includes(path);
}

/** `/healthz`, `/readyz` and `/metrics`, for supervisors and monitors. */
export function addProbes(
  app: HttpApp,
  deps: { readiness: Readiness; metrics: Metrics; metricsToken: string | null },
): void {
  app.get('/healthz', { schema: { hide: true }, config: { counts: 'health' } }, async (_request, reply) => {
    return reply.header('Cache-Control', 'no-store').send({ data: { status: 'alive' } });
  });
  app.get('/readyz', { schema: { hide: true }, config: { counts: 'health' } }, async (_request, reply) => {
    if (!(await deps.readiness.isReady())) throw unavailable('Not ready to serve');
    return reply.header('Cache-Control', 'no-store').send({ data: { status: 'ready' } });
  });
  app.get('/metrics', { schema: { hide: true }, config: { counts: 'health' } }, async (request, reply) => {
    if (!mayReadMetrics(request.raw, deps.metricsToken)) throw notFound();
    const text = await deps.metrics.print();
    return reply
      .header('Cache-Control', 'no-store')
      .type(deps.metrics.contentType)
      .serializer((body: unknown) => String(body))
      .send(text);
  });
}

/** True for a caller with the token, and for a loopback peer without forwarding headers. */
export function mayReadMetrics(
  request: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  token: string | null,
): boolean {
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== null && given !== undefined && isSame(given, token)) return true;
  const forwarded = FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined);
  return !forwarded && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

async function answerInTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_LIMIT_MS);
  });
  // A database that refuses is not ready, for any reason.
  const asked = answer.catch(() => false).finally(() => clearTimeout(timer));
  return Promise.race([asked, tooLate]);
}
