import type { IncomingMessage } from 'node:http';
import { isWellFormed } from './rendering/unknown-paths.ts';

/**
 * The address of a request as the site has it: what is asked of Komga's own host stands below /komga. To KOReader a
 * document whose name cannot be read is a bad one, and never nothing; to Komga's clients it is none, in Komga's words.
 */
export function atOwnHost({ komga }: { komga: string | null }): (request: IncomingMessage) => string {
  return ({ url = '/', headers }) => {
    if (url.startsWith(documents) && !isWellFormed(url)) return documents;
    const isAtKomga = komga !== null && headers.host?.toLowerCase().replace(/:\d+$/, '') === komga;
    const inSite = isAtKomga ? `/komga${url}` : url;
    if (!inSite.startsWith('/komga/')) return inSite;
    const [path = '', ...query] = inSite.split('?');
    return isWellFormed(path) ? inSite : [path.replaceAll('%', '%25'), ...query].join('?');
  };
}

const documents = '/koreader/syncs/progress/';
