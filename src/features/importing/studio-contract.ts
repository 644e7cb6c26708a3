import * as z from 'zod/mini';
import { givenUuid, languageCode, pageNumber, storable, timestamp, uuid } from '../../shared/wire.ts';
import { listOf, oneOf, pageFields, person } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';

/** The states of an import, from its first file to its undo (spec: studio.md#imports). */
export const importStates = [
  'collecting',
  'checking',
  'checked',
  'committing',
  'committed',
  'failed',
  'canceled',
  'undoing',
  'undone',
  'expired',
] as const;
export const importState = z.enum(importStates);
export type ImportState = z.infer<typeof importState>;

export const importSource = z.enum(['studio', 'command_line']);

export const importCounts = z.object({
  files: z.number(),
  new: z.number(),
  replaced: z.number(),
  same: z.number(),
  left_out: z.number(),
  failed: z.number(),
  warnings: z.number(),
});
export type ImportCounts = z.infer<typeof importCounts>;

/** An import as lists and streams tell it. */
export const importOnWire = z.object({
  id: uuid,
  name: z.string(),
  source: importSource,
  user: z.nullable(person),
  state: importState,
  phase: z.string(),
  done: z.number(),
  total: z.number(),
  current: z.nullable(z.string()),
  eta_seconds: z.nullable(z.number()),
  counts: importCounts,
  created_at: timestamp,
  committed_at: z.nullable(timestamp),
  undo_until: z.nullable(timestamp),
  books: z.array(z.object({ book_uuid: z.nullable(uuid), title: z.string(), state: z.string() })),
  cause: z.nullable(z.string()),
});
export type ImportOnWire = z.infer<typeof importOnWire>;

const storedText = (most: number) => z.string().check(z.maxLength(most), storable);

export const newImportBody = z.object({
  name: z.optional(storedText(200)),
  book_uuid: z.optional(givenUuid),
  chapter_uuid: z.optional(givenUuid),
  language: z.optional(languageCode),
  prune: z.optional(z.boolean()),
});
export const importAnswer = oneOf(importOnWire);
export const importsAnswer = listOf(importOnWire);
/** Any text: what is no UUID names no import, and gets the same answer. */
export const importParams = z.object({ id: z.string() });
export const importsQuery = z.object({
  ...pageFields,
  state: z.optional(importState),
  source: z.optional(importSource),
  q: z.optional(storedText(200)),
});

/** The remarks about a file, a chapter or a book that a commit need not wait for. */
export const warningCodes = [
  'number_gap',
  'number_repeated',
  'mixed_widths',
  'near_duplicate',
  'language_missing',
  'unknown_code',
  'unknown_key',
  'wrong_value',
  'field_kept',
] as const;
/** The rules that decide what a file becomes; `hand` is somebody's choice. */
export const planRules = [
  'hand',
  'book_yaml',
  'chapter_yaml',
  'comic_info',
  'epub',
  'text_headings',
  'language_folder',
  'language_in_name',
  'script',
  'volume_folder',
  'number_in_name',
  'name',
  'place',
  'cover_name',
  'first_page',
] as const;

const warning = z.object({ code: z.enum(warningCodes), message: z.string(), with: z.nullable(z.string()) });
export type ImportWarning = z.infer<typeof warning>;

/** A file, or an entry of an archive, and the thing that it becomes. */
export const planFile = z.object({
  file_id: z.string(),
  path: z.string(),
  bytes: z.nullable(z.number()),
  becomes: z.nullable(
    z.object({
      as: z.enum(['page', 'cover', 'text', 'archive', 'metadata', 'nothing']),
      book: z.nullable(z.string()),
      chapter: z.nullable(z.string()),
      language: z.nullable(z.string()),
      page: z.nullable(z.number()),
    }),
  ),
  change: z.enum(['new', 'replaces', 'same', 'removes', 'left_out', 'passed_over']),
  rule: z.nullable(z.enum(planRules)),
  cause: z.nullable(z.string()),
  warnings: z.array(warning),
});
export type PlanFile = z.infer<typeof planFile>;

