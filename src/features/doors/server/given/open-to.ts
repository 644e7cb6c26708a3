import type { AccessFacts } from '../../../catalog/access.ts';
import { accessOf, type Dates } from '../../../catalog/server/dates/openings.ts';
import { decideChapterAccess } from '../../../reading/rules.ts';
import type { DoorReader } from '../pages/pages.ts';

/** Whether somebody may read a published chapter now (spec: reading.md#access). */
export function isOpenTo(dates: Dates, chapter: AccessFacts & { bookId: string }, reader: DoorReader): boolean {
  const now = reader?.now ?? dates.now();
  const access = accessOf(dates, chapter, now);
  const { kind } = decideChapterAccess({ access, membership: reader?.membership ?? null, now });
  return kind === 'free' || kind === 'member';
}
