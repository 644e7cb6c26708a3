import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStoreAt } from '../../features/media/server/media.ts';
import { imageKey, type PictureStore, readStored } from '../../features/media/server/store/picture-store.ts';
import type { Settings } from '../../server/config.ts';
import { type FilePlace, nameOfPlace } from '../../server/config-media.ts';
import { describeFailure } from '../operator-error.ts';
import { checkFolder } from './doctor-files.ts';
import { type Finding, good, wrong } from './finding.ts';

const adviceOfBucket =
  'Check S3_ENDPOINT, S3_REGION and the keys, that the bucket exists, and that they may write, read, list and delete in it.';

/** Checks the places of pictures: folders by their rights, buckets by an object that is written, read and deleted. */
export async function checkStores({ media, s3 }: Pick<Settings, 'media' | 's3'>): Promise<Finding[]> {
  const places: [string, FilePlace | null, string][] = [
    ['Media store', media.store, 'MEDIA_STORE'],
    ['Media fallback', media.fallback, 'MEDIA_FALLBACK'],
  ];
  const findings: Finding[] = [];
  for (const [check, place, setting] of places) {
    if (place?.kind === 's3') findings.push(await checkBucket(check, place, openStoreAt(place, s3)));
    else if (place) findings.push(checkFolder(check, place.path, setting));
  }
  return findings;
}

async function checkBucket(check: string, place: FilePlace, store: PictureStore): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'longstrip-doctor-'));
  const key = imageKey(randomUUID(), 'w1.webp');
  const text = `written by longstrip doctor ${randomUUID()}`;
  try {
    await writeFile(join(folder, 'probe'), text);
    await store.put([{ key, path: join(folder, 'probe') }]);
    const read = await readStored(store, key);
    await store.delete([key]);
    if (String(read) === text) return good(check, `${nameOfPlace(place)}: an object was written, read and deleted`);
    return wrong(check, `${nameOfPlace(place)} gives other bytes than it was given`, adviceOfBucket);
  } catch (error) {
    return wrong(check, describeFailure(error), adviceOfBucket);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
