import type { TestServer } from './server.ts';
import type { SignedInUser } from './users.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export interface Asked {
  body?: object;
  etag?: string;
  as?: SignedInUser;
}

/** Asks calls below an address as that user, or as another; returns the parts of their answers. */
export function askerOf(server: Pick<TestServer, 'app'>, usual: SignedInUser, base = '/api/v1/studio') {
  return async (method: Method, path: string, { body: payload, etag, as = usual }: Asked = {}) => {
    const answer = await server.app.inject({
      ...{ method, url: `${base}${path}`, ...(payload && { payload }) },
      headers: { ...as.headers, ...(etag && { 'if-match': etag }) },
    });
    const body = /^application\/.*json/.test(String(answer.headers['content-type'])) ? answer.json() : null;
    const { code, details, data } = body ?? {};
    const etagOfAnswer = String(answer.headers.etag ?? '');
    return { answer, status: answer.statusCode, body, code, details, data, result: data?.result, etag: etagOfAnswer };
  };
}

/** Replaces what stands at an address of the studio, by the version that it has now. */
export async function changeAt(server: Pick<TestServer, 'app'>, as: SignedInUser, path: string, body: object) {
  const ask = askerOf(server, as);
  return ask('PUT', path, { body, etag: (await ask('GET', path)).etag });
}
