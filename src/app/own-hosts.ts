import type { IncomingMessage } from 'node:http';
import { isWellFormed } from './rendering/unknown-paths.ts';

/**
 * The address of a request as the site has it: what is asked of Komga's own host stands below /komga. To KOReader a
 * document whose name cannot be read is a bad one, and never nothing; to Komga's clients it is none, in Komga's words.
 */
export function atOwnHost({ komga }: { komga: string | null }): (request: IncomingMessage) => string {
  return ({ url = '/', headers }) => {
    if (url.startsWith(documents) && !isWellFormed(url)) return documents;
    const host = headers.host?.toLowerCase().replace(/:\d+$/, '');
    const inSite = komga !== null && host === komga ? `/komga${url}` : url;
    const [path = '', ...query] = inSite.split('?');
    return path.startsWith('/komga/') && !isWellFormed(path)
      ? [path.replaceAll('%', '%25'), ...query].join('?')
      : inSite;
  };
}

const documents = '/koreader/syncs/progress/';
