import * as z from 'zod/mini';
import type { Call } from '../../shared/calls.ts';
import { envelope, failure } from '../../shared/wire.ts';

/** The schema that checks requests and answers, and describes the call in the API's description. */
export function schemaOf(call: Call, anyFailures: readonly number[]) {
  const { path, summary, description, params, query, body, answer, status = 200, repeats, refusal } = call;
  return {
    summary,
    ...(description ? { description } : {}),
    tags: [path.split('/')[1] ?? ''],
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: {
      ...(answer ? { [status]: envelope(answer) } : { [call.status ?? 204]: z.undefined() }),
      ...(answer && repeats ? { 200: envelope(answer) } : {}),
      ...Object.fromEntries([...anyFailures, ...(call.failures ?? [])].map((status) => [status, failure])),
      ...(refusal ? { 403: refusal } : {}),
    },
  };
}
