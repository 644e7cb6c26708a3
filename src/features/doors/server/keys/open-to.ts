import type { AccessFacts } from '../../../catalog/access.ts';
import { accessOf, type Dates } from '../../../catalog/server/dates/openings.ts';
import type { Viewer } from '../../../membership/server/membership.ts';
import { decideChapterAccess } from '../../../reading/rules.ts';

/** Whether somebody may read a published chapter now; null: a visitor. The one decision, for all doors. */
export function isOpenTo(
  dates: Dates,
  chapter: AccessFacts & { bookId: string },
  viewer: Pick<Viewer, 'membership' | 'now'> | null,
): boolean {
  const now = viewer?.now ?? dates.now();
  const access = accessOf(dates, chapter, now);
  const { kind } = decideChapterAccess({ access, membership: viewer?.membership ?? null, now });
  return kind === 'free' || kind === 'member';
}
