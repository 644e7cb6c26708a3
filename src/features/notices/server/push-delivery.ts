import type { Resolve } from '../../../server/http/outward-address.ts';
import { createOutwardPosts, type Post } from '../../../server/http/outward-post.ts';

/** How a push service answered: what it has taken, whose endpoint is gone, what it refuses, and what may be tried again. */
export type Delivered =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused'; status: number }
  | { kind: 'failed'; status: number | null; retryAfterS: number };

/** Hands messages to push services, in five seconds and four KiB. */
export function createDelivery(given: { loopback: boolean; resolve: Resolve }) {
  const posts = createOutwardPosts({ ...given, patienceMs: 5000, mostBytes: 4096 });
  return {
    async deliver(message: Post): Promise<Delivered> {
      const answer = await posts.post(message);
      if (!answer) return { kind: 'failed', status: null, retryAfterS: 0 };
      const { status } = answer;
      if (status >= 200 && status < 300) return { kind: 'sent' };
      if (status === 404 || status === 410) return { kind: 'gone' };
      if (status >= 400 && status < 500 && status !== 429) return { kind: 'refused', status };
      return { kind: 'failed', ...answer };
    },
    close: posts.close,
  };
}
