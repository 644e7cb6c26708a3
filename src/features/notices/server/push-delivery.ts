import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { lookupFor, type Resolve, readEndpoint } from './push-address.ts';

const patienceMs = 5000;
const mostBytes = 4096;

/** How a push service answered: what it has taken, whose endpoint is gone, what it refuses, and what may be tried again. */
export type Delivered =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused'; status: number }
  | { kind: 'failed'; status: number | null; retryAfterS: number };

export interface Post {
  endpoint: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Hands messages to push services: never inwards, without redirects, in five seconds and four KiB. */
export function createDelivery({ loopback, resolve }: { loopback: boolean; resolve: Resolve }) {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

  async function deliver({ endpoint, ...message }: Post): Promise<Delivered> {
    // Addresses are looked up for names alone, and the settings may be others than when it was kept.
    const url = readEndpoint(endpoint, { loopback });
    if (!url) return { kind: 'failed', status: null, retryAfterS: 0 };
    try {
      const { status, retryAfterS } = await post(url, message);
      if (status >= 200 && status < 300) return { kind: 'sent' };
      if (status === 404 || status === 410) return { kind: 'gone' };
      if (status >= 400 && status < 500 && status !== 429) return { kind: 'refused', status };
      return { kind: 'failed', status, retryAfterS };
    } catch {
      return { kind: 'failed', status: null, retryAfterS: 0 }; // the reason may hold the endpoint
    }
  }

  function post(url: URL, { headers, body }: Omit<Post, 'endpoint'>) {
    const isSecure = url.protocol === 'https:';
    return new Promise<{ status: number; retryAfterS: number }>((take, reject) => {
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
    deliver,
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
