import * as z from 'zod/mini';
import { givenUuid, languageCode, storable, timestamp, uuid } from '../../../shared/wire.ts';
import { listOf, oneOf } from '../../studio/contract.ts';
import { defineStudioCall } from '../../studio/rules.ts';
import { chapterAnswer, givenTitle, outOfOrderRefusal } from '../studio-contract.ts';

/** In code points. */
export const longestText = 1_000_000;
/** Of a body with a text of that length. */
const mostBodyBytes = 4 * 1024 * 1024;

/** Whether a Markdown is longer than a text may be. */
export const isTooLong = (text: string) => text.length > longestText && [...text].length > longestText;
const markdown = z.string().check(
  z.refine((text) => !isTooLong(text), `must have at most ${longestText} characters`),
  storable,
);
const written = markdown.check(z.refine((text) => text.trim() !== '', 'must not be empty'));

const place = { uuid: givenUuid, language: languageCode };
export const textParams = z.object(place);
const versionParams = z.object({
  ...place,
  version: z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'must be the number of a version')),
    z.transform((text) => Number(text)),
  ),
});
const person = z.object({ uuid, username: z.string() });

/** A text as its editor gets it; `drafts` are those of others. */
const editedText = z.object({
  markdown: z.nullable(z.string()),
  words: z.number(),
  characters: z.number(),
  drafts: z.array(z.object({ user: person, saved_at: timestamp })),
  /** When the caller's own draft was saved; null: there is none. */
  draft_saved_at: z.nullable(timestamp),
});
const textAnswer = oneOf(editedText);

const textDraft = z.object({ markdown: z.string(), base: z.string(), saved_at: timestamp });
const draftAnswer = oneOf(textDraft);

const versionFields = {
  version: z.number(),
  at: timestamp,
  user: z.nullable(person),
  by: z.string(),
  words: z.number(),
};
const textVersion = z.object(versionFields);
const wholeVersion = z.object({ ...versionFields, markdown: z.string() });

const text = { right: 'books', params: textParams } as const;
const path = '/studio/chapters/:uuid/text/:language';
const changes = [404, 409, 412, 428] as const;

const bookParams = z.object({ uuid: givenUuid });
const newChapterBody = z.object({
  title: givenTitle,
  language: languageCode,
  markdown: written,
  before: z.optional(z.nullable(givenUuid)),
});

const shortText = (least: number) =>
  z.string().check(
    z.refine((text) => [...text].length >= least && [...text].length <= 500, `must have ${least} to 500 characters`),
    storable,
  );
const findReplaceBody = z.object({
  find: shortText(1),
  replace: shortText(0),
  whole_words: z._default(z.boolean(), false),
  match_case: z._default(z.boolean(), true),
  languages: z.optional(z.array(languageCode).check(z.minLength(1))),
  dry_run: z._default(z.boolean(), false),
});
const hit = z.object({
  chapter_uuid: uuid,
  language: languageCode,
  before: z.string(),
  match: z.string(),
  after: z.string(),
  replaced: z.string(),
});
const findReplaceAnswer = z.object({
  result: z.object({ hits: z.array(hit), chapters: z.number(), batch: z.nullable(uuid) }),
  total: z.number(),
});

export const textStudioCalls = {
  getText: defineStudioCall({
    ...text,
    method: 'GET',
    path,
    summary: "A novel's chapter as Markdown",
    description: '`markdown` is null where the language has none. `drafts` says which others have one of their own.',
    answer: textAnswer,
    failures: [404, 409],
  }),
  putText: defineStudioCall({
    ...text,
    method: 'PUT',
    path,
    summary: "Write a novel's chapter by hand",
    description:
      'What GET gave changes nothing. A first text makes a draft of its language. The text stays, whatever imports ' +
      'bring, until `follow` of the chapter gives it back.',
    body: z.object({ markdown: written }),
    mostBodyBytes,
    answer: textAnswer,
    failures: changes,
  }),
  getTextFile: defineStudioCall({
    ...text,
    method: 'GET',
    path: `${path}.md`,
    summary: 'The text as a file of Markdown',
    failures: [404, 409],
  }),
  getPlainFile: defineStudioCall({
    ...text,
    method: 'GET',
    path: `${path}.txt`,
    summary: 'The text as a plain file: readings in brackets, notes at the end',
    failures: [404, 409],
  }),
  getDraft: defineStudioCall({
    ...text,
    method: 'GET',
    path: `${path}/draft`,
    summary: "The caller's own draft of a text",
    answer: draftAnswer,
    failures: [404, 409],
  }),
  putDraft: defineStudioCall({
    ...text,
    method: 'PUT',
    path: `${path}/draft`,
    summary: 'Keep a draft of a text, which only its writer sees',
    description: '`base` is the ETag of the text that it was begun from.',
    body: z.object({ markdown, base: z.string().check(z.maxLength(200), storable) }),
    mostBodyBytes,
    answer: draftAnswer,
    failures: [404, 409],
  }),
  deleteDraft: defineStudioCall({
    ...text,
    method: 'DELETE',
    path: `${path}/draft`,
    summary: "Discard the caller's own draft",
    failures: [404, 409],
  }),
  listVersions: defineStudioCall({
    ...text,
    method: 'GET',
    path: `${path}/versions`,
    summary: 'The last 50 versions of a text, the newest first',
    answer: listOf(textVersion),
    failures: [404, 409],
  }),
  getVersion: defineStudioCall({
    ...text,
    method: 'GET',
    path: `${path}/versions/:version`,
    summary: 'One version of a text',
    params: versionParams,
    answer: oneOf(wholeVersion),
    failures: [404, 409],
  }),
  makeChapter: defineStudioCall({
    method: 'POST',
    path: '/studio/books/:uuid/chapters',
    summary: 'Write a new chapter of a novel, a draft',
    description: 'Before another chapter, or at the end.',
    right: 'books',
    params: bookParams,
    body: newChapterBody,
    mostBodyBytes,
    status: 201,
    answer: chapterAnswer,
    failures: [404, 409],
    refusal: outOfOrderRefusal,
  }),
  findReplace: defineStudioCall({
    method: 'POST',
    path: '/studio/books/:uuid/find_replace',
    summary: 'Find words in all texts of a novel, and replace them',
    description:
      'Over the words that a reader sees, within one block. `hits` has the first 1,000, `total` counts them. With ' +
      '`dry_run` nothing is replaced; else `batch` is undone like an import.',
    right: 'books',
    params: bookParams,
    body: findReplaceBody,
    answer: findReplaceAnswer,
    failures: [404, 409],
  }),
  restoreVersion: defineStudioCall({
    ...text,
    method: 'POST',
    path: `${path}/versions/:version/restore`,
    summary: 'Bring a version of a text back',
    params: versionParams,
    body: z.object({}),
    answer: textAnswer,
    failures: changes,
  }),
};

declare module '../../../shared/calls.ts' {
  interface DeclaredCalls {
    texts: typeof textStudioCalls;
  }
}
