import type { Log } from '../config/log.ts';
import type { Db } from '../database/db.ts';
import { writeNote } from '../database/server-notes.ts';
import type { HttpApp } from './http.ts';

const NOTE_EVERY_MS = 60 * 60_000;

/**
 * Where no proxy is trusted, reports forwarded requests once in the log and notes them for `longstrip doctor`: all
 * readers behind the proxy share its address and so its limits.
 */
export function noteForwarded(app: HttpApp, { db, log }: { db: Db; log: Log }): void {
  let notedAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined || performance.now() - notedAt < NOTE_EVERY_MS) return;
    if (notedAt === Number.NEGATIVE_INFINITY)
      log.warn({ setting: 'TRUST_PROXY' }, 'X-Forwarded-For arrives and TRUST_PROXY is not set: all share one address');
    notedAt = performance.now();
    writeNote(db, 'forwarded headers').catch((err: unknown) => log.warn({ err }, 'note not kept'));
  });
}
