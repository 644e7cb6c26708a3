import * as z from 'zod/mini';
import { envelope, failure } from '../shared/wire.ts';

/** The properties that calls of visitors and calls of users share. */
export interface Call<Params extends z.ZodMiniType, Query extends z.ZodMiniType> {
  /** The path below /api/v1, with `:name` for a parameter. */
  path: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  /** Statuses of its failures, beside those of every call of its kind. */
  failures?: readonly number[];
  /** The body of a 403, where it has more than the fields of every failure. */
  refusal?: z.ZodMiniType;
}

export interface Asked<Params extends z.ZodMiniType, Query extends z.ZodMiniType> {
  params: z.output<Params>;
  query: z.output<Query>;
}

export type Nothing = z.ZodMiniObject<Record<never, never>>;

/** The schema that checks requests and answers, and describes the call in the API's description. */
export function schemaOf(
  call: Call<z.ZodMiniType, z.ZodMiniType>,
  given: { answer: z.ZodMiniType | undefined; failures: readonly number[]; status?: 200 | 201 | 202 },
) {
  const { answer, failures, status = 200 } = given;
  const { path, summary, description, params, query, refusal } = call;
  return {
    summary,
    ...(description ? { description } : {}),
    tags: [path.split('/')[1] ?? ''],
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    response: {
      ...(answer ? { [status]: envelope(answer) } : { 204: z.undefined() }),
      ...Object.fromEntries([...failures, ...(call.failures ?? [])].map((status) => [status, failure])),
      ...(refusal ? { 403: refusal } : {}),
    },
  };
}
