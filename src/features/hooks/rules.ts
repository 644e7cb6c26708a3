/** The ways in which others are told (spec: doors.md#connections). */
export const hookKinds = ['standard', 'discord', 'telegram'] as const;
export type HookKind = (typeof hookKinds)[number];

/** What others may be told of. */
export const hookEvents = [
  'book.published',
  'book.hidden',
  'chapter.published',
  'chapter.free',
  'order.paid',
  'order.refunded',
  'member.started',
  'member.ended',
  'backup.failed',
  'import.finished',
] as const;
export type HookEvent = (typeof hookEvents)[number];
/** The event of a message that somebody sends to try a connection. */
export const testEvent = 'connection.test';

export const mostConnections = 20;
/** The last deliveries that are listed. */
export const listedDeliveries = 50;
export const telegramAddress = 'https://api.telegram.org';
/** The old secret signs as well for so long after a new one. */
export const oldSecretHours = 24;
/** A connection without a success for so many days is switched off. */
export const failingDays = 5;

const [minuteS, hourS] = [60, 60 * 60];
/** After so many seconds a delivery that failed is tried again; after the last it has failed. */
const waits = [...[5, 5 * minuteS, 30 * minuteS], ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourS)];
/** A receiver that asks to be left alone for longer is asked again then. */
export const longestRetryAfterS = 24 * hourS;

/**
 * The seconds until a delivery is tried again that has failed so many times; null: it has failed. Up to a tenth is added
 * by chance (0 to 1), so that a receiver that comes back does not get everything at once.
 */
export function secondsToNextTry(given: { tries: number; chance: number; retryAfterS: number }): number | null {
  const { tries, chance, retryAfterS } = given;
  const wait = waits[tries - 1];
  if (wait === undefined) return null;
  return Math.max(wait * (1 + chance / 10), Math.min(retryAfterS, longestRetryAfterS));
}

/** What an answer means for a delivery; `status` null: none came. */
export function outcomeOf(status: number | null): 'sent' | 'gone' | 'failed' {
  if (status !== null && status >= 200 && status < 300) return 'sent';
  return status === 410 ? 'gone' : 'failed';
}

/** A text as Discord shows it letter by letter. */
export function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|<>[\]()#]/g, '\\$&');
}
