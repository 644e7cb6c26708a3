import { hash } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import { createLoopTurns } from '../../server/process/loop-turns.ts';
import { createLru } from '../../server/process/lru.ts';
import type { Language } from '../../shared/languages.ts';
import { chapterOfPath } from '../../shared/paths.ts';
import { minuteOf } from '../../web/clock.tsx';
import { addLateMessages, createText } from '../../web/create-text.ts';
import type { Messages, Text } from '../../web/i18n.tsx';
import { mergeWords } from '../../web/late-words.ts';
import {
  type AnyPage,
  contextOf,
  type Environment,
  matchRoute,
  type OpenedPage,
  type Params,
  pageSearch,
  preparePage,
  type Route,
} from '../../web/navigation.ts';
import type { PageContext, PageHead } from '../../web/page.ts';
import { keepQueries } from '../../web/query.ts';
import { QueryClient } from '../../web/query-client.ts';
import { type Router, withLanguage } from '../../web/router.tsx';
import { type ShareMarkup, ShareMarkupProvider } from '../../web/shared-markup.tsx';
import type { Site } from '../../web/site.tsx';
import { App, Surroundings } from '../site/App.tsx';
import { describePage, escapeJson, preloadLead } from '../site/head.ts';
import { lateWordsOf } from '../site/later-pages.ts';
import type { PageState } from '../site/page-state.ts';
import { routes } from '../site/routes.tsx';
import type { Assets, PageFiles } from './assets.ts';
import { inlineHashes, productsFace, writeDocument } from './document.ts';
import type { OwnSite } from './own-site.ts';
import { type Ask, createAnswerReader, createRenderingApi } from './rendering-api.ts';

export interface PageRequest {
  path: string;
  /** The query string with its question mark, or empty. */
  search: string;
  language: Language;
  /** Whether the address itself names the language with ?lang=. */
  addressed: boolean;
}

export type Rendered =
  | {
      kind: 'page';
      status: 200 | 404;
      html: string;
      /** The time at which the oldest of its answers was read; infinite: it has none. */
      asOf: number;
    }
  /** `isForGood`: what was there is in another place now. */
  | { kind: 'redirect'; to: string; isForGood?: boolean };

/** Hashes of the inline blocks, for the page's security policy. */
export type InlineHashes = ReturnType<typeof inlineHashes>;

export interface PageRenderer {
  /** The page of an address, without unknown parts of the query. Null: there is no such page. */
  resolve(request: PageRequest): Promise<PlacedPage | null>;
  /** Renders the page for a visitor. Rejects when it cannot be rendered. */
  render(placed: PlacedPage): Promise<Rendered>;
  /** A page outside the route table, rendered from its parameters only: it makes no call and runs no code. */
  renderAlone(request: PageRequest, page: AnyPage, params?: Params): RenderedAlone;
  textIn(language: Language): Text;
}

interface RenderedAlone {
  html: string;
  hashes: InlineHashes;
}

/** A page of the route table with the request that leads to it. */
export interface PlacedPage {
  request: PageRequest;
  opened: OpenedPage;
  files: PageFiles;
  hashes: InlineHashes;
}

const allMessages = import.meta.glob<Messages>('../../../messages/*.json', { import: 'default', eager: true });

const lateMessages = import.meta.glob<Messages>('../../../messages/{late,own}/*.json', {
  import: 'default',
  eager: true,
});

/** A page without code uses the files of this page, which needs few. */
const plainFiles = 'src/app/site/ContactPage.tsx';
/** The markup of so many cards is kept, in characters. */
const mostCharacters = 2_000_000;

