import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { lookupFor, type Resolve, readOutward } from './outward-address.ts';

export interface Post {
  address: string;
  headers: Record<string, string>;
  body: Buffer | string;
}

/** The answer to a post. */
export interface PostAnswer {
  status: number;
  /** The seconds of its Retry-After; 0: none. */
  retryAfterS: number;
}

/** Posts to addresses that others have given us: never inwards, without redirects, within so much time and answer. */
export interface OutwardPosts {
  /** Null: no whole answer came. */
  post(message: Post): Promise<PostAnswer | null>;
  close(): void;
}

export function createOutwardPosts(limits: {
  loopback: boolean;
  resolve: Resolve;
  patienceMs: number;
  mostBytes: number;
}): OutwardPosts {
  const { loopback, resolve, patienceMs, mostBytes } = limits;
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

  function send(url: URL, { headers, body }: Omit<Post, 'address'>) {
    const isSecure = url.protocol === 'https:';
    return new Promise<PostAnswer>((take, reject) => {
      const request = (isSecure ? httpsRequest : httpRequest)(url, {
        ...{ method: 'POST', headers, agent: isSecure ? agents['https:'] : agents['http:'] },
        ...{ lookup: lookupFor(url, resolve), signal: AbortSignal.timeout(patienceMs), maxHeaderSize: mostBytes },
      });
      request.on('error', reject);
      request.on('response', (answer) => {
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes <= mostBytes) return;
          reject(new Error('too long'));
          answer.destroy();
        });
        answer.on('error', reject);
        answer.on('close', () => reject(new Error('cut off')));
        answer.on('end', () => {
          const { statusCode = 0, headers: told } = answer;
          take({ status: statusCode, retryAfterS: secondsOf(told['retry-after']) });
        });
      });
      request.end(body);
    });
  }

  return {
    async post({ address, ...message }) {
      // Addresses are looked up for names alone, and the settings may be others than when it was kept.
      const url = readOutward(address, { loopback });
      if (!url) return null;
      try {
        return await send(url, message);
      } catch {
        return null; // the reason may hold the address, which may be a secret
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** The seconds of a Retry-After, which may also be a date; zero for anything else. */
function secondsOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const until = Date.parse(retryAfter);
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
