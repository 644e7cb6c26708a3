import type { Db } from '../../../server/database/db.ts';

/** An event for the numbers. One without a reader counts only in the totals, and has no other facts. */
export interface RawEvent {
  name: string;
  reader: Buffer | null;
  before: Buffer | null;
  isUser: boolean | null;
  bookId: string | null;
  chapterId: string | null;
  language: string | null;
  source: string | null;
  page: number | null;
}

/** Events come in the order in which they happened: within their time each is a microsecond after the one before. */
export async function insertRawEvents(
  tx: Db,
  { day, at, events }: { day: string; at: Date; events: readonly RawEvent[] },
): Promise<void> {
  await tx.query(
    {
      name: 'numbers-insert-events',
      text: `
        insert into number_events (day, at, name, reader, before, is_user, book_id, chapter_id, language, source, page)
        select $1::date, $2::timestamptz + (place - 1) * interval '1 microsecond', name, reader, before, is_user, book_id,
          chapter_id, language, source, page
        from unnest($3::text[], $4::bytea[], $5::bytea[], $6::boolean[], $7::uuid[], $8::uuid[], $9::text[], $10::text[],
          $11::integer[]) with ordinality as given (
          name, reader, before, is_user, book_id, chapter_id, language, source, page, place)`,
    },
    [
      day,
      at,
      events.map(({ name }) => name),
      events.map(({ reader }) => reader),
      events.map(({ before }) => before),
      events.map(({ isUser }) => isUser),
      events.map(({ bookId }) => bookId),
      events.map(({ chapterId }) => chapterId),
      events.map(({ language }) => language),
      events.map(({ source }) => source),
      events.map(({ page }) => page),
    ],
  );
}

/** Says which user a visitor has become, by the keys of these days. */
export async function insertLinks(
  db: Db,
  links: readonly { day: string; visitor: Buffer; reader: Buffer }[],
): Promise<void> {
  await db.query(
    `insert into number_links (day, visitor, reader) select * from unnest($1::date[], $2::bytea[], $3::bytea[])
     on conflict (day, visitor) do nothing`,
    [links.map(({ day }) => day), links.map(({ visitor }) => visitor), links.map(({ reader }) => reader)],
  );
}

/** A page whose picture did not come to browsers; `page` counts from 1. */
export interface BrokenPage {
  chapterId: string;
  language: string;
  page: number;
  readers: number;
  reports: number;
  last: Date;
}

/** The pages that browsers told of while raw events are kept, those that most readers miss first. */
export async function selectBrokenPages(db: Db, limit: number): Promise<BrokenPage[]> {
  const { rows } = await db.query<BrokenPage>(
    `select chapter_id as "chapterId", language, page, count(distinct reader)::int as readers, count(*)::int as reports,
       max(at) as last
     from number_events where name = 'page_broken' and chapter_id is not null and language is not null and page is not null
     group by chapter_id, language, page order by readers desc, last desc limit $1`,
    [limit],
  );
  return rows;
}
