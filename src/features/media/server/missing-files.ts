import type { Platform } from '../../../server/http/platform.ts';
import { describeImages, type Media } from './media.ts';
import type { Target } from './signed-address.ts';

/** Logs and counts missing files that the database names. */
export function watchMissingFiles({ db, media, metrics, log }: Platform & { media: Media }) {
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
