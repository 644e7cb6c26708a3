import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { createBookFigures } from './book-figures.ts';
import { selectBrokenPages } from './event-queries.ts';
import { type HomeDeps, mountHome } from './home-routes.ts';
import { createNumbers } from './numbers.ts';
import { mountRanking, type RankingDeps } from './ranking.ts';
import { numbersRetentions } from './retention.ts';
import { createFreshener, rollUpJob } from './roll-up.ts';
import { mountNumbers } from './studio-routes.ts';

/** Opens the studio's numbers and the public ranking; others tell them what readers do. */
export function openNumbers(platform: Platform, neighbours: Neighbours<HomeDeps & RankingDeps, 'freshen'>) {
  const { config, primary: db, setting } = platform;
  const given = { ...platform, ...neighbours };
  const deps = { ...given, freshen: createFreshener(given) };
  mountNumbers(deps);
  mountHome(deps);
  mountRanking(deps);
  return {
    ...createNumbers({ db, setting, ownHost: new URL(config.publicUrl).hostname }),
    ...createBookFigures(deps),
    listReported: selectBrokenPages,
    jobs: [rollUpJob(deps)],
    retentions: numbersRetentions,
  };
}
