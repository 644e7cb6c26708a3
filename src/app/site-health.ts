import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listNamedChapters, listPicturesOfPages } from '../features/catalog/server/broken-page-queries.ts';
import type { HealthDeps } from '../features/health/server/studio-routes.ts';
import type { FailureOnWire } from '../features/health/studio-contract.ts';
import { type Failure, idOfFailure, importFailures } from '../features/importing/batches/server/failures.ts';
import type { Media } from '../features/media/server/media.ts';
import { type RepairOutcome, repairPicture } from '../features/media/server/repair.ts';
import { createStoredSize } from '../features/media/server/stored-size.ts';
import { selectBrokenPages } from '../features/numbers/server/event-queries.ts';
import type { Settings } from '../server/config/config.ts';
import { nameOfPlace } from '../server/config/media.ts';
import type { DbPool } from '../server/database/db.ts';
import { packageRoot } from '../server/process/package-root.ts';
import type { Pictures } from './pictures.ts';

/** The jobs of the server by the names that the studio has for them. */
export const namesOfJobs: HealthDeps['jobs'] = {
  'roll-up': 'roll-up',
  retention: 'remove what is over',
  trash: 'trash',
  sweep: 'free images',
  backup: 'backup',
};

/** The work of imports that failed. */
export function failedWork(db: DbPool): HealthDeps['failedWork'] {
  const { list, retry, dismiss } = importFailures(db);
  return {
    async list(reader, page) {
      const { rows, total } = await list(reader, page);
      return { rows: rows.map(presentFailure), total };
    },
    retry,
    dismiss,
  };
}

function presentFailure(failure: Failure): FailureOnWire {
  const { importId, importName, path, cause, at } = failure;
  return {
    id: idOfFailure(failure),
    kind: path === null ? 'import' : 'file',
    at: at.toISOString(),
    import: { id: importId, name: importName },
    ...{ path, cause },
  };
}

/** The pages that browsers tell of, and the repair of their pictures. */
export function pageSources(media: Media, show: Pictures['showInStudio']): HealthDeps['pages'] {
  return {
    listReported: selectBrokenPages,
    nameChapters: listNamedChapters,
    async showThumbnails(db, { reader, pages }) {
      const tiles = await listPicturesOfPages(db, pages);
      const pictures = await show(reader, [...new Set(tiles.map(({ imageId }) => imageId))]);
      return pages.map((page) => {
        const first = tiles.find(
          (tile) => tile.chapterId === page.chapterId && tile.language === page.language && tile.page === page.page,
        );
        return (first && pictures.get(first.imageId)) ?? null;
      });
    },
    async repair(db, page) {
      const outcomes: RepairOutcome[] = [];
      for (const { imageId } of await listPicturesOfPages(db, [page]))
        outcomes.push(await repairPicture(db, media, imageId));
      if (outcomes.length === 0) return null;
      return (['lost', 'repaired'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'fine';
    },
  };
}

/** The places of files that the settings name. */
export function placesOfFiles({ dataDir, media: { store } }: Settings): HealthDeps['places'] {
  const place = store.kind === 'folder' ? 'disk' : 's3';
  return { dataDir, media: { name: nameOfPlace(store), place, sumBytes: createStoredSize() } };
}

/** The version of the program. */
export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return version;
}
