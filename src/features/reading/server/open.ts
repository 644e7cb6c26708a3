import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { createDiskRoom } from '../../../server/metrics/disk-room.ts';
import { decideChapterAccess } from '../rules.ts';
import { createEventAllowance } from './event-allowance.ts';
import { listChapterHours } from './event-queries.ts';
import { readingJobs } from './jobs.ts';
import { createLastLanguages } from './last-language.ts';
import { decideImage, type Reader } from './reading.ts';
import { readingRetentions } from './retention.ts';
import { mountReading, type ReadingDeps } from './routes.ts';
import { readSettings } from './settings.ts';

interface Handed extends Neighbours<ReadingDeps, 'keeping' | 'lastLanguages'> {
  /** Reads something that visitors may have; from a replica while the database is away. */
  orReplica<T>(read: () => Promise<T>): Promise<T>;
  /** The free bytes of a folder's disk; by default as the system says. */
  freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

/** Opens reading; others ask who may have an image or read a chapter, and when chapters were read. */
export function openReading(platform: Platform<Reader>, { orReplica, freeBytes, ...neighbours }: Handed) {
  const { config, db, clock } = platform;
  const keeping = {
    takeEvents: createEventAllowance({ scale: config.rateLimitScale }),
    hasRoom: createDiskRoom(config.dataDir, freeBytes),
  };
  const lastLanguages = createLastLanguages(platform);
  mountReading({ ...platform, ...neighbours, keeping, lastLanguages });
  return {
    lastLanguages,
    /** Whether a user has said to be old enough for books for adults. */
    async wantsAdult(userId: string) {
      return (await readSettings(db, userId)).some(({ name, value }) => name === 'adult' && value === true);
    },
    decideImage(asked: { imageId: string; audience: string | null }) {
      const decide = () => decideImage(db, { ...asked, dates: neighbours.dates });
      return asked.audience === null ? orReplica(decide) : decide();
    },
    isLocked(asked: Parameters<typeof decideChapterAccess>[0]) {
      const { kind } = decideChapterAccess(asked);
      return kind !== 'free' && kind !== 'member';
    },
    hoursOf: listChapterHours,
    jobs: readingJobs(clock),
    retentions: readingRetentions,
  };
}
