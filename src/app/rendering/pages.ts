import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAppError } from '../../server/http/errors.ts';
import { type Http, sendPayload } from '../../server/http/http.ts';
import { sharedCaching } from '../../server/http/public-answers.ts';
import { requestLanguage } from '../../server/http/request-language.ts';
import { type PagePolicy, securityHeaders } from '../../server/http/security-headers.ts';
import { Payload } from '../../server/process/payload.ts';
import { paths } from '../../shared/paths.ts';
import { type AnyPage, addressLanguage } from '../../web/navigation.ts';
import { ErrorPage } from '../site/ErrorPage.tsx';
import { NotFoundPage } from '../site/NotFoundPage.tsx';
import { routes } from '../site/routes.tsx';
import { notFoundHead, type PageRenderer, type PageRequest, type PlacedPage, type Rendered } from './render.tsx';

interface PagesDeps {
  http: Http;
  /** Whether a chapter was once in that book, and is in another one now. */
  hasLeft?(asked: { bookId: string; chapterId: string }): Promise<boolean>;
  renderer: PageRenderer;
  publicUrl: string;
  /** Address of the card buttons' script at this moment, for pages that have a policy of their own; null: there are none. */
  cardScriptUrl?(): Promise<string | null>;
  /** Whether programs that learn from texts and pictures are asked to stay away. */
  refusesAi?(): boolean;
  /** Further origins of pictures. */
  pictureOrigins?: readonly string[];
}

/** An answer that must not be shared or kept: a redirect, or 404. */
class Unshared extends Error {
  readonly rendered: Rendered;

  constructor(rendered: Rendered) {
    super('Not for the shared cache');
    this.rendered = rendered;
  }
}

interface ErrorAnswer {
  payload: Payload;
  headers: Record<string, string>;
}

/** Serves every page of the route table, rendered for visitors. */
export function registerPages({
  http,
  hasLeft = async () => false,
  renderer,
  publicUrl,
  cardScriptUrl = async () => null,
  refusesAi = () => false,
  pictureOrigins = [],
}: PagesDeps): void {
  const headersFor = (page: PagePolicy, request: PageRequest) => ({
    ...securityHeaders({ publicUrl, page: { ...page, pictureOrigins } }),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': request.language,
  });

  const headersOfKinds = new WeakMap<PlacedPage['hashes'], Map<string, Record<string, string>>>();

  /** The same object for all pages of a kind: thousands of answers are remembered with theirs. */
  async function keptHeaders({ opened, hashes }: PlacedPage, asked: PageRequest): Promise<Record<string, string>> {
    const { hasOwnPolicy = false } = opened.page;
    const script = hasOwnPolicy ? await cardScriptUrl() : null;
    const ai = refusesAi() ? noAi : {};
    const kind = `${asked.language} ${asked.addressed} ${script} ${ai === noAi}`;
    const known = headersOfKinds.get(hashes) ?? new Map<string, Record<string, string>>();
    headersOfKinds.set(hashes, known);
    const page = { ...hashes, cardScriptUrl: script };
    const headers = known.get(kind) ?? { ...headersFor(page, asked), ...cachingOf(asked), ...ai };
    known.set(kind, headers);
    return headers;
  }

  async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readPageRequest(request);
    const placed = await renderer.resolve(asked);
    if (!placed) {
      await http.answerUnknown(request, reply);
      return reply;
    }
    const headers = await keptHeaders(placed, asked);
    try {
      const { isSecret, isFresh } = placed.opened.page;
      if (isSecret || isFresh)
        return sendUnshared(reply, await renderer.render(placed), {
          ...{ ...headers, ...unlisted },
          ...(isSecret && { 'Referrer-Policy': 'no-referrer' }),
        });
      return await http.servePublic(request, reply, {
        key: `page ${asked.language} ${placed.opened.path}${placed.opened.search}`,
        headers,
        make: () => makeShared(renderer, placed),
      });
    } catch (error) {
      if (error instanceof Unshared) return sendUnshared(reply, await leadOn(error.rendered, asked), headers);
      return sendFailure({ request, reply, asked, error });
    }
  }

  /** The address of a chapter in a book that it has left leads on for good, with all that was asked. */
  async function leadOn(rendered: Rendered, { path, search }: PageRequest): Promise<Rendered> {
    if (rendered.kind !== 'redirect') return rendered;
    const [bookId, chapterId] = path.toLowerCase().match(uuids) ?? [];
    if (bookId === undefined || chapterId === undefined || !(await hasLeft({ bookId, chapterId }))) return rendered;
    return { kind: 'redirect', to: `${rendered.to.split('?')[0]}${search}`, isForGood: true };
  }

  function renderAlone(asked: PageRequest, page: AnyPage): ErrorAnswer {
    const { html, hashes } = renderer.renderAlone(asked, page);
    return { payload: new Payload(html), headers: { ...headersFor(hashes, asked), 'Cache-Control': 'no-store' } };
  }

  /** Refusals must cost little, and programs ask for what is gone for years: rendered and compressed once in a language. */
  function renderingOnce(page: AnyPage): (asked: PageRequest) => ErrorAnswer {
    const known = new Map<string, ErrorAnswer>();
    return (asked) => {
      const made = known.get(asked.language) ?? renderAlone({ ...asked, path: paths.home(), search: '' }, page);
      known.set(asked.language, made);
      return made;
    };
  }
  const busyPage = renderingOnce(errorPage);
  const gonePageIn = renderingOnce(gonePage);

  async function sendFailure(given: {
    request: FastifyRequest;
    reply: FastifyReply;
    asked: PageRequest;
    error: unknown;
  }): Promise<FastifyReply> {
    const { request, reply, asked, error } = given;
    const failure = toAppError(error);
    http.noteFailure(request, error);
    if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', failure.retryAfterSeconds);
    const { payload, headers } = failure.refusal === undefined ? renderAlone(asked, errorPage) : busyPage(asked);
    return sendPayload(request, reply.code(failure.status).headers(headers), payload);
  }

  http.showGone((request, reply) => {
    const { payload, headers } = gonePageIn(readPageRequest(request));
    return sendPayload(request, reply.code(410).headers(headers), payload);
  });
  for (const { pattern } of routes) http.app.get(pattern, { schema: { hide: true } }, answerPage);
}