const bookKind = z.enum(['comic', 'novel']);
export const planBookRow = z.object({
  key: z.string(),
  book_uuid: z.nullable(uuid),
  title: z.string(),
  /** By its languages. */
  titles: z.record(z.string(), z.string()),
  /** Somebody has given it this published book to go into. */
  target: z.nullable(uuid),
  kind: bookKind,
  /** Those of which its files have chapters. */
  kinds: z.array(bookKind),
  state: z.enum(['created', 'updated', 'unchanged']),
  warnings: z.array(warning),
  chapters: z.array(
    z.object({
      key: z.nullable(z.string()),
      chapter_uuid: z.nullable(uuid),
      /** Null where it is left out. */
      number: z.nullable(z.number()),
      titles: z.record(z.string(), z.string()),
      state: z.enum(['added', 'changed', 'unchanged', 'removed', 'left_out']),
      languages: z.array(z.string()),
      /** What the files have of it: its pages in reading order, or how its text begins. */
      editions: z.array(
        z.object({ language: z.string(), pages: z.array(z.string()), first_lines: z.nullable(z.string()) }),
      ),
      warnings: z.array(warning),
    }),
  ),
});
export type PlanBook = z.infer<typeof planBookRow>;
export type PlanChapter = PlanBook['chapters'][number];

export const planAnswer = z.object({
  result: z.object({
    books: z.array(planBookRow),
    files: z.array(planFile),
    pictures: z.object({ looked_at: z.number(), total: z.number() }),
  }),
  total: z.number(),
});

export type PlanOnWire = z.infer<typeof planAnswer>;

const largePage = z.pipe(
  z.string().check(z.regex(/^([1-9]\d?|[1-4]\d\d|500)$/, 'must be a whole number from 1 to 500')),
  z.transform(Number),
);
export const planShows = ['all', 'changed', 'warnings', 'left_out'] as const;
export const planQuery = z.object({
  page: z._default(pageNumber, 0),
  page_size: z._default(largePage, 50),
  show: z._default(z.enum(planShows), 'all'),
});

const fileIds = z.array(storedText(64)).check(z.minLength(1), z.maxLength(50_000));
const key = storedText(2000);
const chapterKeys = z.array(key).check(z.minLength(1), z.maxLength(50_000));
const title = storedText(500).check(z.minLength(1));

/** A change of the plan by hand. */
export const planChange = z.union([
  z.strictObject({ files: fileIds, leave_out: z.boolean() }),
  z.strictObject({ files: fileIds, language: languageCode }),
  z.strictObject({ files: fileIds, chapter: key, book: z.optional(key), before: z.nullable(storedText(64)) }),
  z.strictObject({
    chapter: key,
    book: z.optional(key),
    titles: z.optional(z.partialRecord(languageCode, title)),
    before: z.optional(z.nullable(key)),
  }),
  z.strictObject({ files: fileIds.check(z.maxLength(1)), cover: z.boolean() }),
  z.strictObject({ book: key, chapters: chapterKeys, leave_out: z.boolean() }),
  z.strictObject({ book: key, chapters: chapterKeys, language: languageCode }),
  z.strictObject({
    book: key,
    into: z.optional(z.nullable(key)),
    target: z.optional(z.nullable(givenUuid)),
    set: z.optional(z.record(z.string(), z.unknown()).check(storable)),
  }),
]);
export type PlanChange = z.infer<typeof planChange>;
export const planBody = z.object({ changes: z.array(planChange).check(z.minLength(1), z.maxLength(1000)) });

export const commitBody = z.object({
  publish: z._default(z.enum(['draft', 'now']), 'draft'),
  silent: z._default(z.boolean(), false),
});
export const fileParams = z.object({ id: z.string(), fileId: z.string() });

/** How an undo would leave the books, and the later imports that go first. */
const undoOnWire = z.object({
  books: z.array(
    z.object({
      book_uuid: uuid,
      title: z.string(),
      restored: z.number(),
      trashed: z.number(),
      stays: z.array(z.object({ field: z.string(), chapter_uuid: z.nullable(uuid), language: z.nullable(z.string()) })),
    }),
  ),
  blocked_by: z.array(uuid),
});
export const undoAnswer = oneOf(undoOnWire);

