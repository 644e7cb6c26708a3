import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { listNamedChapters, listPicturesOfPages } from './broken-page-queries.ts';
import { listUsedImages } from './catalog.ts';
import { debutRetention } from './dates/debut-queries.ts';
import { defaultFreeJob } from './dates/default-free.ts';
import { type BulkDeps, mountBulk, mountMoveToBook } from './editing/bulk-routes.ts';
import { mountHandPictures, type PictureDeps } from './editing/picture-routes.ts';
import { mountRecommended } from './editing/recommended.ts';
import { mountEditing } from './editing/studio-routes.ts';
import { trashJob } from './editing/trash.ts';
import { lateFactsJob, type MakePreview } from './late-facts.ts';
import { lateSearchJob } from './late-search.ts';
import { type CatalogDeps, mountCatalog } from './routes.ts';
import { mountTexts, type TextDeps } from './text/studio-routes.ts';

type Deps = CatalogDeps & TextDeps & PictureDeps & BulkDeps & { makePreview: MakePreview };

/** Opens the catalogue; others ask which images its books show, and where. */
export function openCatalog(platform: Platform, neighbours: Neighbours<Deps>) {
  const deps = { ...platform, ...neighbours };
  mountCatalog(deps);
  mountEditing(deps);
  mountBulk(deps);
  mountMoveToBook(deps);
  mountRecommended(deps);
  mountTexts(deps);
  mountHandPictures(deps);
  return {
    ...{ listUsedImages, listPicturesOfPages, nameChapters: listNamedChapters },
    jobs: [defaultFreeJob, trashJob, lateFactsJob(deps), lateSearchJob],
    retentions: [debutRetention],
  };
}
