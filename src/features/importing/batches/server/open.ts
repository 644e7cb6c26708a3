import { directConnections, type Neighbours, type Platform } from '../../../../server/http/platform.ts';
import { openUploadDisk } from '../../uploads/server/disk.ts';
import { createHandPictures, type HandPicturesDeps } from '../../uploads/server/hand-pictures.ts';
import { mountUploads } from '../../uploads/server/routes.ts';
import { createSentTexts } from '../../uploads/server/sent-texts.ts';
import { createSiteFiles } from '../../uploads/server/site-files.ts';
import { createUploads } from '../../uploads/server/uploads.ts';
import { importsOfUploads } from './batches.ts';
import { importFailures } from './failures.ts';
import { makeHandBatch } from './hand-batch.ts';
import { hasWork, importsJob, importsTidyJob } from './job.ts';
import { sentFiles } from './sent-files.ts';
import { type ImportCallsDeps, mountImports } from './studio-routes.ts';

type Handed = Neighbours<ImportCallsDeps & HandPicturesDeps, 'dataDir' | 'sent' | 'sessions' | 'atOnce' | 'uploads'>;

/** Opens uploads and imports; others get pictures by hand, and the work that there is or that failed. */
export async function openImporting(platform: Platform, neighbours: Handed) {
  const { config, primary: db } = platform;
  const deps = { ...platform, ...neighbours, db };
  const uploads = createUploads({ ...deps, disk: openUploadDisk(config), imports: importsOfUploads });
  const imports = { ...deps, dataDir: config.dataDir, sent: sentFiles(uploads) };
  await mountUploads({ ...deps, uploads });
  mountImports(imports);
  return {
    sentTexts: createSentTexts(uploads),
    siteFiles: createSiteFiles({ ...deps, uploads }),
    handPictures: createHandPictures({ ...deps, ...sessionsOf(platform), uploads }),
    failedWork: importFailures(db),
    hasWork,
    makeHandBatch,
    jobs: [importsJob(imports), importsTidyJob(imports), uploads.job],
  };
}

const handPicturesAtOnce = 3;
/** One connection in so many may make pictures by hand: readers need the others. */
const connectionsOfOne = 4;

/** The sessions of pictures by hand, and how many of them there may be at once. */
function sessionsOf({ config, primary, direct }: Platform) {
  const { databasePoolSize } = config.processes;
  const most = direct === primary ? Math.floor(databasePoolSize / connectionsOfOne) : directConnections;
  return { sessions: direct, atOnce: Math.max(1, Math.min(handPicturesAtOnce, most)) };
}
