import * as z from 'zod/mini';
import { storable } from '../../shared/wire.ts';
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

export const movingCalls = {
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
