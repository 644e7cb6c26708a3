import * as z from 'zod/mini';
import { storable, timestamp } from '../../shared/wire.ts';
import { oneOf } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';
import { mostHosts } from './redirect-rules.ts';

const mostTextBytes = 12 * 1024 * 1024;

/** A text in the call itself, or a file that was sent before. */
const givenText = {
  text: z.optional(z.nullable(z.string().check(z.maxLength(mostTextBytes), storable))),
  upload: z.optional(z.string().check(z.maxLength(100), storable)),
};

const host = z.pipe(
  z.string().check(z.maxLength(255), z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i, 'must be the name of a host')),
  z.transform((name) => name.toLowerCase()),
);

/** How the list stands: the text as its owner wrote it, the hosts that it may lead to, and how many lines count. */
const redirects = z.object({ text: z.string(), count: z.number(), hosts: z.array(z.string()), etag: z.string() });
export type RedirectsOnWire = z.infer<typeof redirects>;

export const memberResults = ['created', 'updated', 'unchanged', 'coupon', 'left_out', 'error'] as const;

/** What an import made of a line. `link` and `coupon` are told this once; `error` says why nothing was made. */
const memberRow = z.object({
  line: z.number(),
  external_id: z.string(),
  username: z.nullable(z.string()),
  email: z.nullable(z.string()),
  result: z.enum(memberResults),
  expires_at: z.nullable(timestamp),
  link: z.nullable(z.string()),
  coupon: z.nullable(z.string()),
  error: z.nullable(z.string()),
});
export type MemberRow = z.infer<typeof memberRow>;
/** The columns of the table that an import answers, in their order. */
export const memberColumns = [
  ...(['line', 'external_id', 'username', 'email', 'result'] as const),
  ...(['expires_at', 'link', 'coupon', 'error'] as const),
] satisfies (keyof MemberRow)[];

export const movingCalls = {
  importMembers: defineStudioCall({
    method: 'POST',
    path: '/studio/members/import',
    summary: 'Make accounts and codes of the members of another site',
    description:
      'A table in CSV with `external_id, username, email, expires_at | days, note`, or an export of Ghost or Paid Memberships ' +
      'Pro. A line without a name makes a code. What is known by its `external_id` is not made again. Links and codes are told ' +
      'in this answer alone. `dry_run` tells what would be done. At most 10,000 lines: then 409 `limit_reached`.',
    right: 'settings',
    wants: 'sensitive',
    mostBodyBytes: mostTextBytes + 1024 * 1024,
    body: z.object({ ...givenText, dry_run: z._default(z.boolean(), false) }).check(
      z.refine(({ text, upload }) => (typeof text === 'string') !== (upload !== undefined), {
        error: 'give one of text and upload',
        path: ['text'],
      }),
    ),
    answer: oneOf(z.object({ rows: z.array(memberRow) })),
    failures: [409],
  }),
  getRedirects: defineStudioCall({
    method: 'GET',
    path: '/studio/redirects',
    summary: 'The list of the old addresses that lead on, with an ETag',
    right: 'settings',
    answer: oneOf(redirects),
  }),
  changeRedirects: defineStudioCall({
    method: 'PUT',
    path: '/studio/redirects',
    summary: 'Put another list in the place of the redirects, all of it or nothing',
    description:
      "A line each: `from to [301|302|307|308]` or `from 410`, with `:name` and `*`; or Ghost's YAML or JSON. `to` is a " +
      'path, `book:{uuid}`, `chapter:{uuid}`, or an address of one of `hosts`. At most 50,000 lines: then 409 `limit_reached`. ' +
      'Faults are told by line.',
    right: 'settings',
    mostBodyBytes: mostTextBytes + 1024 * 1024,
    body: z.object({ ...givenText, hosts: z.optional(z.nullable(z.array(host).check(z.maxLength(mostHosts)))) }).check(
      z.refine(({ text, upload }) => text === undefined || upload === undefined, {
        error: 'give one of text and upload',
        path: ['text'],
      }),
      z.refine((given) => Object.values(given).some((value) => value !== undefined), {
        error: 'must have a text, an upload or hosts',
        path: ['text'],
      }),
    ),
    answer: oneOf(redirects),
    failures: [409, 412, 428],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    movingStudio: typeof movingCalls;
  }
}
