import * as z from 'zod/mini';
import { defaultLanguage, languages } from './languages.ts';

/** Pieces that several contracts share; contract.md section 1. */
export const languageCode = z.enum(languages);
export const languageQuery = z._default(languageCode, defaultLanguage);
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i));
const digits = z.string().check(z.regex(/^\d{1,9}$/));
export const pageNumber = z.pipe(digits, z.transform(Number));
export const pageSize = z.pipe(digits, z.pipe(z.transform(Number), z.number().check(z.minimum(1), z.maximum(100))));
export const timestamp = z.string();

/** The envelope of every success. */
export const envelope = <T extends z.ZodMiniType>(data: T) => z.object({ data });

export interface ImageSource {
  type: 'image/avif' | 'image/webp';
  srcset: string;
}

export const imageSource = z.object({ type: z.enum(['image/avif', 'image/webp']), srcset: z.string() });

/** A picture with its room: intrinsic pixels, candidates by width, and what to show until it is there. */
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

/** What a failed call answers, contract.md section 1. */
export const failure = z.object({
  error: z.string(),
  code: z.string(),
  details: z.optional(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))),
});

export type Failure = z.infer<typeof failure>;
