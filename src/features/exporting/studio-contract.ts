import * as z from 'zod/mini';
import { givenUuid, languageCode } from '../../shared/wire.ts';
import { defineStudioCall } from '../studio/rules.ts';
import { exportFormats } from './rules.ts';

export const exportingStudioCalls = {
  exportBook: defineStudioCall({
    method: 'GET',
    path: '/studio/books/:uuid/export',
    right: 'export',
    summary: 'A book as it came, for an import elsewhere: a ZIP of its folder or of a CBZ for each chapter, or an EPUB',
    params: z.object({ uuid: givenUuid }),
    query: z.object({
      format: z._default(z.enum(exportFormats), 'folder'),
      /** Only this edition; of an EPUB the original one by default. */
      language: z.optional(languageCode),
    }),
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    exportingStudio: typeof exportingStudioCalls;
  }
}
