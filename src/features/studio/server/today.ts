import type { Db } from '../../../server/database/db.ts';
import type { Role } from '../contract.ts';
import { hasRight, type Right } from '../rules.ts';

/** Figures of a feature that may want attention: where one is over 0, somebody should look at the page. */
export interface Attention {
  right: Right;
  /** The page of the studio that has them. */
  page: string;
  /** How many there are, by kind. */
  count(db: Db): Promise<Readonly<Record<string, number>>>;
}

/** The things that want the attention of somebody with that role now. */
export async function listToday(
  db: Db,
  { role, sources }: { role: Role; sources: readonly Attention[] },
): Promise<{ kind: string; count: number; page: string }[]> {
  const open = sources.filter(({ right }) => hasRight(role, right));
  const counted = await Promise.all(open.map(async ({ page, count }) => ({ page, counts: await count(db) })));
  return counted.flatMap(({ page, counts }) =>
    Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [{ kind, count, page }] : [])),
  );
}
