import type { Db } from '../../../server/db.ts';

/** A book that shows an image: the first of its chapters that does, or none where it is a cover. */
export interface ImageUse {
  chapterId: string | null;
  number: number | null;
  publicFreeChapters: number | null;
  /** Of who asks. */
  expireAt: Date | null;
  /** The database's clock. */
  now: Date;
  /** All images of that chapter, where a session asks that holds. */
  imageIds: string[];
}

/** Where visible books show an image, and until when that session's user may read; one question for both. */
export async function listImageUses(db: Db, asked: { imageId: string; audience: string | null }): Promise<ImageUse[]> {
  const { rows } = await db.query<Omit<ImageUse, 'imageIds'> & { imageIds: string | null }>(
    {
      name: 'reading-image-uses',
      text: `
        select u.chapter_id as "chapterId", u.number, u.public_free_chapters as "publicFreeChapters",
          v.expire_at as "expireAt", now() as now,
          case when v.session_id is not null then (
            select string_agg(o.image_id::text, ' ') from image_uses o where o.chapter_id = u.chapter_id
          ) end as "imageIds"
        from (
          select distinct on (book_id) chapter_id, number, public_free_chapters
          from image_uses where image_id = $1 order by book_id, number nulls first) u
        left join viewers v on v.image_audience = $2`,
    },
    [asked.imageId, asked.audience],
  );
  // As one text: an array of hundreds of ids takes the driver ten times as long.
  return rows.map(({ imageIds, ...use }) => ({ ...use, imageIds: imageIds?.split(' ') ?? [] }));
}
