import { renderToString } from 'react-dom/server';
import type { Language } from '../shared/languages.ts';
import type { ApiClient } from '../web/api-client.ts';
import { minuteOf } from '../web/clock.tsx';
import { createText, type Messages, type Text } from '../web/i18n.tsx';
import {
  type AnyPage,
  contextOf,
  type Environment,
  matchRoute,
  type OpenedPage,
  pageSearch,
  preparePage,
} from '../web/navigation.ts';
import type { PageHead } from '../web/page.ts';
import { createRenderingQueryClient, type KeptQueries, keepQueries } from '../web/query.ts';
import { type Router, withLanguage } from '../web/router.tsx';
import type { Site } from '../web/site.tsx';
import { App } from './App.tsx';
import type { Assets, PageFiles } from './assets.ts';
import { contentSecurityPolicy, writeDocument } from './document.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { describePage, inLanguage, preloadLead } from './head.ts';
import { routes } from './routes.tsx';

/** What the browser goes on with after the server's rendering. Nothing personal is ever in it. */
export interface PageState {
  language: Language;
  found: boolean;
  renderedAt: number;
  site: Site;
  queries: KeptQueries;
}

export interface PageRequest {
  path: string;
  /** The query string with its question mark, or empty. */
  search: string;
  language: Language;
  /** Whether the address itself names the language with ?lang=. */
  addressed: boolean;
}

export type Rendered =
  | { kind: 'page'; status: 200 | 404; html: string; csp: string }
  | { kind: 'redirect'; to: string };

export interface PageRenderer {
  /** The page at an address of the route table, for a visitor. Rejects when it cannot be made. */
  render(request: PageRequest): Promise<Rendered>;
  /** The page for when that failed. */
  renderError(request: PageRequest): { html: string; csp: string };
  /** What of an address decides the page: two requests with the same key get the same one. */
  keyOf(request: PageRequest): Promise<string>;
}

const allMessages = import.meta.glob<Messages>('../../messages/*.json', { import: 'default', eager: true });

const errorPage: AnyPage = {
  Component: ErrorPage,
  head: ({ text }) => ({ title: text.t('app.failedTitle'), description: text.t('app.failedText'), noindex: true }),
};

/** Renders pages from the public answers of the API, the same road that the browser takes. */
export function createRenderer(given: { api: ApiClient; site: Site; publicUrl: string; assets: Assets }): PageRenderer {
  const { api, site, publicUrl, assets } = given;
  const texts = new Map<Language, Text>();
  const policies = new Map<PageFiles, string>();
  const loaded = new Map<string, AnyPage>();

  function textIn(language: Language): Text {
    const known = texts.get(language) ?? createText(language, allMessages[`../../messages/${language}.json`] ?? {});
    texts.set(language, known);
    return known;
  }

  function policyFor(files: PageFiles): string {
    const known = policies.get(files) ?? contentSecurityPolicy(files.css);
    policies.set(files, known);
    return known;
  }

  async function openPage(request: PageRequest): Promise<OpenedPage & { source: string }> {
    const match = matchRoute(routes, request.path);
    if (!match) throw new Error(`No page at ${request.path}`);
    const { route, params } = match;
    const page = loaded.get(route.pattern) ?? (await route.load());
    loaded.set(route.pattern, page);
    const known = pageSearch(page, request.search).toString();
    const address = request.path + (known && `?${known}`);
    const full = request.addressed ? inLanguage(address, request.language) : address;
    const search = full.includes('?') ? full.slice(full.indexOf('?')) : '';
    return { path: request.path, search, params, page, found: true, source: route.source };
  }

  function environmentFor(request: PageRequest): Environment {
    return { api, site, text: textIn(request.language), queryClient: createRenderingQueryClient() };
  }

  async function render(request: PageRequest): Promise<Rendered> {
    const opened = await openPage(request);
    const environment = environmentFor(request);
    const context = contextOf(opened, environment);
    const outcome = await preparePage(opened.page, context);
    if ('redirect' in outcome) return { kind: 'redirect', to: withLanguage(outcome.redirect, opened.search) };
    const found = outcome.status === 200;
    const head = found ? opened.page.head(context) : notFoundHead(environment.text);
    const page = { ...opened, found };
    const state = stateOf({ request, environment, found });
    const files = assets.pageFiles(opened.source, request.language);
    const html = compose({ request, opened: page, environment, head, state, files });
    return { kind: 'page', status: outcome.status, html, csp: policyFor(files) };
  }

  function compose(parts: {
    request: PageRequest;
    opened: OpenedPage;
    environment: Environment;
    head: PageHead;
    state: PageState | null;
    files: PageFiles;
  }): string {
    const { request, opened, environment, head, state, files } = parts;
    const renderedAt = state?.renderedAt ?? minuteOf(Date.now());
    const body = renderToString(
      <App environment={environment} router={standingRouter(opened)} renderedAt={renderedAt} />,
    );
    const known = pageSearch(opened.page, opened.search).toString();
    const address = opened.path + (known && `?${known}`);
    const { language, addressed } = request;
    const defaultImage = '/og.png';
    return writeDocument({
      language,
      addressed,
      description: describePage({ head, site, language, publicUrl, address, addressed, defaultImage }),
      preload: head.lead ? preloadLead(head.lead) : '',
      body,
      state,
      files,
    });
  }

  function renderError(request: PageRequest): { html: string; csp: string } {
    const { path, search } = request;
    const opened: OpenedPage = { path, search, params: {}, page: errorPage, found: true };
    const environment = environmentFor(request);
    const head = errorPage.head(contextOf(opened, environment));
    const files = assets.pageFiles('src/app/ContactPage.tsx', request.language);
    return { html: compose({ request, opened, environment, head, state: null, files }), csp: policyFor(files) };
  }

  async function keyOf(request: PageRequest): Promise<string> {
    const { path, search } = await openPage(request);
    return `page ${request.language} ${path}${search}`;
  }

  return { render, renderError, keyOf };
}

function notFoundHead(text: Text): PageHead {
  return { title: text.t('app.notFoundTitle'), description: text.t('app.notFoundText'), noindex: true };
}

function stateOf(given: { request: PageRequest; environment: Environment; found: boolean }): PageState {
  const { request, environment, found } = given;
  return {
    language: request.language,
    found,
    renderedAt: minuteOf(Date.now()),
    site: environment.site,
    queries: keepQueries(environment.queryClient),
  };
}

/** A router that stands where the page is. */
function standingRouter(opened: OpenedPage): Router {
  return {
    current: () => opened,
    subscribe: () => () => {},
    open: () => {},
    preload: () => {},
  };
}
