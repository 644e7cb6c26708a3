import { directConnections, type Platform } from '../../../../server/http/platform.ts';
import type { Picture } from '../../../../shared/wire.ts';
import type { Media } from '../../../media/server/media.ts';
import type { StudioApi } from '../../../studio/server/studio-api.ts';
import { openUploadDisk } from '../../uploads/server/disk.ts';
import { createHandPictures } from '../../uploads/server/hand-pictures.ts';
import { mountUploads } from '../../uploads/server/routes.ts';
import { createUploads } from '../../uploads/server/uploads.ts';
import { importsOfUploads } from './batches.ts';
import { importFailures } from './failures.ts';
import { type BatchRunner, hasWork, importsJob, importsTidyJob } from './job.ts';
import { sentFiles } from './sent-files.ts';
import { mountImports } from './studio-routes.ts';

/** What others do for imports. */
interface Neighbours {
  studio: StudioApi;
  media: Media;
  showInStudio(reader: { imageAudience: string }, ids: readonly string[]): Promise<Map<string, Picture>>;
  run: BatchRunner;
}

/** Opens uploads and imports; others get pictures by hand, and the work that there is or that failed. */
export async function openImporting(platform: Platform, { run, showInStudio, ...neighbours }: Neighbours) {
  const { config, primary: db } = platform;
  const deps = { ...platform, ...neighbours, db };
  const uploads = createUploads({ ...deps, disk: openUploadDisk(config), imports: importsOfUploads });
  const imports = { ...deps, dataDir: config.dataDir, sent: sentFiles(uploads), run };
  await mountUploads({ ...deps, uploads });
  mountImports(imports);
  return {
    handPictures: createHandPictures({ ...deps, ...sessionsOf(platform), uploads, showTo: showInStudio }),
    failedWork: importFailures(db),
    hasWork,
    jobs: [importsJob(imports), importsTidyJob(imports), uploads.job],
  };
}

const handPicturesAtOnce = 3;
/** Readers need the others. */
const connectionsOfOne = 4;

/** The sessions of pictures by hand, and how many of them there may be at once. */
function sessionsOf({ config, primary, direct }: Platform) {
  const { databasePoolSize } = config.processes;
  const most = direct === primary ? Math.floor(databasePoolSize / connectionsOfOne) : directConnections;
  return { sessions: direct, atOnce: Math.max(1, Math.min(handPicturesAtOnce, most)) };
}
