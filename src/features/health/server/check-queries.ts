import type { Db } from '../../../server/database/db.ts';
import type { PageOutcome } from '../studio-contract.ts';

/** A page of a chapter in a language; `page` counts from 1. */
export interface PageName {
  chapterId: string;
  language: string;
  page: number;
}

export interface PageCheck extends PageName {
  checkedAt: Date;
  outcome: PageOutcome;
}

export async function selectPageChecks(db: Db, chapterIds: readonly string[]): Promise<PageCheck[]> {
  const { rows } = await db.query<PageCheck>(
    `select chapter_id as "chapterId", language, page, checked_at as "checkedAt", outcome from page_checks
     where chapter_id = any($1::uuid[])`,
    [chapterIds],
  );
  return rows;
}

export async function upsertPageCheck(
  tx: Db,
  { chapterId, language, page, outcome }: PageName & { outcome: PageOutcome },
) {
  await tx.query(
    `insert into page_checks (chapter_id, language, page, checked_at, outcome) values ($1, $2, $3, clock_timestamp(), $4)
     on conflict (chapter_id, language, page) do update set checked_at = excluded.checked_at, outcome = excluded.outcome`,
    [chapterId, language, page, outcome],
  );
}
