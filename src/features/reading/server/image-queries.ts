import type { Db } from '../../../server/database/db.ts';
import type { AccessOverride } from '../../catalog/access.ts';
import { defaultFreeChapters } from '../../catalog/rules.ts';

/** The number of free chapters that the site says, null where it is the usual one. */
const otherFreeChapters = `(select nullif(site_free_chapters(), ${defaultFreeChapters}))`;

/**
 * Where many chapters of a book show a picture, one for each kind of access decides: it has the lowest of their numbers
 * and the earliest of their dates, since either opens the picture, and backdating parts the two.
 */
const decidingUses = (images: 'image_id = $1' | 'image_id = any($1::uuid[])') => `
  select distinct on (image_id, book_id, access, free_at) image_id, book_id, chapter_id, number, public_free_chapters,
    early_access_days, access, free_at,
    min(published_since) over (partition by image_id, book_id, access, free_at) as published_since
  from image_uses where ${images} order by image_id, book_id, access, free_at, number nulls first`;

/**
 * A book that shows an image, with the first of its chapters that does; without a chapter where the image is a cover.
 */
export interface ImageUse {
  chapterId: string | null;
  bookId: string;
  number: number | null;
  publicFreeChapters: number | null;
  earlyAccessDays: number | null;
  /** Null for a cover, as is `access`. */
  publishedAt: Date | null;
  access: AccessOverride | null;
  freeAt: Date | null;
  /** End of the membership of the user who asks. */
  expireAt: Date | null;
  /** The database's clock. */
  now: Date;
  /** All images of that chapter; empty where the session is not valid. */
  imageIds: string[];
}

/** The visible books that show an image, and the end of the membership of that session's user, in one query. */
export async function listImageUses(db: Db, asked: { imageId: string; audience: string | null }): Promise<ImageUse[]> {
  const { rows } = await db.query<Omit<ImageUse, 'imageIds'> & { imageIds: string | null }>(
    {
      name: 'reading-image-uses',
      text: `
        select u.book_id as "bookId", u.chapter_id as "chapterId", u.number,
          coalesce(u.public_free_chapters, ${otherFreeChapters}) as "publicFreeChapters", u.early_access_days as "earlyAccessDays",
          u.published_since as "publishedAt", u.access, u.free_at as "freeAt",
          v.expire_at as "expireAt", now() as now,
          case when v.session_id is not null then (
            select string_agg(o.image_id::text, ' ') from image_uses o where o.chapter_id = u.chapter_id
          ) end as "imageIds"
        from (${decidingUses('image_id = $1')}) u
        left join viewers v on v.image_audience = $2`,
    },
    [asked.imageId, asked.audience],
  );
  // The ids come as one text: the driver needs ten times as long for an array of hundreds of ids.
  return rows.map(({ imageIds, ...use }) => ({ ...use, imageIds: imageIds?.split(' ') ?? [] }));
}

/** Where an image is used, with the facts that decide who may have it. */
export type UseByAll = Omit<ImageUse, 'expireAt' | 'imageIds'> & { imageId: string };

const factsOfUse = `image_id as "imageId", book_id as "bookId", chapter_id as "chapterId", number,
  coalesce(public_free_chapters, ${otherFreeChapters}) as "publicFreeChapters", early_access_days as "earlyAccessDays",
  published_since as "publishedAt", access, free_at as "freeAt", now() as now`;

/** The images of a visible book, each once for each chapter that shows it. */
export async function listImageUsesOfBook(db: Db, bookId: string): Promise<UseByAll[]> {
  const { rows } = await db.query<UseByAll>(
    `select distinct on (image_id, chapter_id) ${factsOfUse}
     from image_uses where book_id = $1 order by image_id, chapter_id`,
    [bookId],
  );
  return rows;
}

/** Where these images are used in visible books: in each book, what decides for each kind of access. */
export async function listUsesOfImages(db: Db, imageIds: readonly string[]): Promise<UseByAll[]> {
  const { rows } = await db.query<UseByAll>(
    `select ${factsOfUse} from (${decidingUses('image_id = any($1::uuid[])')}) u`,
    [imageIds],
  );
  return rows;
}
