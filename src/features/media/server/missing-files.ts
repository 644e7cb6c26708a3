import type { Log } from '../../../server/config/log.ts';
import type { Db } from '../../../server/database/db.ts';
import type { Metrics } from '../../../server/metrics/metrics.ts';
import { describeImages, type Media } from './media.ts';
import type { Target } from './signed-address.ts';

/** Logs and counts missing files that the database names. */
export function watchMissingFiles(deps: { db: Db; media: Media; metrics: Metrics; log: Log }) {
  const { db, media, metrics, log } = deps;
  return {
    async isNamed({ imageId, variant }: Target): Promise<boolean> {
      const image = (await describeImages(db, media, [imageId])).get(imageId);
      return image?.variants.some(({ name }) => name === variant) ?? false;
    },
    note(target: Target): void {
      metrics.countMissingMedia();
      log.error({ ...target }, 'image file missing');
    },
  };
}
