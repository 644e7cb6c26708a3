import { join } from 'node:path';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Config, Settings } from '../../../server/config/config.ts';
import type { Log } from '../../../server/config/log.ts';
import {
  findLockHolder,
  LockHeldError,
  type ProcessLock,
  takeProcessLock,
} from '../../../server/embedded/process-lock.ts';
import { type HeldLease, LeaseTakenError, takeLease } from '../../../server/lease/lease.ts';
import { readSchemaNumber } from '../../../server/migrations/migrate.ts';

/** The path of a file beside the data that names the server in charge. The lease itself is held in the database. */
export function serverLockPath(config: Settings): string {
  return join(config.dataDir, 'server.lock');
}

/** Refuses to start where a server visibly runs on the same data, before anything is opened. */
export async function refuseSecondServer(config: Config): Promise<void> {
  if (config.database.kind === 'external') return;
  const holder = await lookAtLock(config, () => findLockHolder(serverLockPath(config)));
  if (holder) throw alreadyRunning(config, holder);
}

/**
 * The lease of a server on its database: the only one on an embedded database, one of many elsewhere, all with the same
 * secrets. `onTaken` is called when the connection was lost and another server has taken the lease since.
 */
export async function takeServerLease(
  config: Config,
  wanted: { url: string; onTaken: (error: LeaseTakenError) => void },
): Promise<HeldLease> {
  const given = { ...wanted, schema: await readSchemaNumber() };
  if (config.database.kind === 'external') return await takeSharedLease(config, given);
  const lock = await takeLock(config);
  try {
    const lease = await takeLease({ ...given, as: 'only server' }).catch((error: unknown) => {
      if (!(error instanceof LeaseTakenError)) throw error;
      throw new OperatorError(`Longstrip is already running on ${config.dataDir}: ${error.message}. ${ADVICE}`);
    });
    return {
      async release() {
        await lease.release();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const ADVICE = 'Stop it first, or choose another DATA_DIR.';

async function takeLock(config: Config): Promise<ProcessLock> {
  const note = addressOf(config);
  try {
    // The embedded database is ours by now and runs on this machine: no server of another machine uses it any more.
    const take = () => takeProcessLock(serverLockPath(config), { note, othersAreGone: true });
    return await lookAtLock(config, take);
  } catch (error) {
    throw error instanceof LockHeldError ? alreadyRunning(config, error) : error;
  }
}

function alreadyRunning(config: Config, holder: { pid: number; note: string; host: string | null }): OperatorError {
  const host = holder.host === null ? '' : ` on ${holder.host}`;
  return new OperatorError(
    `Longstrip already serves from ${config.dataDir}: it is running as process ${holder.pid}, ${holder.note}${host}. ${ADVICE}`,
  );
}

/** A lock that we may not read counts as held by a running server. */
async function lookAtLock<T>(config: Config, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new OperatorError(
      `Longstrip counts as running on ${config.dataDir}: this user may not look at or make ${serverLockPath(config)} (${code}). Run it as the user who owns that folder. Nothing was changed.`,
    );
  }
}

async function takeSharedLease(
  config: Config,
  given: { url: string; schema: number; onTaken: (error: LeaseTakenError) => void },
): Promise<HeldLease> {
  const secrets = { JWT_SECRET: config.jwtSecret, MEDIA_SECRET: config.mediaSecret };
  try {
    return await takeLease({ ...given, as: 'server', secrets });
  } catch (error) {
    if (!(error instanceof LeaseTakenError)) throw error;
    throw new OperatorError(
      `This server cannot serve from the database of DATABASE_URL: ${error.message}. All servers of one database need the same JWT_SECRET and MEDIA_SECRET; to change one, stop them all first.`,
    );
  }
}

/**
 * Logs a lost lease, once per reason, for an operator. (On an embedded database, which allows one server, it ends
 * instead.)
 */
export function logTakenLease(log: Log): (error: LeaseTakenError) => void {
  let lastReason = '';
  return (error) => {
    if (error.message !== lastReason)
      log.error({ event: 'place taken', reason: error.message }, 'the place in the database is taken');
    lastReason = error.message;
  };
}

function addressOf(config: Config): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${config.port}`;
}
