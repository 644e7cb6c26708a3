import * as z from 'zod/mini';
import { defaultLanguage, languages } from './languages.ts';

/** Pieces that several contracts share (spec: http.md#answers). */
export const languageCode = z.enum(languages);
export const languageQuery = z._default(languageCode, defaultLanguage);
/** A wish in a query; absent, it is none. */
export const flagQuery = z._default(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((word) => word === 'true'),
  ),
  false,
);
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const uuid = z.string().check(z.regex(uuidPattern, 'must be an id'));
/** A UUID from a request, in either case; the result is in lower case. */
export const givenUuid = z.string().check(z.toLowerCase(), z.regex(uuidPattern, 'must be an id'));
/** Whether a text is a UUID as the database writes it. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
/** The UUID of a text in either case; null where it is none, and so names nothing. */
export function parseUuid(text: string): string | null {
  const lower = text.toLowerCase();
  return uuidPattern.test(lower) ? lower : null;
}
const deepest = 100;
/** Refuses what PostgreSQL cannot hold, also within a value: NUL, halves of surrogate pairs, and a bottomless value. */
export const storable = z.refine((value) => isStorable(value, 0), 'has characters that cannot be stored');
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !/[\p{Surrogate}\0]/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === deepest) return false;
  return Object.entries(value).every(([name, inner]) => isStorable(name, 0) && isStorable(inner, depth + 1));
}
/** A text that the database can store, of at most so many code points. */
export const textOf = (most: number) =>
  z.string().check(
    z.refine((text) => [...text].length <= most, `must be at most ${most} characters`),
    storable,
  );
const lastPage = 999_999_999;
/** Any whole number is a page; very large ones count as one page after every list's end. */
export const pageNumber = z.pipe(
  z.string().check(z.regex(/^\d+$/, 'must be a whole number from 0')),
  z.transform((page) => Math.min(Number(page), lastPage)),
);
export const pageSize = z.pipe(
  z.string().check(z.regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')),
  z.transform(Number),
);
/** ISO 8601 in UTC with `Z`. */
export const timestamp = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'must be a time in UTC'));

/** The body of every success. */
export const envelope = <T extends z.ZodMiniType>(data: T) => z.object({ data });

export interface ImageSource {
  type: 'image/avif' | 'image/webp';
  srcset: string;
}

export const imageSource = z.object({ type: z.enum(['image/avif', 'image/webp']), srcset: z.string() });

/** A picture: its size in pixels, its files by width, and the placeholder to show until it has loaded. */
export const picture = z.object({
  src: z.string(),
  sources: z.array(imageSource),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
});

export const cover = z.extend(picture, { color: z.string() });

export type Picture = z.infer<typeof picture>;
export type Cover = z.infer<typeof cover>;

/** The body of a failed call (spec: http.md#answers). */
export const failure = z.object({
  error: z.string(),
  code: z.string(),
  details: z.optional(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))),
});

export type Failure = z.infer<typeof failure>;
