import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { rowKinds } from '../../shared/site-settings.ts';
import { languageCode, languageQuery, uuid } from '../../shared/wire.ts';

/** A book of a row: no more than its title and a small cover, for a page has many of them. */
const bookOfRow = z.object({
  book_uuid: uuid,
  book_title: z.string(),
  language: languageCode,
  text_language: z.optional(z.string()),
  cover: z.nullable(z.string()),
});
export type BookOfRow = z.infer<typeof bookOfRow>;

const row = z.object({
  kind: z.enum(rowKinds),
  /** The operator's, in the reader's language; null: the usual one of its kind. */
  title: z.nullable(z.string()),
  tag: z.nullable(z.string()),
  /** Null: the browser alone knows them, or another call has them. */
  books: z.nullable(z.array(bookOfRow)),
});
export type Row = z.infer<typeof row>;

export const rowCalls = {
  listRows: defineCall({
    method: 'GET',
    path: '/home/rows',
    who: 'anyone',
    summary: 'The rows above the list of the home page, at this moment',
    query: z.object({ language: languageQuery }),
    answer: z.object({ result: z.array(row) }),
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    rows: typeof rowCalls;
  }
}
