import { availableParallelism } from 'node:os';
import { choice, type SettingsReader, whole } from './settings-reader.ts';

const MOST_WORKERS = 64;

export function readProcessesConfig(settings: SettingsReader, given: { sandbox: boolean }) {
  const role = settings.read('ROLE', choice('all', 'web', 'jobs')) ?? 'all';
  const workers = readWorkers(settings);
  if (workers > 1 && role === 'jobs') settings.refuse('WORKERS', '1 with ROLE=jobs: one process runs the jobs');
  if (workers > 1 && given.sandbox) {
    settings.refuse('WORKERS', '1 with PAYMENTS_SANDBOX=true: its orders are known to one process alone');
  }
  return {
    /** `web` runs no jobs; `jobs` serves nothing but the health routes. */
    role,
    /** Processes that serve the port; with more than one, one more starts them and ends them. */
    workers,
    /** How long a process still serves after it was asked to stop. */
    stopDelayMs: 1000 * (settings.read('STOP_DELAY_S', whole(0, 60)) ?? 0),
    /** The most connections of a process; the next one is closed at once. */
    maxConnections: settings.read('MAX_CONNECTIONS', whole(1, 1_000_000)) ?? 10_000,
    /** Connections to the database for the requests of a process. */
    databasePoolSize: settings.read('DATABASE_POOL_SIZE', whole(2, 100)) ?? 12,
  };
}

/** `auto`: the cores that this process may use. */
function readWorkers(settings: SettingsReader): number {
  if (settings.find('WORKERS') === 'auto') return Math.min(MOST_WORKERS, availableParallelism());
  return settings.read('WORKERS', whole(1, MOST_WORKERS, 'auto, or ')) ?? 1;
}
