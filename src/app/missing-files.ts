import { describeImages, type Media } from '../features/media/server/media.ts';
import type { Db } from '../server/db.ts';
import type { Log } from '../server/log.ts';
import type { Metrics } from '../server/metrics.ts';

/** Logs and counts a missing file that the database names; a file that never existed is ignored. */
export async function noteMissingFile(
  { imageId, variant }: { imageId: string; variant: string },
  deps: { db: Db; media: Media; metrics: Metrics; log: Log },
): Promise<void> {
  const image = (await describeImages(deps.db, deps.media, [imageId])).get(imageId);
  if (!image?.variants.some(({ name }) => name === variant)) return;
  deps.metrics.countMissingMedia();
  deps.log.error({ imageId, variant }, 'image file missing');
}
