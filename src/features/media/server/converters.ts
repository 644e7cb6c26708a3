import { resolve } from 'node:path';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import type { Log } from '../../../server/config/log.ts';
import { foldersOutside } from '../../../server/config/media.ts';
import type { Db } from '../../../server/database/db.ts';
import { deleteNote, writeNote } from '../../../server/database/server-notes.ts';
import type { Metrics } from '../../../server/metrics/metrics.ts';
import type { Media, MediaStores } from './media.ts';
import { type FoundJail, type JailSettings, NoJailError } from './workers/find-jail.ts';

/** The stores of the pictures, and the jail of their converters. */
export function mediaOptions(config: Settings): { dataDir: string; stores: MediaStores; jail: JailSettings } {
  const keyFile = config.payments.wechat?.mchPrivateKeyFile;
  const { dataDir, media, s3 } = config;
  const outside = foldersOutside(dataDir, [media.store, media.fallback]);
  const hidden = [dataDir, ...outside, resolve('.env'), ...(keyFile === undefined ? [] : [resolve(keyFile)])];
  return { dataDir, stores: { media, s3 }, jail: { mode: config.converterJail, hidden } };
}

/** With `CONVERTER_JAIL=require`, throws before any conversion where the full jail is not available. */
export async function requireConverters(config: Settings, media: Media): Promise<void> {
  if (config.converterJail !== 'require') return;
  await media.workers.jail().catch((error: unknown) => {
    if (error instanceof NoJailError) throw new OperatorError(`${noJail}\n  ${error.message}`);
    throw error;
  });
}

const noJail =
  'CONVERTER_JAIL is `require`, and this machine gives converters no full jail. Install bubblewrap, start as root on Linux, or set CONVERTER_JAIL to `auto`. What was tried:';

/** Reports in the log, the metrics and a note for the studio which jail converters get; waits only where the full jail is required. */
export async function noteConverters(
  config: Settings,
  media: Media,
  to: { db: Db; metrics: Metrics; log: Log },
): Promise<void> {
  await requireConverters(config, media);
  const report = async ({ kind, reasons }: FoundJail) => {
    to.metrics.noteConverterJail(kind);
    if (kind === 'none') {
      to.log.warn({ reasons }, 'converters run without a jail: a hostile file could read what this process may read');
      return writeNote(to.db, 'converters unjailed');
    }
    to.log.info({ kind, reasons }, 'converters run in this jail');
    return deleteNote(to.db, 'converters unjailed');
  };
  media.workers
    .jail()
    .then(report)
    .catch((error: unknown) => to.log.error({ err: error }, 'the jail of the converters is not known'));
}
