import * as z from 'zod/mini';
import type { Language } from '../../../../shared/languages.ts';
import { languageCode, textOf } from '../../../../shared/wire.ts';
import { bookKind, bookStatus } from '../../../catalog/contract.ts';
import type { KeyHolder } from '../../../membership/server/membership.ts';

export const versions = ['v1.2', 'v2'] as const;
export type Version = (typeof versions)[number];

const lastPage = 1_000_000;

/** What an address of a feed may ask for; `in`: books that can be read in that language, and that edition of them. */
export const feedQuery = z.object({
  language: z.optional(languageCode),
  page: z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d*$/, 'must be a whole number from 1')),
      z.transform((page) => Math.min(Number(page), lastPage)),
    ),
    1,
  ),
  query: z.optional(textOf(100)),
  in: z.optional(languageCode),
  kind: z.optional(bookKind),
  status: z.optional(bookStatus),
});

/** The filters of a list of books, which its facets change. */
export interface Filters {
  in?: Language | undefined;
  kind?: z.infer<typeof bookKind> | undefined;
  status?: z.infer<typeof bookStatus> | undefined;
}

/** A feed as it is asked for. */
export interface Asked {
  version: Version;
  /** The path behind the version, decoded. */
  name: string;
  of: string | null;
  /** The language of its words. */
  language: Language;
  page: number;
  query: string | null;
  filters: Filters;
  /** Null: a visitor. */
  viewer: KeyHolder | null;
  /** Whether lists have books for adults. */
  adult: boolean;
}

export const pageSize = 30;

/** The addresses of feeds, which all carry the language on. */
export function addressesFor({
  publicUrl,
  version,
  language,
}: { publicUrl: string } & Pick<Asked, 'version' | 'language'>) {
  const root = `${publicUrl}/opds/${version}/`;
  return {
    feed(path: string, query: Readonly<Record<string, string | number | null | undefined>> = {}): string {
      const given = Object.entries({ ...query, language }).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[name, String(value)]],
      );
      return `${root}${path}?${new URLSearchParams(given)}`;
    },
    /** With the words of a search left open; in 2.0 the expression stands right behind the path. */
    search: () =>
      version === 'v2' ? `${root}search{?query}&language=${language}` : `${root}search.xml?language=${language}`,
    searchTemplate: `${root}search?query={searchTerms}&language=${language}`,
    /** A page of the site. */
    page: (path: string) => `${publicUrl}${path}?lang=${language}`,
  };
}

export type Addresses = ReturnType<typeof addressesFor>;
