import type { Db } from '../../../../server/database/db.ts';
import type { Language } from '../../../../shared/languages.ts';
import { freeChapters } from './queries.ts';

/**
 * SQL: whether a published chapter `c` of book `b` is for members at the moment of that parameter. The same rule as
 * `decideAccess`, for many chapters at once; a test compares the two.
 */
export const isForMembers = (now: string) => `
  c.access <> 'free' and (c.free_at is null or ${now} < c.free_at) and (
    c.access = 'members'
    or ${freeChapters} < c.number
      and (c.free_at is not null or b.early_access_days is null
        or ${now} < c.published_since + make_interval(hours => 24 * b.early_access_days))
      and not exists (
        select from windows w where (w.book_id is null or w.book_id = b.id) and ${now} >= w.from_at and ${now} < w.to_at))`;

/** The chapters for members that can be read in this language at a moment, and the seconds that they take. */
export async function sumChaptersForMembers(
  db: Db,
  asked: { language: Language; now: Date },
): Promise<{ chapters: number; seconds: number }> {
  const { rows } = await db.query<{ chapters: number; seconds: number }>(
    {
      name: 'catalog-sum-for-members',
      text: `
        select count(*)::int as chapters, coalesce(sum(e.reading_seconds), 0)::float8 as seconds
        from published_chapters c join books b on b.id = c.book_id and not b.hidden
        join published_editions e on e.chapter_id = c.id and e.language = $2 and e.has_content
        where ${isForMembers('$1')}`,
    },
    [asked.now, asked.language],
  );
  return rows[0] ?? { chapters: 0, seconds: 0 };
}

const fewestFree = `
  select min(${freeChapters})::int as fewest from books b where not b.hidden and ${freeChapters} < b.chapter_count`;

/** The fewest free chapters of a shown book that has chapters beyond them; null: there is no such book. */
export async function findFewestFree(db: Db): Promise<number | null> {
  const { rows } = await db.query<{ fewest: number | null }>({ name: 'catalog-fewest-free', text: fewestFree });
  return rows[0]?.fewest ?? null;
}

/** The chapters that came out after a moment and are for members now. */
export async function countNewForMembers(db: Db, asked: { after: Date; now: Date }): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    {
      name: 'catalog-new-for-members',
      text: `
        select count(*)::int as count from published_chapters c join books b on b.id = c.book_id and not b.hidden
        where c.published_since > $2 and ${isForMembers('$1')}`,
    },
    [asked.now, asked.after],
  );
  return rows[0]?.count ?? 0;
}

/** What a locked chapter may show of itself, by its book's choice. */
export type PreviewFacts =
  | { kind: 'blur'; previewImageId: string | null; coverImageId: string | null }
  | { kind: 'words'; blocks: unknown }
  | { kind: 'none' };

/** The preview of a published chapter's edition; a text is read only where its book shows words. */
export async function findPreview(db: Db, asked: { chapterId: string; language: Language }): Promise<PreviewFacts> {
  const { rows } = await db.query<{
    preview: 'none' | 'blur' | 'words';
    previewImageId: string | null;
    coverImageId: string | null;
    blocks: unknown;
  }>(
    {
      name: 'catalog-find-preview',
      text: `
        select shown.preview, e.preview_image_id as "previewImageId", case when shown.preview = 'words' then e.blocks end as blocks,
          coalesce(e.cover_image_id,
            (select cover_image_id from published_editions o where o.chapter_id = c.id and o.cover_image_id is not null
             order by o.language limit 1),
            (select cover_image_id from editions o where o.book_id = b.id and o.cover_image_id is not null
             order by o.language <> $2, o.language limit 1)) as "coverImageId"
        from published_chapters c join books b on b.id = c.book_id and not b.hidden
        join published_editions e on e.chapter_id = c.id and e.language = $2
        cross join lateral (
          select coalesce(b.preview, case b.kind when 'comic' then 'blur' else 'none' end) as preview) shown
        where c.id = $1 and (shown.preview <> 'blur' or b.kind = 'comic') and (shown.preview <> 'words' or b.kind = 'novel')`,
    },
    [asked.chapterId, asked.language],
  );
  const [row] = rows;
  if (!row || row.preview === 'none') return { kind: 'none' };
  if (row.preview === 'words') return { kind: 'words', blocks: row.blocks };
  return { kind: 'blur', previewImageId: row.previewImageId, coverImageId: row.coverImageId };
}

/** An edition that was published before previews and times were known. */
export interface UncountedEdition {
  chapterId: string;
  language: Language;
  isUncounted: boolean;
  /** Null: it needs no preview. */
  firstImageId: string | null;
  blocks: unknown;
  pages: number;
}

/** The editions after `after` that lack a preview or a reading time. */
export async function listUncounted(
  db: Db,
  page: { after: { chapterId: string; language: string } | null; limit: number },
): Promise<UncountedEdition[]> {
  const { rows } = await db.query<UncountedEdition>(
    `select e.chapter_id as "chapterId", e.language, e.reading_seconds is null as "isUncounted",
       case when e.reading_seconds is null then e.blocks end as blocks,
       case when e.preview_image_id is null and e.blocks is null then (
         select image_id from pages p where p.chapter_id = e.chapter_id and p.language = e.language
         order by position limit 1) end as "firstImageId",
       (select count(distinct page)::int from pages p where p.chapter_id = e.chapter_id and p.language = e.language) as pages
     from chapter_editions e
     where e.has_content and (e.reading_seconds is null or e.preview_image_id is null and e.blocks is null)
       and (e.chapter_id, e.language) > ($1::uuid, $2::text)
     order by e.chapter_id, e.language limit $3`,
    [page.after?.chapterId ?? '00000000-0000-0000-0000-000000000000', page.after?.language ?? '', page.limit],
  );
  return rows;
}

/** Stores the reading time, unless an import has stored one meanwhile. */
export async function updateReadingSeconds(
  db: Db,
  given: { chapterId: string; language: Language; seconds: number },
): Promise<void> {
  await db.query(
    `update chapter_editions set reading_seconds = $3
     where chapter_id = $1 and language = $2 and reading_seconds is null`,
    [given.chapterId, given.language, given.seconds],
  );
}

/** Stores the preview, unless the first page has changed meanwhile. */
export async function updatePreview(
  db: Db,
  given: { chapterId: string; language: Language; firstImageId: string; previewImageId: string },
): Promise<void> {
  await db.query(
    `update chapter_editions e set preview_image_id = $4
     where chapter_id = $1 and language = $2 and preview_image_id is null and $3 = (
       select image_id from pages p where p.chapter_id = e.chapter_id and p.language = e.language
       order by position limit 1)`,
    [given.chapterId, given.language, given.firstImageId, given.previewImageId],
  );
}
