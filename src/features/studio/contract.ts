import * as z from 'zod/mini';
import { parseTime } from '../../shared/time.ts';
import { failure, pageNumber, pageSize, storable, timestamp, uuid } from '../../shared/wire.ts';

export type { VerbOf } from './audit-actions.ts';

/** A role of somebody who runs the site. */
export const roles = ['owner', 'editor', 'support'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** The kinds of things that a change may be of. */
export const targetKinds = [
  'user',
  'book',
  'chapter',
  'import',
  'order',
  'coupon_batch',
  'recommended',
  'announcement',
  'job',
  'backup',
  'broken_page',
  'redirect',
  'connection',
  'page',
  'site',
] as const;
export type TargetKind = (typeof targetKinds)[number];

/** The fields of the query of every list. */
export const pageFields = { page: z._default(pageNumber, 0), page_size: z._default(pageSize, 50) };
/** The field of the query of a list that is also given as a file. */
export const csvFields = { format: z.optional(z.literal('csv')) };

/** `data` of a call that answers one thing. */
export const oneOf = <T extends z.ZodMiniType>(result: T) => z.object({ result });
/** `data` of a call that answers a list: a page of it, and how many there are in all. */
export const listOf = <T extends z.ZodMiniType>(row: T) => z.object({ result: z.array(row), total: z.number() });

const reasonLength = { least: 3, most: 500 };

/** Why something is done, in 3–500 code points; spaces around it do not count. */
export const reason = z
  .pipe(
    z.string(),
    z.transform((text) => text.trim()),
  )
  .check(
    z.refine((text) => {
      const length = [...text].length;
      return length >= reasonLength.least && length <= reasonLength.most;
    }, 'must have 3 to 500 characters'),
    z.refine((text) => !/[\p{Surrogate}\0]/u.test(text), 'has characters that cannot be stored'),
  );

/** The body of a 403: `for` says which confirmation is missing. */
export const refusal = z.extend(failure, { for: z.optional(z.enum(['studio', 'sensitive'])) });

/** The body of a 412: how the thing stands, as `result` of its GET has it, and who changed it last. */
export const conflictRefusal = z.extend(failure, {
  current: z.unknown(),
  etag: z.string(),
  changed_by: z.nullable(z.string()),
  changed_at: timestamp,
});
export type ConflictRefusal = z.infer<typeof conflictRefusal>;

/** The makers of changes: somebody in the studio, a program by somebody's key, a command, or the site by itself. */
export const makers = ['studio', 'token', 'command_line', 'system'] as const;

/** A user as lists name one. */
export const person = z.object({ uuid, username: z.string() });
const fields = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntry = z.object({
  id: z.number(),
  at: timestamp,
  user: z.nullable(person),
  role: z.nullable(role),
  by: z.enum(makers),
  /** The name of the key by which a program made it. */
  token: z.nullable(z.string()),
  action: z.string(),
  target: z.object({ kind: z.enum(targetKinds), id: z.nullable(z.string()), name: z.nullable(z.string()) }),
  before: fields,
  after: fields,
  reason: z.nullable(z.string()),
  address: z.nullable(z.string()),
  batch: z.nullable(uuid),
});

export type AuditEntry = z.infer<typeof auditEntry>;

const claimCode = z.string().check(z.maxLength(200));
export const claimCheckBody = z.object({ code: claimCode });
export const claimBody = z.object({
  code: claimCode,
  password: z.string().check(z.maxLength(1000)),
});
export const claimAnswer = oneOf(z.object({ role }));

export const sessionBody = z.object({ password: z.string().check(z.maxLength(1000)) });
/** `null`: not confirmed for such calls. */
export const sessionAnswer = oneOf(
  z.object({
    role,
    username: z.string(),
    confirmed_until: z.nullable(timestamp),
    sensitive_until: z.nullable(timestamp),
  }),
);

export const staffAnswer = listOf(z.object({ uuid, username: z.string(), role, since: timestamp }));
/** Any text: what is no UUID names no user, and gets the same answer. */
export const userParams = z.object({ uuid: z.string() });
const mostOfNote = 2000;
export const noteBody = z.object({
  note: z.string().check(
    z.refine((text) => [...text].length <= mostOfNote, `must have at most ${mostOfNote} characters`),
    storable,
  ),
});
/** A note about a person, of those who run the site; `by`: a name, null where nobody knows any more. */
export const noteOnWire = z.nullable(z.object({ text: z.string(), by: z.nullable(z.string()), at: timestamp }));
export const noteAnswer = oneOf(z.object({ note: noteOnWire }));
export const roleBody = z.object({ role: z.nullable(role), reason });
export const roleAnswer = oneOf(z.object({ uuid, username: z.string(), role: z.nullable(role) }));

/** The things that want attention: how many there are, and the page of the studio that has them. */
export const todayAnswer = listOf(z.object({ kind: z.string(), count: z.number(), page: z.string() }));

/** A day of the studio's zone (YYYY-MM-DD), or a time. */
export const dayOrTime = z.string().check(z.refine((text) => parseTime(text) !== null, 'must be a day or a time'));
/** A text to compare with. */
export const compared = z.optional(z.string().check(z.maxLength(500), storable));
export const auditQuery = z.object({
  ...pageFields,
  ...csvFields,
  user: compared,
  action: compared,
  target: compared,
  from: z.optional(dayOrTime),
  to: z.optional(dayOrTime),
});
export const auditAnswer = listOf(auditEntry);
