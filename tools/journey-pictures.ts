// Runs beside the journeys' server: claims most of the AVIF files that its catalogue still needs, and makes none.
// Encoding them took 70 seconds of a processor in each run of all tests, and other tests cover it.

import { withDatabase } from '../src/app/cli/site/database.ts';
import type { NeededSite } from '../src/app/cli/site/site-state.ts';
import { claimPendingAvif, releaseAvifClaim } from '../src/features/media/server/queries.ts';
import { loadSettings } from '../src/server/config/config.ts';

/** The server still encodes so many, so that the pages of a run have files of both formats. */
const leftToTheServer = 40;

const site: NeededSite = { ...loadSettings(), need: 'uses', isQuiet: true };
await withDatabase(site, async (db) => {
  const claimed = [];
  for (let image = await claimPendingAvif(db); image; image = await claimPendingAvif(db)) claimed.push(image);
  for (const { id } of claimed.slice(0, leftToTheServer)) await releaseAvifClaim(db, id);
});
