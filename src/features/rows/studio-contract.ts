import * as z from 'zod/mini';
import { languages } from '../../shared/languages.ts';
import { homeRow, lineByLanguage, rowKinds } from '../../shared/site-settings.ts';
import { givenUuid, storable, textOf } from '../../shared/wire.ts';
import { oneOf } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';
import { limits } from './rules.ts';

const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
const time = z.string().check(z.maxLength(100), storable);
const givenRow = z.strictObject({
  kind: z.enum(rowKinds),
  title: optional(lineByLanguage(limits.title)),
  tag: optional(textOf(100)),
  books: optional(z.array(givenUuid).check(z.minLength(1), z.maxLength(limits.books))),
  languages: optional(z.array(z.enum(languages))),
  from: optional(time),
  until: optional(time),
});
export type GivenRow = z.infer<typeof givenRow>;

const rows = oneOf(z.object({ rows: z.array(homeRow) }));

export const rowStudioCalls = {
  getRows: defineStudioCall({
    method: 'GET',
    path: '/studio/site/rows',
    summary: 'The rows of the home page, with an ETag',
    right: 'books',
    answer: rows,
  }),
  changeRows: defineStudioCall({
    method: 'PUT',
    path: '/studio/site/rows',
    summary: 'Say anew which rows the home page has, all of them or none',
    description: 'Null gives the page its first rows back. Times without an offset are on the clocks of the site.',
    right: 'books',
    body: z.strictObject({ rows: optional(z.array(givenRow).check(z.maxLength(limits.rows))) }),
    answer: rows,
    failures: [412, 428],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    rowsStudio: typeof rowStudioCalls;
  }
}
