import * as z from 'zod/mini';
import { languageQuery, picture, timestamp, uuid } from '../../shared/wire.ts';
import { listOf, oneOf, pageFields } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';

/** The jobs that people look at, by the names of the studio. */
export const jobNames = ['roll-up', 'retention', 'trash', 'sweep', 'backup'] as const;
export type JobName = (typeof jobNames)[number];

const moment = z.nullable(timestamp);

const job = z.object({
  name: z.enum(jobNames),
  last_run_at: moment,
  last_ok_at: moment,
  next_run_at: moment,
  running: z.boolean(),
  failures: z.number(),
  last_error: z.nullable(z.string()),
});
export type JobOnWire = z.infer<typeof job>;

/** `verified` is the time at which the last of its bytes was read again and found whole. */
const backup = z.object({ file: z.string(), bytes: z.number(), made_at: timestamp, verified: moment });

/** The things that are wrong, each with its own words for what to do. */
const problemKinds = [
  'job_failed',
  'backup_overdue',
  'backup_missing',
  'disk_full',
  'backup_damaged',
  'backup_incomplete',
  'pictures_kept',
  'converters_unjailed',
  'books_differ',
  'webhooks_refused',
  'work_failed',
  'pages_broken',
] as const;

const backups = z.object({
  configured: z.boolean(),
  every: z.nullable(z.number()),
  keep: z.string(),
  last: z.nullable(backup),
  age_seconds: z.nullable(z.number()),
  overdue: z.boolean(),
  /** They lie on the disk of the data directory. */
  same_disk: z.boolean(),
  /** Bytes of the pictures of the backup that is being made; null: none is. */
  progress: z.nullable(z.object({ done: z.number(), total: z.number() })),
});

const disk = z.object({ free_bytes: z.number(), total_bytes: z.number() });
export type DiskOnWire = z.infer<typeof disk>;

/** The disk of the data directory, which takes uploads, and the place of the pictures. */
const storage = z.object({
  ...disk.shape,
  media: z.object({
    place: z.enum(['disk', 's3']),
    /** The folder or the bucket, as the settings name it. */
    name: z.string(),
    /**
     * The bytes of the files that readers may get, originals apart. Null: they are being added up for the first time.
     */
    bytes: z.nullable(z.number()),
    /** The disk of the pictures. Null: they are in a bucket, or on the disk of the data directory. */
    own_disk: z.nullable(disk),
  }),
});
export type StorageOnWire = z.infer<typeof storage>;

/** The state of the site. A part that the role may not see is absent. */
const health = z.object({
  problems: z.array(z.object({ kind: z.enum(problemKinds), count: z.number(), name: z.nullable(z.string()) })),
  version: z.optional(z.string()),
  uptime_seconds: z.optional(z.number()),
  migrations: z.optional(z.object({ applied: z.number() })),
  database: z.optional(z.object({ version: z.string(), bytes: z.number() })),
  disk: z.optional(disk),
  storage: z.optional(storage),
  jobs: z.optional(z.array(job)),
  reconciliation: z.optional(
    z.object({
      unsettled: z.number(),
      in_review: z.number(),
      mismatched: z.number(),
      ledger_differences: z.number(),
      oldest_unmatched: moment,
    }),
  ),
  webhooks: z.optional(
    z.array(
      z.object({
        provider: z.string(),
        last_accepted_at: moment,
        last_refused_at: moment,
        refused_24h: z.number(),
        reason: z.nullable(z.string()),
      }),
    ),
  ),
  backups: z.optional(backups),
});
export type HealthOnWire = z.infer<typeof health>;

/** An import of which nothing could be done, or a file that an import could not take. */
const failure = z.object({
  id: z.string(),
  kind: z.enum(['import', 'file']),
  at: timestamp,
  import: z.object({ id: uuid, name: z.string() }),
  /** Within the import; null: all of it failed. */
  path: z.nullable(z.string()),
  cause: z.string(),
});
export type FailureOnWire = z.infer<typeof failure>;

