import type { Db } from '../../../server/database/db.ts';
import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { Language } from '../../../shared/languages.ts';
import { listSeenChapters } from './books/chapter-queries.ts';
import { listUsedImages } from './books/queries.ts';
import { listNamedChapters, listPicturesOfPages } from './broken-page-queries.ts';
import { listTitles, readCovers } from './catalog.ts';
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

/** Opens the catalogue; others ask which images its books show, and where, and how its things are called. */
export function openCatalog(platform: Platform, neighbours: Neighbours<Deps>) {
  const { coversOf } = neighbours;
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
    names: {
      ...{ chaptersOf: listSeenChapters, titlesOf: listTitles },
      coversOfBooks: (db: Db, asked: { bookIds: readonly string[]; language: Language }) =>
        readCovers(db, { ...asked, coversOf, publicUrl: platform.config.publicUrl }),
    },
    jobs: [defaultFreeJob, trashJob, lateFactsJob(deps), lateSearchJob],
    retentions: [debutRetention],
  };
}
