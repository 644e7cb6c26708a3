import type { ComponentType } from 'react';
import type { Language } from '../shared/languages.ts';
import type { Picture } from '../shared/wire.ts';
import type { ApiClient } from './api-client.ts';
import type { Text } from './i18n.tsx';
import type { PagePart } from './part.ts';
import type { QueryClient } from './query-client.ts';
import type { Site } from './site.tsx';

/** What a page may ask while it is prepared, on the server and in the browser alike. */
export interface PageContext<Name extends string = never> {
  api: ApiClient;
  queryClient: QueryClient;
  params: Record<Name, string>;
  search: URLSearchParams;
  language: Language;
  text: Text;
  site: Site;
}

export type PageOutcome = { status: 200 | 404 } | { redirect: string };

/** The image that the first screen waits for; it is asked for before anything else. */
export interface LeadImage {
  picture: Picture;
  /** As the `sizes` of the element that shows it, so that both choose the same candidate. */
  sizes: string;
}

/** What search engines and link previews see: text as readers see it (entities decoded), escaped and cut by the document. */
export interface PageHead {
  /** Without the site's name, which is added. */
  title: string;
  description: string;
  image?: { src: string; width: number; height: number } | null;
  type?: 'website' | 'book' | 'article';
  noindex?: boolean;
  /** Path of the address that this page is known by, where it differs from the one asked for. */
  canonicalPath?: string;
  lead?: LeadImage | null;
  /** An Atom feed of what is new on this page. */
  feed?: { href: string; title: string };
  jsonLd?: Record<string, unknown>;
}

export interface PageModule<Name extends string = never> {
  Component: ComponentType<{ params: Record<Name, string> }>;
  /**
   * 'quiet': the header scrolls away and there is no footer, where the page has bars of its own. 'still': the header has
   * nothing to press, where the page runs no code.
   */
  chrome?: 'full' | 'quiet' | 'still';
  /**
   * The page runs under a security policy of its own (src/server/security-headers.ts), which comes with its document
   * alone: the page is opened, and left, by loading one.
   */
  hasOwnPolicy?: boolean;
  /** The page is shown in the place of others that cannot be had without a connection. */
  standsIn?: boolean;
  /** Keys of the query string that change what is rendered; all others are ignored. */
  searchKeys?: readonly string[];
  /**
   * Where somebody who is logged in, or nobody, is led instead: a path, or null to stay. Asked before anything shows,
   * and again whenever a session begins or ends.
   */
  guard?(asked: { isUser: boolean; search: string }): string | null;
  /**
   * Fills the query client with what the first screen shows. A call that answers 404 may simply reject: the reader
   * then gets the designed 404 page. In the browser other failures are left to the page's own queries.
   */
  prefetch?(context: PageContext<Name>): Promise<PageOutcome>;
  /** Code that only some of what the page shows needs: all there is, and, asked after `prefetch`, what is needed now. */
  parts?: { all: readonly PagePart[]; neededFor(context: PageContext<Name>): readonly PagePart[] };
  /** Called after `prefetch`; reads the query client, and must bear with absent data. */
  head(context: PageContext<Name>): PageHead;
}