/** The end of a look at a page: whole, made anew from the original, or not to be had any more. */
const pageOutcomes = ['fine', 'repaired', 'lost'] as const;
export type PageOutcome = (typeof pageOutcomes)[number];

const brokenPage = z.object({
  id: z.string(),
  book_uuid: z.nullable(uuid),
  book_title: z.nullable(z.string()),
  chapter_uuid: uuid,
  number: z.nullable(z.number()),
  title: z.nullable(z.string()),
  language: z.string(),
  /** From 1. */
  page: z.number(),
  readers: z.number(),
  reports: z.number(),
  last: timestamp,
  /** A check has found that it is lost. */
  lost: z.boolean(),
  /** The first picture of the page; null: the chapter has no such page any more. */
  thumbnail: z.nullable(picture),
});
export type BrokenPageOnWire = z.infer<typeof brokenPage>;

/** Any text: what names nothing gets 404. */
const byId = z.object({ id: z.string() });

export const healthCalls = {
  getHealth: defineStudioCall({
    method: 'GET',
    path: '/studio/health',
    summary: 'The state of the site, as far as the role may see it',
    description: '`problems` come first; parts that the role may not see are absent.',
    right: 'enter',
    answer: oneOf(health),
  }),
  runJob: defineStudioCall({
    method: 'POST',
    path: '/studio/health/jobs/:name/run',
    summary: 'Run a job now',
    right: 'content_health',
    // Any text: what names no job gets 404.
    params: z.object({ name: z.string() }),
    answer: oneOf(z.object({ name: z.enum(jobNames), running: z.boolean() })),
    status: 202,
    failures: [404, 409],
  }),
  listBackups: defineStudioCall({
    method: 'GET',
    path: '/studio/health/backups',
    summary: 'The backups of this site, the newest first',
    right: 'backups',
    query: z.object(pageFields),
    answer: listOf(backup),
  }),
  makeBackup: defineStudioCall({
    method: 'POST',
    path: '/studio/health/backups',
    summary: 'Make a backup now',
    right: 'backups',
    answer: oneOf(z.object({ running: z.boolean() })),
    status: 202,
    failures: [409],
  }),
  listBrokenPages: defineStudioCall({
    method: 'GET',
    path: '/studio/broken_pages',
    summary: 'The pages whose pictures did not come to browsers in the last nine days',
    description:
      'Those that most readers miss come first. A page that was found whole or repaired is told of again only by a later report.',
    right: 'content_health',
    /** `language`: of the titles. */
    query: z.object({ ...pageFields, language: languageQuery }),
    answer: listOf(brokenPage),
  }),
  checkBrokenPage: defineStudioCall({
    method: 'POST',
    path: '/studio/broken_pages/:id/check',
    summary: 'Look at the files of a page, and make damaged ones anew from the original',
    right: 'content_health',
    params: byId,
    answer: oneOf(z.object({ id: z.string(), outcome: z.enum(pageOutcomes), page: z.number() })),
    failures: [404],
  }),
  listFailures: defineStudioCall({
    method: 'GET',
    path: '/studio/health/failures',
    summary: 'The imports and files that failed, the newest first',
    right: 'content_health',
    query: z.object(pageFields),
    answer: listOf(failure),
  }),
  retryFailure: defineStudioCall({
    method: 'POST',
    path: '/studio/health/failures/:id/retry',
    summary: 'Try what failed again',
    right: 'content_health',
    params: byId,
    answer: oneOf(byId),
    status: 202,
    failures: [404, 409],
  }),
  forgetFailure: defineStudioCall({
    method: 'DELETE',
    path: '/studio/health/failures/:id',
    summary: 'Take a failure off the list',
    right: 'content_health',
    params: byId,
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    healthStudio: typeof healthCalls;
  }
}
