import type { Db } from '../../../server/database/db.ts';
import { languages } from '../../../shared/languages.ts';

/** Gives the chapters in a range of ids an empty text in every language: those of a grown site mostly have a title only. */
export async function giveContent(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.query(
    `insert into chapter_editions (chapter_id, language, title, has_content, blocks)
     select c.id, language, 'A chapter', true, '[]' from chapters c, unnest($3::text[]) language
     where c.id between $1 and $2
     on conflict (chapter_id, language) do update set has_content = true, blocks = excluded.blocks
     where not chapter_editions.has_content`,
    [from, to, languages],
  );
}
