import type { ComponentType } from 'react';
import type { Language } from '../shared/languages.ts';
import type { Picture } from '../shared/wire.ts';
import type { ApiClient } from './api-client.ts';
import type { Text } from './i18n.tsx';
import type { PagePart } from './part.ts';
import type { QueryClient } from './query-client.ts';
import type { Site } from './site.tsx';

/** The means of a page during its preparation, the same on the server and in the browser. */
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

/** The main image of the first screen; it is requested before everything else. */
export interface LeadImage {
  picture: Picture;
  /** The same `sizes` as the element that shows it, so that both choose the same file. */
  sizes: string;
}

/** The texts for search engines and link previews, with entities decoded; the document escapes and cuts them. */
export interface PageHead {
  /** Without the site's name, which is added. */
  title: string;
  description: string;
  image?: { src: string; width: number; height: number } | null;
  type?: 'website' | 'book' | 'article';
  noindex?: boolean;
  /** Nobody is to keep a copy: the page shows what will not stay open to all. */
  noarchive?: boolean;
  /** The path of the page's canonical address, where it differs from the requested one. */
  canonicalPath?: string;
  lead?: LeadImage | null;
  /** Atom feeds of this page's news. */
  feeds?: readonly { href: string; title: string }[];
  /** Its addresses begin with the origin of the site. */
  jsonLd?: Record<string, unknown> | ((publicUrl: string) => Record<string, unknown>);
}

export interface PageModule<Name extends string = never> {
  Component: ComponentType<{ params: Record<Name, string> }>;
  /**
   * 'quiet': the header scrolls away and there is no footer, for a page with its own bars. 'still': the header has only
   * links, for a page without code.
   */
  chrome?: 'full' | 'quiet' | 'still';
  /**
   * The page has its own security policy (src/server/http/security-headers.ts). A policy comes with a document only, so the
   * page is opened and left by loading a document.
   */
  hasOwnPolicy?: boolean;
  /**
   * The address is a secret, since it opens something: no cache keeps the page, and no other site learns the address.
   */
  isSecret?: boolean;
  /**
   * Nobody keeps or lists the document, such as that of a payment; it is the same for everybody. Unlike a secret one it
   * may tell other sites its address.
   */
  isFresh?: boolean;
  /** The page replaces others that cannot load without a connection. */
  standsIn?: boolean;
  /** Keys of the query string that change what is rendered; all others are ignored. */
  searchKeys?: readonly string[];
  /**
   * The path that a user, or a visitor, is sent to instead; null to stay. Called before the first paint, and again
   * whenever a session begins or ends.
   */
  guard?(asked: { isUser: boolean; search: string }): string | null;
  /**
   * Fills the query client with the data of the first screen. A call that answers 404 may simply reject: the reader
   * then gets the 404 page. In the browser, the page's own queries handle other failures.
   */
  prefetch?(context: PageContext<Name>): Promise<PageOutcome>;
  /** Code that only some content of the page needs: all parts, and the parts needed now (called after `prefetch`). */
  parts?: { all: readonly PagePart[]; neededFor(context: PageContext<Name>): readonly PagePart[] };
  /** Called after `prefetch`; reads the query client, and must work without data. */
  head(context: PageContext<Name>): PageHead;
}
