import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { languageQuery, timestamp } from '../../shared/wire.ts';

const password = z.optional(z.string());

export const exportState = z.object({
  state: z.enum(['none', 'making', 'ready', 'expired']),
  requested_at: z.nullable(timestamp),
  expires_at: z.nullable(timestamp),
  bytes: z.nullable(z.number()),
});
export type ExportState = z.infer<typeof exportState>;

const deletion = z.object({ deletes_at: timestamp });

export const leavingCalls = {
  getExport: defineCall({
    method: 'GET',
    path: '/user/export',
    who: 'user',
    summary: "How the caller's export stands",
    answer: z.object({ result: exportState }),
  }),
  wantExport: defineCall({
    method: 'POST',
    path: '/user/export',
    who: 'user',
    summary: 'Have all that the site keeps of the caller put into a file; once in 24 hours, then 429',
    body: z.object({ password, language: languageQuery }),
    answer: z.object({ result: exportState }),
    status: 202,
    failures: [403],
  }),
  getExportFile: defineCall({
    method: 'GET',
    path: '/user/export/file',
    who: 'user',
    summary: "The caller's export, a ZIP, for 24 hours",
    failures: [404, 410],
  }),
  getDeletion: defineCall({
    method: 'GET',
    path: '/user/deletion',
    who: 'user',
    summary: 'When the caller will be deleted; null: never',
    answer: z.object({ result: z.nullable(deletion) }),
  }),
  wantDeletion: defineCall({
    method: 'POST',
    path: '/user/deletion',
    who: 'user',
    summary: 'Delete the caller in 14 days',
    description: 'All other sessions and all access tokens end. Wanted again, the first day stays.',
    body: z.object({ password }),
    answer: z.object({ result: deletion }),
    failures: [403, 409],
  }),
  takeBackDeletion: defineCall({
    method: 'DELETE',
    path: '/user/deletion',
    who: 'user',
    summary: 'Keep the account after all',
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    leaving: typeof leavingCalls;
  }
}
