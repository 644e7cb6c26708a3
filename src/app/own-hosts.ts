import type { IncomingMessage } from 'node:http';

/** The address of a request as the site has it: what is asked of Komga's own host stands below /komga. */
export function atOwnHost({ komga }: { komga: string | null }): (request: IncomingMessage) => string {
  return ({ url = '/', headers }) => {
    const host = headers.host?.toLowerCase().replace(/:\d+$/, '');
    return komga !== null && host === komga ? `/komga${url}` : url;
  };
}
