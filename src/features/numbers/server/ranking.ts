import { createMemo, type Memo } from '../../../server/database/memo.ts';
import type { Platform } from '../../../server/http/platform.ts';
import { listsAdult } from '../../catalog/rules.ts';
import { type CoversOf, isTag, listListedIds, presentBooks } from '../../catalog/server/catalog.ts';
import type { Dates } from '../../catalog/server/dates/openings.ts';
import { type Ranking, rankingCalls } from '../contract.ts';
import { dayOfNumber, numberOfDay, type RankingPeriod, rankingDays } from '../rules.ts';
import { findLastClosedDay } from './day-queries.ts';
import { rankBooks } from './figure-queries.ts';

const mostBooks = 100;
/** The days are closed: what was counted of them stays. */
const keepMs = 10 * 60 * 1000;

export interface RankingDeps {
  coversOf: CoversOf;
  dates: Dates;
}

/** The public ranking of books by their readers (spec: site.md#ranking). */
export function mountRanking({ api, db, clock, config, coversOf, dates }: Platform & RankingDeps): void {
  const ranked: Memo<string[]> = createMemo({ keepMs, limit: 100, now: () => clock().getTime() });
  api.add(rankingCalls.getRanking, async ({ params: { language }, query }) => {
    const { period = 'week', edition = null } = query;
    const to = await findLastClosedDay(db);
    const from = to && firstDayOf(to, period);
    const tag = query.tag !== undefined && (await isTag(db, query.tag)) ? query.tag : null;
    const adult = listsAdult(config.adultBooks, query);
    const ids =
      from && to ? await ranked.get(`${from} ${to} ${edition}`, () => rankBooks(db, { from, to, edition })) : [];
    const bookIds = await listListedIds(db, { bookIds: ids, tag, adult, limit: mostBooks });
    const books = await presentBooks(db, { bookIds, language, coversOf, dates });
    return { result: { period, from, to, tag, edition, books } satisfies Ranking };
  });
}

const firstDayOf = (last: string, period: RankingPeriod) =>
  dayOfNumber((numberOfDay(last) ?? 0) - rankingDays[period] + 1);
