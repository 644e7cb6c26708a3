import { isLanguage, type Language } from '../shared/languages.ts';
import { type ApiClient, ApiError } from './api-client.ts';
import type { Text } from './i18n.tsx';
import type { PageContext, PageModule, PageOutcome } from './page.ts';
import type { QueryClient } from './query-client.ts';
import type { Site } from './site.tsx';

export type Params = Record<string, string>;
/** A page of any parameter names, as the route table and the router use it. */
export type AnyPage = PageModule<string>;

export interface Route {
  /** With `:name` for a parameter (spec: site.md#pages). */
  pattern: string;
  /** The file of the page's chunk, as the build's manifest names it. */
  source: string;
  /** How it is loaded, and its words, come with it alone. */
  comesLate?: boolean;
  load(): Promise<AnyPage>;
}

/** The names of a pattern's parameters. */
export type ParamNames<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

/** The page on the screen, with its address. */
export interface OpenedPage {
  path: string;
  search: string;
  params: Params;
  page: AnyPage;
  found: boolean;
  /** True after the browser's Back or Forward. */
  isReturn?: boolean;
}

export interface NavigateOptions {
  replace?: boolean;
  /** Keeps the scroll position, for addresses that only name a state of the page. */
  keepScroll?: boolean;
}

export interface Environment {
  api: ApiClient;
  queryClient: QueryClient;
  text: Text;
  site: Site;
}

/** The language of an address's ?lang=; an unknown language is ignored. */
export function addressLanguage(search: string | URLSearchParams): Language | null {
  const asked = (typeof search === 'string' ? new URLSearchParams(search) : search).get('lang');
  return isLanguage(asked) ? asked : null;
}

export function matchRoute<Of extends Route>(
  routes: readonly Of[],
  path: string,
): { route: Of; params: Params } | null {
  for (const route of routes) {
    const params = matchPattern(route.pattern, path);
    if (params) return { route, params };
  }
  return null;
}

function matchPattern(pattern: string, path: string): Params | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Params = {};
  for (const [index, step] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!step.startsWith(':')) {
      if (step !== value) return null;
    } else if (value === '') return null;
    else params[step.slice(1)] = decodeStep(value);
  }
  return params;
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

export function contextOf(opened: Omit<OpenedPage, 'found'>, environment: Environment): PageContext<string> {
  return {
    ...environment,
    params: opened.params,
    search: pageSearch(opened.page, opened.search),
    language: environment.text.language,
  };
}

/** The part of the query string that the page knows: other parameters do not change the rendering. */
export function pageSearch(page: AnyPage, search: string): URLSearchParams {
  const given = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const key of page.searchKeys ?? []) {
    for (const value of given.getAll(key)) known.append(key, value);
  }
  return known;
}

/**
 * Prepares a page's first screen; a call that answers 404, or 400 to a malformed id, means that there is no such page.
 */
export async function preparePage(page: AnyPage, context: PageContext<string>): Promise<PageOutcome> {
  try {
    const outcome: PageOutcome = (await page.prefetch?.(context)) ?? { status: 200 };
    if (!('redirect' in outcome)) await loadParts(page, context);
    return outcome;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return { status: 404 };
    throw error;
  }
}

/** Loads the code of the parts that the page is about to show. */
export async function loadParts(page: AnyPage, context: PageContext<string>): Promise<void> {
  await Promise.all(page.parts?.neededFor(context).map((part) => part.load()) ?? []);
}