/** What stood at an address and is gone for good: the page without code that tells it. */
const gonePage: AnyPage = {
  Component: NotFoundPage,
  chrome: 'still',
  head: ({ text }) => notFoundHead(text),
};

/** What is sent where a page cannot be made. */
const errorPage: AnyPage = {
  Component: ErrorPage,
  chrome: 'still',
  head: ({ text }) => ({ title: text.t('app.failedTitle'), description: text.t('app.failedText'), noindex: true }),
};

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const noAi = { 'X-Robots-Tag': 'noai' };
const unlisted = { 'X-Robots-Tag': 'noindex' };

async function makeShared(renderer: PageRenderer, placed: PlacedPage) {
  const rendered = await renderer.render(placed);
  if (rendered.kind === 'redirect' || rendered.status !== 200) throw new Unshared(rendered);
  // A page that was rendered in another minute and differs in nothing else counts as the same: the browser can go on
  // from it.
  const sameAs = rendered.html.replace(/"renderedAt":\d+/, '');
  return { text: rendered.html, asOf: rendered.asOf, sameAs };
}

/** The requested page and its language. */
export function readPageRequest(request: FastifyRequest): PageRequest {
  const [path = '/', ...query] = request.url.split('?');
  const search = query.length > 0 ? `?${query.join('?')}` : '';
  const named = addressLanguage(search);
  return { path, search, language: named ?? requestLanguage(request.headers), addressed: named !== null };
}

/** With ?lang= a page is the same for everybody; without it, the page depends on the reader's cookie and browser. */
function cachingOf({ addressed }: PageRequest): Record<string, string> {
  if (addressed) return { 'Cache-Control': sharedCaching, Vary: 'Accept-Encoding' };
  return { 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding, Accept-Language, Cookie' };
}

function sendUnshared(reply: FastifyReply, rendered: Rendered, headers: Record<string, string>): FastifyReply {
  const unshared = { 'Cache-Control': 'no-store' };
  if (rendered.kind === 'redirect')
    return reply.headers(unshared).redirect(rendered.to, rendered.isForGood ? 301 : 302);
  return reply
    .code(rendered.status)
    .headers({ ...headers, ...unshared })
    .send(rendered.html);
}
