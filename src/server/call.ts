import * as z from 'zod/mini';
import { envelope, failure } from '../shared/wire.ts';

/** What a call of a visitor and a call of a user say alike. */
export interface Call<Params extends z.ZodMiniType, Query extends z.ZodMiniType> {
  /** Below /api/v1, with `:name` for its parameters. */
  path: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  /** Statuses of its failures beside those that any call of its kind has. */
  failures?: readonly number[];
  /** What a 403 answers, where that is more than any failure does. */
  refusal?: z.ZodMiniType;
}

export interface Asked<Params extends z.ZodMiniType, Query extends z.ZodMiniType> {
  params: z.output<Params>;
  query: z.output<Query>;
}

export type Nothing = z.ZodMiniObject<Record<never, never>>;

/** Checks what is asked and answered, and describes the call in the API's description. */
export function schemaOf(
  call: Call<z.ZodMiniType, z.ZodMiniType>,
  { answer, failures }: { answer: z.ZodMiniType | undefined; failures: readonly number[] },
) {
  const { path, summary, description, params, query, refusal } = call;
  return {
    summary,
    ...(description ? { description } : {}),
    tags: [path.split('/')[1] ?? ''],
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    response: {
      ...(answer ? { 200: envelope(answer) } : { 204: z.undefined() }),
      ...Object.fromEntries([...failures, ...(call.failures ?? [])].map((status) => [status, failure])),
      ...(refusal ? { 403: refusal } : {}),
    },
  };
}
