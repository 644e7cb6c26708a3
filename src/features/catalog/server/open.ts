import type { Platform } from '../../../server/http/platform.ts';
import type { Cover } from '../../../shared/wire.ts';
import type { StudioApi } from '../../studio/server/studio-api.ts';
import { type CoversOf, listUsedImages } from './catalog.ts';
import type { Dates } from './dates/openings.ts';
import type { HandPictures } from './editing/hand-pictures.ts';
import { mountHandPictures } from './editing/picture-routes.ts';
import { mountRecommended } from './editing/recommended.ts';
import { mountEditing } from './editing/studio-routes.ts';
import { trashJob } from './editing/trash.ts';
import { lateFactsJob, type MakePreviewIn } from './late-facts.ts';
import { mountCatalog } from './routes.ts';

/** What others do for books. */
interface Neighbours {
  studio: StudioApi;
  dates: Dates;
  /** Lets this process know of a change of dates at once. */
  refresh(): Promise<void>;
  coversOf: CoversOf;
  /** The covers with addresses that open for that session alone. */
  showCoversInStudio(reader: { imageAudience: string }, ids: readonly string[]): Promise<Map<string, Cover>>;
  handPictures: HandPictures;
  makePreview: MakePreviewIn;
}

/** Opens the catalogue; others ask which images its books show. */
export function openCatalog(platform: Platform, neighbours: Neighbours) {
  const deps = { ...platform, ...neighbours };
  mountCatalog(deps);
  mountEditing({ ...deps, coversFor: deps.showCoversInStudio });
  mountRecommended(deps);
  mountHandPictures({ ...deps, pictures: deps.handPictures });
  return { listUsedImages, jobs: [trashJob, lateFactsJob(deps)] };
}
