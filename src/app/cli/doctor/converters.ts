import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaOptions, requireConverters } from '../../../features/media/server/converters.ts';
import { createMedia } from '../../../features/media/server/media.ts';
import type { JailKind } from '../../../features/media/server/workers/find-jail.ts';
import { describeFailure } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import { doubtful, type Finding, good, wrong } from './finding.ts';

const jails: Record<JailKind, string> = {
  namespaces: 'namespaces',
  bubblewrap: 'namespaces, by bubblewrap',
  'own uid only': 'own uid only',
  none: 'none',
};

/** Reports which jail converters run in, by starting one in it. */
export async function checkConverters(config: Settings): Promise<Finding> {
  const check = 'Converters';
  // A temporary folder: the doctor changes nothing in the data folder.
  const dataDir = await mkdtemp(join(tmpdir(), 'longstrip-doctor-'));
  const media = createMedia({ ...mediaOptions(config), dataDir });
  try {
    await requireConverters(config, media);
    const { kind, reasons } = await media.workers.jail();
    const found = jails[kind];
    if (kind === 'namespaces' || kind === 'bubblewrap') return good(check, found);
    return doubtful(check, found, adviceFor(config, reasons));
  } catch (error) {
    return wrong(check, 'none', describeFailure(error));
  } finally {
    await media.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function adviceFor(config: Settings, reasons: readonly string[]): string {
  if (config.converterJail === 'off')
    return 'CONVERTER_JAIL is `off`: a picture made to attack could reach the server.';
  const tried = reasons.length > 0 ? ` Tried: ${reasons.join('; ')}.` : '';
  return `A picture made to attack could reach further than it should. On Linux install bubblewrap, or start as root.${tried}`;
}
