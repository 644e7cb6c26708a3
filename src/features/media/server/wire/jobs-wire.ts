import * as z from 'zod/mini';
import { archiveLimits, type Crop, type ImageKind, type ImageVariant } from '../../rules.ts';

/** The messages between the server and its conversion children. */
export type ConvertJob = {
  task: 'convert';
  source: string;
  /** An existing folder; a picture's files are `<outDir>/<kind>-<tile>`, with `-<name>` until they are taken out. */
  outDir: string;
  kinds: ImageKind[];
  avif: boolean;
  /** Whether to keep the original's bytes at `<outDir>/original`. */
  keepOriginal: boolean;
  /** The part of the upright picture that a cover shows; absent: all of it. A moving picture stands still then. */
  crop?: Crop;
};

/** The AVIF files of one picture that already has its WebP ones. */
export type AvifJob = {
  task: 'avif';
  source: string;
  outDir: string;
  kind: ImageKind;
  tile: number;
};

/** Encodes a stored picture as `<outDir>/w<width>.jpg`, in that width. */
export type JpegJob = { task: 'jpeg'; source: string; outDir: string; width: number };

/** Decodes a picture to tell what it looks like; writes nothing. */
export type HashJob = { task: 'hash'; source: string };

/** `pages`: of a PDF only these; `first` counts from 0. */
/** Decodes a picture for a small view of it; writes nothing. */
export type SmallViewJob = { task: 'small_view'; source: string };

/** Draws a picture of the operator's anew for its places; writes nothing. */
export type SitePictureJob = { task: 'site_picture'; source: string; use: SitePictureUse };

export type SitePictureUse = 'logo' | 'icon' | 'social';

export type ExtractJob = {
  task: 'extract';
  archive: string;
  outDir: string;
  pages?: PageRange;
};

export type PageRange = { first: number; count: number };

/** Reads the small text entries of an archive whose base name, in lower case, is `name`; writes nothing. */
export type PeekJob = { task: 'peek'; archive: string; name: string };

/** Asks a converter for its user, the visible ones of these paths, and whether it reaches this port. */
export type LookJob = { task: 'look'; paths: string[]; port: number };

/** The jobs that work on a file. */
export type Job = ConvertJob | AvifJob | JpegJob | HashJob | SmallViewJob | SitePictureJob | ExtractJob | PeekJob;

export type ConvertedPicture = {
  kind: ImageKind;
  tile: number;
  folder: string;
  width: number;
  height: number;
  placeholder: string;
  color: string;
  variants: ImageVariant[];
  animated: boolean;
};

/** `note`: a remark for the operator about an accepted picture. */
export type ConvertResult = { sourceHash: string; pictures: ConvertedPicture[]; note?: string };

export type ExtractedEntry = { name: string; file: string; bytes: number; sha256: string };

/** An entry that is left out; `isUnread`: it exists and could not be read (damaged, encrypted, rare compression). */
export type EntryFault = { name: string; cause: string; isUnread?: true };

/** `pageCount`: the pages of the whole PDF. */
export type ExtractResult = { entries: ExtractedEntry[]; faults: EntryFault[]; note?: string; pageCount?: number };

/** Null: the picture is of one tone. */
export type HashResult = { hash: string | null };

/** A WebP of at most 256 px each way, as base64. */
export type SmallViewResult = { webp: string };

/** A file that was drawn, as base64. */
export type DrawnFile = {
  name: string;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  base64: string;
};

export type SitePictureResult = { files: DrawnFile[] };

export type PeekResult = { texts: { name: string; text: string }[] };

export type JobResult<J extends Job> = J extends ConvertJob
  ? ConvertResult
  : J extends AvifJob | JpegJob
    ? ImageVariant[]
    : J extends PeekJob
      ? PeekResult
      : J extends HashJob
        ? HashResult
        : J extends SmallViewJob
          ? SmallViewResult
          : J extends SitePictureJob
            ? SitePictureResult
            : ExtractResult;

export type Looked = { uid: number | null; seen: string[]; hasReached: boolean };

export type ToWorker = { id: number; job: Job | LookJob };

export type WorkerResult =
  | ConvertResult
  | ImageVariant[]
  | ExtractResult
  | PeekResult
  | HashResult
  | SmallViewResult
  | SitePictureResult;

export type FromWorker =
  /** It runs, and takes jobs; these have other numbers than 0. */
  | { id: 0; state: 'ready' }
  | { id: number; state: 'alive' }
  | { id: number; state: 'done'; result: WorkerResult | Looked }
  | { id: number; state: 'refused'; cause: string }
  /** A fault of ours or of the machine; `code` is the system's error code, if the system reported one. */
  | { id: number; state: 'failed'; cause: string; code?: string };

const size = z.int().check(z.gte(0));
const variant = z.object({
  name: z.string().check(z.regex(/^w\d{1,5}\.(webp|avif)$/)),
  type: z.enum(['image/webp', 'image/avif']),
  width: size,
  height: size,
  bytes: size,
});
const note = z.optional(z.string());
const results = {
  convert: z.object({
    sourceHash: z.string(),
    pictures: z.array(
      z.object({
        kind: z.enum(['page', 'cover', 'thumb', 'blur']),
        tile: size,
        folder: z.string(),
        width: size,
        height: size,
        placeholder: z.string().check(z.regex(/^data:image\/(webp|gif);base64,[\w+/=]*$/)),
        color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
        variants: z.array(variant),
        animated: z.boolean(),
      }),
    ),
    note,
  }),
  avif: z.array(variant),
  jpeg: z
    .array(z.extend(variant, { name: z.string().check(z.regex(/^w\d{1,5}\.jpg$/)), type: z.literal('image/jpeg') }))
    .check(z.length(1)),
  hash: z.object({ hash: z.nullable(z.string().check(z.regex(/^[0-9a-f]{16}$/))) }),
  small_view: z.object({ webp: z.string().check(z.maxLength(400_000), z.regex(/^UklGR[\w+/]*={0,2}$/)) }),
  site_picture: z.object({
    files: z
      .array(
        z.object({
          name: z.string().check(z.regex(/^[a-z]+(-\d{2,3})?\.(png|jpg|webp)$/)),
          type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
          width: size,
          height: size,
          base64: z.string().check(z.maxLength(3_000_000), z.regex(/^[\w+/]+={0,2}$/)),
        }),
      )
      .check(z.minLength(1), z.maxLength(8)),
  }),
  extract: z.object({
    entries: z.array(
      z.object({
        name: z.string(),
        file: z.string().check(z.regex(/(^|[/\\])\d{5}$/)),
        bytes: size,
        sha256: z.string(),
      }),
    ),
    faults: z.array(z.object({ name: z.string(), cause: z.string(), isUnread: z.optional(z.literal(true)) })),
    note,
    pageCount: z.optional(z.int().check(z.gte(0), z.lte(archiveLimits.entries))),
  }),
  peek: z.object({ texts: z.array(z.object({ name: z.string(), text: z.string() })) }),
};

/** Reads a converter's answer, which is trusted as little as its file; null where it does not fit the job. */
export function readResult(job: Job, given: unknown): WorkerResult | null {
  const read = z.safeParse(results[job.task], given);
  // The schemas above are these types; zod writes an optional property as one that may also be undefined.
  return read.success ? (read.data as WorkerResult) : null;
}
