import type { Db } from '../../../../server/database/db.ts';
import { defaultLanguage, type Language } from '../../../../shared/languages.ts';

/** A book among the recommended; null: no limit. */
export interface Recommendation {
  bookId: string;
  languages: Language[] | null;
  from: Date | null;
  until: Date | null;
}

export interface TitledRecommendation extends Recommendation {
  title: string;
  originalTitle: string;
  coverImageId: string | null;
}

/** Makes other changes of the list wait until the transaction ends. */
export async function lockRecommendations(tx: Db): Promise<void> {
  await tx.query('lock table recommendations in share row exclusive mode');
}

/** The first of the recommended books: those with a place by hand, then the newest. */
export async function selectRecommendations(
  db: Db,
  limit: number,
  language: Language,
): Promise<TitledRecommendation[]> {
  const { rows } = await db.query<TitledRecommendation>(
    `with chosen as (
       (select book_id, 0 as part, place::bigint, languages, from_at, until_at from recommendations)
       union all
       (select id, 1, row_number() over (order by updated_at desc, id), null, null, null from books
        where recommended and not hidden and not exists (select from recommendations where book_id = books.id)
        order by updated_at desc, id limit $1))
     select c.book_id as "bookId", c.languages, c.from_at as "from", c.until_at as until, coalesce(t.title, '') as "originalTitle",
       coalesce((select e.title from editions e where e.book_id = b.id
         order by array_position(array[$2, $3, b.original_language], e.language) nulls last limit 1), '') as title,
       (select e.cover_image_id from editions e where e.book_id = b.id and e.cover_image_id is not null
         order by array_position(array[$2, $3, b.original_language], e.language) nulls last limit 1) as "coverImageId"
     from chosen c join books b on b.id = c.book_id and b.recommended and b.deleted_at is null
     left join editions t on t.book_id = b.id and t.language = b.original_language
     order by c.part, c.place limit $1`,
    [limit, language, defaultLanguage],
  );
  return rows;
}

/** Those of the books that are there and not in the trash, locked until the transaction ends. */
export async function lockBooks(tx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from books where id = any($1) and deleted_at is null order by id for no key update',
    [ids],
  );
  return rows.map(({ id }) => id);
}

export async function replaceRecommendations(tx: Db, items: readonly Recommendation[]): Promise<void> {
  await tx.query('delete from recommendations');
  for (const [place, { bookId, languages, from, until }] of items.entries())
    await tx.query(
      'insert into recommendations (book_id, place, languages, from_at, until_at) values ($1, $2, $3, $4, $5)',
      [bookId, place + 1, languages, from, until],
    );
}

/** Sets whether books are recommended; imports leave it so. */
export async function markRecommended(tx: Db, ids: readonly string[], isRecommended: boolean): Promise<void> {
  await tx.query(
    `update books set recommended = $2,
       edited = (select array_agg(distinct name order by name) from unnest(array_append(edited, 'recommended')) name)
     where id = any($1) and (recommended <> $2 or 'recommended' <> all(edited))`,
    [ids, isRecommended],
  );
}
