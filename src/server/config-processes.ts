import { availableParallelism } from 'node:os';
import type { SettingsReader } from './settings-reader.ts';

const ROLES = ['all', 'web', 'jobs'] as const;
const MOST_WORKERS = 64;

export type ProcessesConfig = {
  /** `web` runs no jobs; `jobs` serves nothing but the health routes. */
  role: (typeof ROLES)[number];
  /** Processes that serve the port; with more than one, one more starts them and ends them. */
  workers: number;
  /** So long a process that was asked to stop still serves. */
  stopDelayMs: number;
  /** The most connections of a process; the next one is closed at once. */
  maxConnections: number;
  /** Connections to the database for the requests of a process. */
  databasePoolSize: number;
};

export function readProcessesConfig(settings: SettingsReader, given: { sandbox: boolean }): ProcessesConfig {
  const role = settings.oneOf('ROLE', ROLES, 'all');
  const workers = readWorkers(settings);
  if (workers > 1 && role === 'jobs') settings.refuse('WORKERS', '1 with ROLE=jobs: one process runs the jobs');
  if (workers > 1 && given.sandbox) {
    settings.refuse('WORKERS', '1 with PAYMENTS_SANDBOX=true: its orders are known to one process alone');
  }
  return {
    role,
    workers,
    stopDelayMs: 1000 * readWhole(settings, 'STOP_DELAY_S', { least: 0, most: 60, fallback: 0 }),
    maxConnections: readWhole(settings, 'MAX_CONNECTIONS', { least: 1, most: 1_000_000, fallback: 10_000 }),
    databasePoolSize: readWhole(settings, 'DATABASE_POOL_SIZE', { least: 2, most: 100, fallback: 12 }),
  };
}

/** `auto`: the cores that this process may use. */
function readWorkers(settings: SettingsReader): number {
  if (settings.find('WORKERS') === 'auto') return Math.min(MOST_WORKERS, availableParallelism());
  return settings.number('WORKERS', {
    accepts: (value) => Number.isInteger(value) && value >= 1 && value <= MOST_WORKERS,
    wants: `auto, or a whole number from 1 to ${MOST_WORKERS}`,
    fallback: 1,
  });
}

function readWhole(
  settings: SettingsReader,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): number {
  return settings.number(name, {
    accepts: (value) => Number.isInteger(value) && value >= least && value <= most,
    wants: `a whole number from ${least} to ${most}`,
    fallback,
  });
}
