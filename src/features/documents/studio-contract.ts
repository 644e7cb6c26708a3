import * as z from 'zod/mini';
import { byLanguage, lineByLanguage } from '../../shared/site-settings.ts';
import { languageQuery, storable, timestamp } from '../../shared/wire.ts';
import { listOf, oneOf } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';
import { documentBlock } from './contract.ts';
import { limits, namePattern } from './rules.ts';

const texts = byLanguage(z.string());
/** A page of the operator's with its draft. */
const draft = z.object({
  page: z.string(),
  titles: texts,
  bodies: texts,
  footer: z.boolean(),
  order: z.number(),
  /** What was published, the newest first. */
  versions: z.array(z.object({ version: z.number(), effective_at: timestamp, published_at: timestamp })),
  in_force: z.nullable(z.number()),
  etag: z.string(),
});
export type DraftOnWire = z.infer<typeof draft>;

const bodies = byLanguage(
  z.string().check(storable, z.maxLength(limits.body, `must have at most ${limits.body} characters`)),
);
const titles = lineByLanguage(limits.title);
const order = z.int().check(z.minimum(0), z.maximum(1000));
const name = z.string().check(z.regex(namePattern, 'must be a name of small letters, digits and hyphens'));
const newDraft = z.strictObject({
  page: name,
  titles: z._default(titles, {}),
  bodies: z._default(bodies, {}),
  footer: z._default(z.boolean(), true),
  order: z._default(order, 0),
});
export type NewDraft = z.infer<typeof newDraft>;
const given = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
const draftChange = z.strictObject({
  titles: given(titles),
  bodies: given(bodies),
  footer: given(z.boolean()),
  order: given(order),
});
export type DraftChange = z.infer<typeof draftChange>;

const params = z.object({ page: z.string().check(storable) });
const path = '/studio/site/pages/:page';

export const documentStudioCalls = {
  listDocuments: defineStudioCall({
    method: 'GET',
    path: '/studio/site/pages',
    summary: "The operator's pages with their drafts, in their order",
    right: 'settings',
    answer: listOf(draft),
  }),
  makeDocument: defineStudioCall({
    method: 'POST',
    path: '/studio/site/pages',
    summary: "Save the draft of a new page: one of the six kinds, or one of the operator's own",
    right: 'settings',
    body: newDraft,
    answer: oneOf(draft),
    status: 201,
    failures: [409],
  }),
  getDraft: defineStudioCall({
    method: 'GET',
    path,
    summary: "One of the operator's pages, with an ETag",
    right: 'settings',
    params,
    answer: oneOf(draft),
    failures: [404],
  }),
  changeDraft: defineStudioCall({
    method: 'PUT',
    path,
    summary: 'Change the draft of a page, and its place in the footer',
    right: 'settings',
    params,
    body: draftChange,
    answer: oneOf(draft),
    failures: [404, 412, 428],
  }),
  moveDocument: defineStudioCall({
    method: 'POST',
    path: `${path}/move`,
    summary: 'Put a page before another one in the footer, or at the end with null; all pages in their order',
    right: 'settings',
    params,
    body: z.strictObject({ before: z.nullable(name) }),
    answer: listOf(draft),
    failures: [404],
  }),
  removeDocument: defineStudioCall({
    method: 'DELETE',
    path,
    summary: 'Take a page away; the numbers of its versions are never used again',
    right: 'settings',
    params,
    failures: [404],
  }),
  publishDocument: defineStudioCall({
    method: 'POST',
    path: `${path}/publish`,
    summary: 'Publish the draft as the next version, from a moment on',
    right: 'settings',
    params,
    body: z.strictObject({
      /** "now", or a time; without an offset it is on the clocks of the site. */
      effective_at: z.string().check(z.maxLength(100), storable),
    }),
    answer: oneOf(z.object({ version: z.number(), effective_at: timestamp })),
    status: 201,
    failures: [404],
  }),
  previewDraft: defineStudioCall({
    method: 'GET',
    path: `${path}/preview`,
    summary: 'The draft as readers would see it',
    right: 'settings',
    params,
    query: z.object({ language: languageQuery }),
    answer: oneOf(z.object({ title: z.nullable(z.string()), blocks: z.array(documentBlock) })),
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    documentsStudio: typeof documentStudioCalls;
  }
}
