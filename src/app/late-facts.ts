import { addLateFacts } from '../features/catalog/server/late-facts.ts';
import { type Media, storeFromOriginal } from '../features/media/server/media.ts';
import type { Log } from '../server/config/log.ts';
import type { Job } from '../server/jobs/jobs.ts';

const everyMs = 60_000;

/** Finds out how long older chapters take to read, and makes their previews; until then the cover stands there. */
export function lateFactsJob({ media, log }: { media: Media; log: Log }): Job {
  let failedBefore = 0;
  return {
    name: 'previews',
    everyMs,
    async run(db, signal) {
      const makePreview = (imageId: string) => storeFromOriginal(db, media, { imageId, kind: 'blur' });
      const { failed } = await addLateFacts(db, { makePreview, signal });
      // A preview that cannot be made is told of once, not every minute.
      if (failed > failedBefore) log.warn({ failed }, 'previews not made');
      failedBefore = failed;
    },
  };
}