/** Renders pages from the public answers of the API, through the same client as the browser. */
export function createRenderer(given: {
  ask: Ask;
  site: Site;
  /** What the operator has set, beyond the facts of `site`. */
  own?: OwnSite | undefined;
  publicUrl: string;
  assets: Assets;
}): PageRenderer {
  const { ask, own, publicUrl, assets } = given;
  const texts = new Map<Language, Text>();
  const pages = new Map<Route, AnyPage>();
  const hashes = new Map<PageFiles, InlineHashes>();
  const cards = createLru<string>({ limit: mostCharacters, sizeOf: (text) => text.length });
  const nameOf = createNames();
  const read = createAnswerReader();
  const turns = createLoopTurns();

  function textIn(language: Language): Text {
    const known = texts.get(language);
    if (known) return known;
    const late = Object.keys(lateMessages).filter((path) => path.endsWith(`/${language}.json`));
    addLateMessages(language, late.map((path) => lateMessages[path] ?? {}).reduce(mergeWords, {}));
    const text = createText(language, allMessages[`../../../messages/${language}.json`] ?? {});
    texts.set(language, text);
    return text;
  }

  /** The texts and the site in a language. */
  function wordsIn(language: Language): { text: Text; site: Site } {
    const text = textIn(language);
    return { text, site: { ...given.site, ...own?.in(language, text) } };
  }

  function hashesOf(files: PageFiles, path: string): InlineHashes {
    const known = hashes.get(files) ?? inlineHashes({ files, isReader: isReaderPath(path) });
    hashes.set(files, known);
    return known;
  }

  async function resolve(request: PageRequest): Promise<PlacedPage | null> {
    const match = matchRoute(routes, request.path);
    if (!match) return null;
    const { route, params } = match;
    const page = pages.get(route) ?? (await route.load());
    pages.set(route, page);
    const parts = page.parts?.all.map((part) => part.source) ?? [];
    const { source, comesLate = false } = route;
    const words = comesLate ? lateWordsOf(route.pattern) : [];
    const files = assets.pageFiles({ source, parts, language: request.language, words });
    const search = searchOf(page, request);
    const opened = { path: request.path, search, params, page, found: true };
    return { request: { ...request, search }, opened, files, hashes: hashesOf(files, request.path) };
  }

  async function render({ request, opened, files }: PlacedPage): Promise<Rendered> {
    const { api, oldest } = createRenderingApi(ask, read);
    await own?.ready();
    const environment = { api, ...wordsIn(request.language), queryClient: new QueryClient({ retries: 0 }) };
    const context = contextOf(opened, environment);
    const outcome = await preparePage(opened.page, context);
    if ('redirect' in outcome) return { kind: 'redirect', to: withLanguage(outcome.redirect, opened.search) };
    await turns();
    const found = outcome.status === 200;
    const head = found ? opened.page.head(context) : notFoundHead(environment.text);
    const shown = { ...opened, found };
    const state = stateOf({ request, environment, opened: shown, messages: files.messages });
    const preload = found ? preloadOf(files, opened.page, context) : files.preload;
    const html = compose({ request, opened: shown, environment, head, state, files: { ...files, preload } });
    return { kind: 'page', status: outcome.status, html, asOf: oldest() };
  }

  function renderAlone(request: PageRequest, page: AnyPage, params: Params = {}): RenderedAlone {
    const { path, search, language } = request;
    const opened: OpenedPage = { path, search, params, page, found: true };
    const { api } = createRenderingApi(ask, read);
    const environment = { api, ...wordsIn(language), queryClient: new QueryClient({ retries: 0 }) };
    const head = page.head(contextOf(opened, environment));
    const files = assets.pageFiles({ source: plainFiles, language });
    return { html: compose({ request, opened, environment, head, state: null, files }), hashes: hashesOf(files, path) };
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
    const { language, addressed } = request;
    const renderedAt = state?.renderedAt ?? minuteOf(Date.now());
    const router = standingRouter(opened);
    const known = pageSearch(opened.page, opened.search).toString();
    const address = opened.path + (known && `?${known}`);
    const around = { environment, router, renderedAt };
    const keepMarkup: ShareMarkup = ({ value, look }, part) => {
      const name = `${renderedAt} ${language} ${addressed} ${look} ${nameOf(value)}`;
      // A text that was put together piece by piece would keep all its pieces.
      const card =
        cards.get(name) ?? Buffer.from(renderToString(<Surroundings {...around}>{part}</Surroundings>)).toString();
      cards.set(name, card);
      return card;
    };
    const face = own?.face(language) ?? productsFace;
    const guard = opened.page.guard?.({ isUser: false, search: opened.search }) ?? null;
    return writeDocument({
      face,
      language,
      addressed,
      isReader: isReaderPath(opened.path),
      guard: guard === null ? null : withLanguage(guard, opened.search),
      description: describePage({
        // The operator's picture of links stands for lists too, which have a book's cover otherwise.
        head: face.social === productsFace.social || head.type ? head : { ...head, image: null },
        site: environment.site,
        language,
        publicUrl,
        address,
        addressed,
        defaultImage: face.social,
      }),
      preload: head.lead ? preloadLead(head.lead) : '',
      body: renderToString(
        <ShareMarkupProvider value={keepMarkup}>
          <App {...around} />
        </ShareMarkupProvider>,
      ),
      state: state && escapeJson(state),
      files,
    });
  }

  return { resolve, render, renderAlone, textIn };
}

/**
 * The query string in one spelling: the parameters that the page knows, and the language where the address names one.
 */
function searchOf(page: AnyPage, { search, language, addressed }: PageRequest): string {
  const known = pageSearch(page, search);
  if (addressed) known.set('lang', language);
  return known.size > 0 ? `?${known}` : '';
}

const isReaderPath = (path: string) => chapterOfPath(path) !== null;

/** Gives equal values the same name, by their content; each value is read only once. */
function createNames(): (value: object) => string {
  const names = new WeakMap<object, string>();
  return (value) => {
    const name = names.get(value) ?? hash('sha256', JSON.stringify(value), 'base64url');
    names.set(value, name);
    return name;
  };
}

export function notFoundHead(text: Text): PageHead {
  return { title: text.t('app.notFoundTitle'), description: text.t('app.notFoundText'), noindex: true };
}

function stateOf(given: {
  request: PageRequest;
  environment: Environment;
  opened: OpenedPage;
  messages: string;
}): PageState {
  const { request, environment, opened, messages } = given;
  return {
    language: request.language,
    found: opened.found,
    ...(opened.page.standsIn && { standIn: opened.path + opened.search }),
    messages,
    renderedAt: minuteOf(Date.now()),
    site: environment.site,
    // The rows' markup stays as it is.
    queries: keepQueries(environment.queryClient).filter(([key]) => key[0] !== 'rows'),
  };
}

/** The modules to preload: the page, and the parts that its content needs. */
function preloadOf(files: PageFiles, page: AnyPage, context: PageContext<string>): string[] {
  const parts = page.parts?.neededFor(context) ?? [];
  return [...new Set([...files.preload, ...parts.flatMap(({ source }) => files.ofParts[source] ?? [])])];
}

/** A router that stays at the page. */
function standingRouter(opened: OpenedPage): Router {
  return {
    current: () => opened,
    subscribe: () => () => {},
    open: () => {},
  };
}
