import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './answers.ts';

export const controlPath = '/__sim/';

/** The simulator's operations, by name. Arguments come as a JSON list; the operation finds out whether they fit. */
export type Operations = ReadonlyMap<string, (...given: never[]) => unknown>;

/** Lets another process perform an operation. */
export async function control(
  operations: Operations,
  { request, response, token }: { request: IncomingMessage; response: ServerResponse; token: string | undefined },
): Promise<void> {
  const body = await readBody(request);
  const answer = (status: number, json: unknown) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json ?? null));
  if (!token || request.headers.authorization !== `Bearer ${token}`) return answer(401, { error: 'another token' });
  const perform = operations.get(request.url?.slice(controlPath.length) ?? '');
  if (request.method !== 'POST' || !perform) return answer(404, { error: 'no such operation' });
  try {
    answer(200, await perform(...parseList(body)));
  } catch (error) {
    answer(400, { error: String(error) }); // such as an order that cannot be paid any more
  }
}

function parseList(body: Buffer | null): never[] {
  const list: unknown = body?.length ? JSON.parse(body.toString('utf8')) : [];
  if (!Array.isArray(list)) throw new TypeError('The arguments are a JSON list');
  return list as never[]; // see Operations
}
