import { type ImagePlace, placesOfImages } from '../../../features/catalog/server/catalog.ts';
import { findPictureFaults, type PictureFault, samplePictures } from '../../../features/media/server/check-files.ts';
import { openPictureStore } from '../../../features/media/server/media.ts';
import { describeFailure } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import type { Db } from '../../../server/database/db.ts';
import { type Finding, good, wrong } from './finding.ts';

const CHECK = 'Pictures';
const FAULTS_SHOWN = 20;
const ADVICE = 'Take these files from a backup: docs/runbooks/restore.md.';

/**
 * Checks that the files named by the database exist: of a few pictures, or with `isDeep` that all files are undamaged.
 */
export async function checkPictures(
  settings: Pick<Settings, 'media' | 's3'>,
  db: Db,
  options: { isDeep: boolean },
): Promise<Finding> {
  try {
    return await lookAtPictures(settings, db, options);
  } catch (error) {
    return wrong(CHECK, `they cannot be read: ${describeFailure(error)}`, 'See whether the store is there.');
  }
}

async function lookAtPictures(
  settings: Pick<Settings, 'media' | 's3'>,
  db: Db,
  options: { isDeep: boolean },
): Promise<Finding> {
  const store = openPictureStore(settings);
  if (options.isDeep) {
    const found = await findPictureFaults(db, store, { mostTold: FAULTS_SHOWN });
    if (found.count === 0) return good(CHECK, `${counted(found.checked)} checked, all whole`);
    return wrong(CHECK, await nameFaults(db, found), ADVICE);
  }
  const { isEmpty, missing, looked } = await samplePictures(db, store);
  if (isEmpty) return good(CHECK, 'none yet');
  const fault = await store.findFault();
  if (fault !== null) return wrong(CHECK, `${fault}, and the database names pictures`, ADVICE);
  if (missing.length === 0) return good(CHECK, `${counted(looked)} looked for, all there; --deep checks all`);
  const found = { count: missing.length, faults: missing };
  return wrong(CHECK, await nameFaults(db, found), 'Run `longstrip doctor --deep`, which names all.');
}

const counted = (count: number) => `${count} picture${count === 1 ? '' : 's'}`;

async function nameFaults(db: Db, found: { count: number; faults: readonly PictureFault[] }): Promise<string> {
  const ids = found.faults.map(({ imageId }) => imageId);
  const places = await placesOfImages(db, ids);
  const lines = found.faults.map(({ imageId, file, cause }) => `${cause}: ${file} (${placeName(places.get(imageId))})`);
  const more = found.count - lines.length;
  const last = more > 0 ? [`and ${more} more`] : [];
  return [`${counted(found.count)} missing or damaged`, ...lines, ...last].join('\n      ');
}

function placeName(place: ImagePlace | undefined): string {
  if (!place) return 'shown nowhere';
  const { title, number, page, language } = place;
  const chapter = number === null ? '' : `, chapter ${number}`;
  return `${title}${chapter}, ${page === null ? 'cover' : `page ${page + 1}`}, ${language}`;
}
