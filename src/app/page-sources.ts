import { listNamedChapters, listPicturesOfPages } from '../features/catalog/server/broken-page-queries.ts';
import type { HealthDeps } from '../features/health/server/studio-routes.ts';
import type { openMedia } from '../features/media/server/open.ts';
import type { RepairOutcome } from '../features/media/server/repair.ts';
import { selectBrokenPages } from '../features/numbers/server/event-queries.ts';

/** The pages that browsers tell of, and the repair of their pictures. */
export function pageSources({ showInStudio, repairPicture }: ReturnType<typeof openMedia>): HealthDeps['pages'] {
  return {
    listReported: selectBrokenPages,
    nameChapters: listNamedChapters,
    async showThumbnails(db, { reader, pages }) {
      const tiles = await listPicturesOfPages(db, pages);
      const pictures = await showInStudio(reader, [...new Set(tiles.map(({ imageId }) => imageId))]);
      return pages.map((page) => {
        const first = tiles.find(
          (tile) => tile.chapterId === page.chapterId && tile.language === page.language && tile.page === page.page,
        );
        return (first && pictures.get(first.imageId)) ?? null;
      });
    },
    async repair(db, page) {
      const outcomes: RepairOutcome[] = [];
      for (const { imageId } of await listPicturesOfPages(db, [page])) outcomes.push(await repairPicture(db, imageId));
      if (outcomes.length === 0) return null;
      return (['lost', 'repaired'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'fine';
    },
  };
}
