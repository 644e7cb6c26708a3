import { keep, readKept } from '../../../web/session.ts';
import type { Wish } from './wechat-payments.ts';

/** The order that was last opened in WeChat. */
interface Opened {
  orderId: string;
  h5Url: string;
  /** When its link is over. */
  until: number;
  /** The page that its payer came from; null: none. */
  next: string | null;
}

interface KeptPayment {
  opened: Opened | null;
  /** What is to be paid once WeChat has said who pays. */
  wish: (Wish & { until: number; isMet?: true }) | null;
}

const wishMs = 10 * 60_000;

/** What others wrote under the name is no more than a stale link. */
function read(): KeptPayment {
  const kept = readKept('PAYMENT') as Partial<KeptPayment> | null; // written below alone
  return { opened: kept?.opened ?? null, wish: kept?.wish ?? null };
}

export function keepOpened(opened: Opened): void {
  keep('PAYMENT', { ...read(), opened });
}

/** What this browser knows of an order; null where it opened another one, or another browser did. */
export function openedOrder(orderId: string): Opened | null {
  const { opened } = read();
  return opened?.orderId === orderId.toLowerCase() ? opened : null;
}

export function keepWish(wish: Wish, now: number): void {
  keep('PAYMENT', { ...read(), wish: { ...wish, until: now + wishMs } });
}

/** WeChat has said who pays: what was chosen goes on. */
export function confirmWish(): void {
  const kept = read();
  if (kept.wish) keep('PAYMENT', { ...kept, wish: { ...kept.wish, isMet: true } });
}

/** The plan that was chosen before the browser left to learn who pays; given once. */
export function takeWish(now: number): Wish | null {
  const kept = read();
  if (!kept.wish?.isMet) return null;
  keep('PAYMENT', { ...kept, wish: null });
  const { until, chosen, terms } = kept.wish;
  return until > now && until <= now + wishMs ? { chosen, terms } : null;
}
