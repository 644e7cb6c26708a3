/** SQL whether every chapter of a book `b` is open to all now. */
export const isFree = `(not coalesce(b.is_locked, false) and (not b.window_opens or exists (
    select from windows where book_id is null and from_at <= now() and to_at > now())
  or b.id in (select book_id from windows where book_id is not null and from_at <= now() and to_at > now())))`;