export const importCalls = {
  createImport: defineStudioCall({
    method: 'POST',
    path: '/studio/imports',
    summary: 'Begin an import',
    description:
      'Its files follow as uploads. `book_uuid`: they are chapters of that book; `chapter_uuid`: its content.',
    right: 'books',
    scopes: ['publish'],
    body: newImportBody,
    answer: importAnswer,
    status: 201,
    failures: [404],
  }),
  listImports: defineStudioCall({
    method: 'GET',
    path: '/studio/imports',
    summary: 'All imports, those of commands too, the newest first',
    right: 'books',
    scopes: ['publish'],
    query: importsQuery,
    answer: importsAnswer,
  }),
  getImport: defineStudioCall({
    method: 'GET',
    path: '/studio/imports/:id',
    summary: 'An import, and how far it is',
    right: 'books',
    scopes: ['publish'],
    params: importParams,
    answer: importAnswer,
    failures: [404],
  }),
  watchImport: defineStudioCall({
    method: 'GET',
    path: '/studio/imports/:id/events',
    summary: 'What polling an import tells, as server-sent events',
    description: '`progress` and `end` have the import, `file` has file_id, path, change and cause.',
    right: 'books',
    scopes: ['publish'],
    params: importParams,
    answer: importAnswer,
    failures: [404],
  }),
  getPlan: defineStudioCall({
    method: 'GET',
    path: '/studio/imports/:id/plan',
    summary: 'What becomes of each file',
    description: '`page`, `page_size` and `show` bear on the files; `total` counts those that are shown.',
    right: 'books',
    scopes: ['publish'],
    params: importParams,
    query: planQuery,
    answer: planAnswer,
    failures: [404, 409],
  }),
  changePlan: defineStudioCall({
    method: 'PATCH',
    path: '/studio/imports/:id/plan',
    summary: 'Change by hand what becomes of files',
    description: 'One wrong change refuses all of them. They survive a new check where the path is the same.',
    right: 'books',
    scopes: ['publish'],
    params: importParams,
    query: planQuery,
    body: planBody,
    answer: planAnswer,
    failures: [404, 409, 412, 428],
  }),
  checkImport: defineStudioCall({
    method: 'POST',
    path: '/studio/imports/:id/check',
    summary: 'Look what the files would become; again after more files',
    right: 'books',
    scopes: ['publish'],
    params: importParams,
    answer: importAnswer,
    status: 202,
    failures: [404, 409],
  }),
  commitImport: defineStudioCall({
    method: 'POST',
    path: '/studio/imports/:id/commit',
    summary: 'Bring the books in, as drafts or at once',
    right: 'books',
    scopes: ['publish'],
    params: importParams,
    body: commitBody,
    answer: importAnswer,
    status: 202,
    failures: [404, 409, 412, 428, 507],
  }),
  cancelImport: defineStudioCall({
    method: 'POST',
    path: '/studio/imports/:id/cancel',
    summary: 'End an import: nothing of it is published',
    right: 'books',
    scopes: ['publish'],
    params: importParams,
    answer: importAnswer,
    status: 202,
    failures: [404, 409],
  }),
  showFile: defineStudioCall({
    method: 'GET',
    path: '/studio/imports/:id/files/:fileId/thumbnail',
    summary: 'A small view of a picture of an import, of a page in an archive too',
    description: 'A WebP of at most 256 px each way, made when it is asked for.',
    right: 'books',
    scopes: ['publish'],
    params: fileParams,
    failures: [404],
  }),
  retryFile: defineStudioCall({
    method: 'POST',
    path: '/studio/imports/:id/files/:fileId/retry',
    summary: 'Try a file again, as it is or as it was sent again',
    right: 'books',
    scopes: ['publish'],
    params: fileParams,
    answer: importAnswer,
    status: 202,
    failures: [404, 409],
  }),
  getUndo: defineStudioCall({
    method: 'GET',
    path: '/studio/imports/:id/undo',
    summary: 'How an undo would leave the books',
    right: 'books',
    scopes: ['publish'],
    params: importParams,
    answer: undoAnswer,
    failures: [404, 409, 410],
  }),
  undoImport: defineStudioCall({
    method: 'POST',
    path: '/studio/imports/:id/undo',
    summary: 'Take an import back',
    description: 'What was edited by hand since stays. Later imports of the same chapters go first.',
    right: 'books',
    scopes: ['publish'],
    params: importParams,
    answer: importAnswer,
    status: 202,
    failures: [404, 409, 410],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    importingStudio: typeof importCalls;
  }
}
