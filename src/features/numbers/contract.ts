import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { languageCode, storable } from '../../shared/wire.ts';
import { adultQuery, book } from '../catalog/contract.ts';
import { rankingPeriods } from './rules.ts';

/** What names nothing is ignored. */
const ignoringWrong = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

export const ranking = z.object({
  period: z.enum(rankingPeriods),
  /** The first and the last day that were counted; null: none is over yet. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** The tag and the language that it is limited to; null: to none. */
  tag: z.nullable(z.string()),
  edition: z.nullable(languageCode),
  books: z.array(book),
});
export type Ranking = z.infer<typeof ranking>;

export const rankingCalls = {
  getRanking: defineCall({
    method: 'GET',
    path: '/comics/ranking/:language',
    who: 'anyone',
    scopes: ['read'],
    summary: 'The books with the most readers of the last closed days',
    description:
      '`period`: 1, 7 or 30 days. `tag` and `edition` (the language that was read) limit it. What names nothing is ignored.',
    params: z.object({ language: languageCode }),
    query: z.object({
      period: ignoringWrong(z.enum(rankingPeriods)),
      tag: ignoringWrong(z.string().check(z.maxLength(100), storable)),
      edition: ignoringWrong(languageCode),
      adult: adultQuery,
    }),
    answer: z.object({ result: ranking }),
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    ranking: typeof rankingCalls;
  }
}
