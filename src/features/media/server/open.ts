import type { Db } from '../../../server/database/db.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { mediaOptions } from './converters.ts';
import { freeImagesJob } from './free-images.ts';
import type { DecideImage } from './image-rights.ts';
import { avifJob } from './jobs.ts';
import { createJpegs } from './jpegs.ts';
import { createMedia, storeFromOriginal } from './media.ts';
import { watchMissingFiles } from './missing-files.ts';
import type { PictureFiles } from './picture-files.ts';
import { repairPicture } from './repair.ts';
import { mountMedia } from './routes.ts';
import { createPictures } from './shown-pictures.ts';
import { type SigningKeys, signingKey } from './signed-address.ts';
import { createStoredSize } from './stored-size.ts';
import type { UsedOf } from './unused.ts';

/** What others do for pictures. */
interface Neighbours {
  decideImage: DecideImage;
  mayPreview(audience: string): Promise<boolean>;
  /** The session whose preview a request shows; null: it shows none. */
  audienceOfPreview(): string | null;
  /** Rights that are kept from before that time, in milliseconds, are out of date. */
  changedAt(): number;
  databaseNow(): Date;
  listUsedImages: UsedOf;
  /** Whether others need the cores that converters would take. */
  hasWork(db: Db): Promise<boolean>;
}

/** Opens the store of pictures; others show them, make them and mend them. */
export function openMedia(platform: Platform, { mayPreview, ...neighbours }: Neighbours) {
  const { config, http, metrics, clock } = platform;
  const media = createMedia({
    ...mediaOptions(config),
    workers: { behind: { sessionNice: 10, leavesCore: true } },
    observe: metrics.observeStore,
  });
  const signingKeys: SigningKeys = [signingKey(config.mediaSecret)];
  const previewKeys: SigningKeys = [signingKey(`${config.mediaSecret} of previews`)];
  const { publicUrl, restricted } = config.media;
  const deps = { ...platform, ...neighbours, signingKeys, previewKeys, media };
  const jpegs = createJpegs({ ...deps, db: platform.primary });
  const { peekHotFile, files } = mountMedia({
    ...{ ...deps, ...media, publicUrl, restricted, now: clock },
    preview: { keys: previewKeys, mayPreview },
    missing: watchMissingFiles(deps),
    jpegs,
  });
  http.serveHotFiles('/media/', peekHotFile);
  return {
    media,
    pictureFiles: { ...files, listJpegs: jpegs.listMade } satisfies PictureFiles,
    ...createPictures(deps),
    makePreview: (db: Db, imageId: string) => storeFromOriginal(db, media, { imageId, kind: 'blur' }),
    repairPicture: (db: Db, imageId: string) => repairPicture(db, media, imageId),
    sumBytes: createStoredSize(),
    jobs: [avifJob(deps), freeImagesJob(deps)],
  };
}
