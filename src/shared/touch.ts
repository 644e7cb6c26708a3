import * as z from 'zod/mini';
import { parseTime } from './time.ts';
import { parseUuid } from './wire.ts';

/** A part of a touch, as it was read; null: it was not told, or wrongly. */
const part = (read: (text: string) => string | null) =>
  z.catch(z.nullable(z.pipe(z.string(), z.transform(read))), null);

const longestPart = 100;

const line = part((text) => {
  const shown = text.trim();
  const isLine = shown !== '' && [...shown].length <= longestPart && !/[\p{Cc}\p{Surrogate}]/u.test(shown);
  return isLine ? shown : null;
});

/** Where somebody came from at one moment, as their browser tells it. Reading it refuses nothing. */
const touch = z.object({
  at: part((text) => parseTime(text)?.toISOString() ?? null),
  utm_source: line,
  utm_medium: line,
  utm_campaign: line,
  referrer_class: part((text) => (/^(direct|search|social|other)$/.test(text) ? text : null)),
  referrer_host: part((text) => (/^[a-z0-9.-]{1,253}$/i.test(text) ? text.toLowerCase() : null)),
  /** The first book that was opened after it. */
  book_uuid: part(parseUuid),
  page: line,
});
export type Touch = z.infer<typeof touch>;

const touches = z.catch(z.object({ first: z.catch(z.nullable(touch), null), last: z.catch(z.nullable(touch), null) }), {
  first: null,
  last: null,
});
export type Touches = z.infer<typeof touches>;

/** The first and the last touch of somebody, whatever was sent: wrong parts are dropped. Null: nothing is left. */
export function readTouches(given: unknown): Touches | null {
  const { first, last } = touches.parse(given);
  const told = { first: toldOf(first), last: toldOf(last) };
  return told.first || told.last ? told : null;
}

const toldOf = (given: Touch | null) => (given && Object.values(given).some((each) => each !== null) ? given : null);
