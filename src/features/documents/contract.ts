import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { sellerOnWire } from '../../shared/site-settings.ts';
import { languageCode, languageQuery, timestamp } from '../../shared/wire.ts';

const inline = z.union([
  z.object({
    type: z.literal('text'),
    text: z.string(),
    em: z.optional(z.boolean()),
    strong: z.optional(z.boolean()),
    href: z.optional(z.string()),
  }),
  z.object({ type: z.literal('br') }),
]);
export type DocumentInline = z.infer<typeof inline>;

/** A block of a document; rendered as elements, never as markup. */
export const documentBlock = z.union([
  z.object({ type: z.enum(['p', 'h2', 'h3', 'h4', 'blockquote']), inlines: z.array(inline) }),
  /** `depth`: in how many other lists it lies. */
  z.object({ type: z.enum(['ul', 'ol']), depth: z.number(), items: z.array(z.array(inline)) }),
  z.object({ type: z.literal('hr') }),
  z.object({ type: z.literal('img'), src: z.string(), alt: z.string() }),
]);
export type DocumentBlock = z.infer<typeof documentBlock>;

/** A document as readers see it. */
export const document = z.object({
  page: z.string(),
  /** Null: the page of a seller without words of the operator's. */
  version: z.nullable(z.number()),
  effective_at: z.nullable(timestamp),
  /** Whether a newer version has taken its place. */
  is_old: z.boolean(),
  /** The language of its words. */
  language: languageCode,
  /** Null: by its kind. */
  title: z.nullable(z.string()),
  blocks: z.array(documentBlock),
  /** On the imprint: who sells here. */
  seller: z.nullable(sellerOnWire),
});
export type Document = z.infer<typeof document>;

export const documentCalls = {
  getDocument: defineCall({
    method: 'GET',
    path: '/site/pages/:page',
    who: 'anyone',
    summary: "A page of the operator's in force, or a version of it by its number",
    params: z.object({ page: z.string() }),
    query: z.object({
      language: languageQuery,
      version: z.optional(
        z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be the number of a version')), z.transform(Number)),
      ),
    }),
    answer: z.object({ result: document }),
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    documents: typeof documentCalls;
  }
}
