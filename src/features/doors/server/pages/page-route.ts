import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { PeekHotFile } from '../../../../server/http/at-hand.ts';
import { AppError, invalidRequest, notFound } from '../../../../server/http/errors.ts';
import type { Platform } from '../../../../server/http/platform.ts';
import { cachingUntil } from '../../../../server/http/public-answers.ts';
import { createLru } from '../../../../server/process/lru.ts';
import { isLanguage, type Language } from '../../../../shared/languages.ts';
import { isUuid } from '../../../../shared/wire.ts';
import type { Dates } from '../../../catalog/server/dates/openings.ts';
import { sendFile } from '../../../media/server/media.ts';
import type { Keys } from '../keys/keys.ts';
import type { AskToSignIn } from '../keys/sign-in.ts';
import type { AskedChapter, DoorPage, DoorPages, PageForm } from './pages.ts';

interface PageRouteDeps extends Pick<Platform, 'http' | 'app' | 'clock'> {
  keys: Keys;
  pages: DoorPages;
  dates: Pick<Dates, 'changedAt'>;
  lastLanguages: { note(asked: { userId: string; language: Language }): Promise<void> };
  askToSignIn: AskToSignIn;
}

/** What a caller may read, for some seconds. */
interface Grant {
  asked: number;
  until: number;
  pages: readonly DoorPage[];
  isUsers: boolean;
  /** The end of the window in which the chapter is free; null: it is no window that opens it. */
  freeUntil: number | null;
}

const route = '/opds/pages/:chapterId/:language/:file';
/** Within 5 s of the end of a right its pages are refused (spec: doors.md#pages). */
const grantedMs = 4000;
const mostGrants = 2000;

/** GET and HEAD of a chapter's pages, for programs that read from catalogues (spec: doors.md#pages). */
export function mountPageRoute(deps: PageRouteDeps): void {
  const { http, app, clock, keys, pages, dates, askToSignIn, lastLanguages } = deps;
  const grants = createLru<Grant>({ limit: mostGrants });

  function findGrant(headers: IncomingHttpHeaders, asked: AskedChapter): Grant | null {
    const grant = grants.get(grantKey(headers, asked));
    const now = clock().getTime();
    return grant && grant.asked <= now && grant.until > now && grant.asked >= dates.changedAt() ? grant : null;
  }

  /** A grant, or why there is none; rejects for a chapter that nobody may read. */
  async function ask(request: FastifyRequest, asked: AskedChapter): Promise<Grant | 'sign_in' | 'forbidden'> {
    const askedAt = clock().getTime();
    const reader = await keys.readerOf(request);
    if (reader === 'unknown') return 'sign_in';
    const opened = await pages.open({ ...asked, reader });
    if (opened.kind === 'unknown') throw pageNotFound();
    if (opened.kind === 'refused') return reader ? 'forbidden' : 'sign_in';
    if (reader) await lastLanguages.note({ userId: reader.userId, language: asked.language });
    const { access } = opened;
    const freeUntil = access.until?.getTime() ?? null;
    const rightEnds = access.state === 'free' ? freeUntil : reader?.membership?.expireAt.getTime();
    const until = Math.min(askedAt + grantedMs, rightEnds ?? Number.POSITIVE_INFINITY);
    const grant = { asked: askedAt, until, pages: opened.pages, isUsers: reader !== null, freeUntil };
    grants.set(grantKey(request.headers, asked), grant);
    return grant;
  }

  function headersOf({ isUsers, freeUntil }: Grant, { etag }: { etag: string }, form: PageForm) {
    const secondsLeft = freeUntil === null ? null : Math.max(0, Math.floor((freeUntil - clock().getTime()) / 1000));
    return {
      'Content-Type': `image/${form.as}`,
      'Cache-Control': isUsers ? 'private, no-cache' : cachingUntil(secondsLeft),
      Vary: 'Authorization, X-API-Key',
      'Cross-Origin-Resource-Policy': isUsers ? 'same-site' : 'cross-origin',
      'Accept-Ranges': 'bytes',
      ETag: etag,
    };
  }

  type Asked = { Params: { chapterId: string; language: string; file: string }; Querystring: { w?: unknown } };
  const options = { schema: { hide: true }, config: { counts: 'unless-served' as const } };
  app.get<Asked>(route, options, async (request, reply) => {
    const { chapterId, language, file } = request.params;
    const named = /^(0|[1-9]\d*)\.(jpg|webp)$/.exec(file);
    if (!named || !isUuid(chapterId) || !isLanguage(language)) throw pageNotFound();
    const form = readForm(named[2], request.query.w);
    const asked = { chapterId, language };
    const grant = findGrant(request.headers, asked) ?? (await ask(request, asked));
    if (grant === 'sign_in') return askToSignIn(request, reply);
    if (grant === 'forbidden') throw new AppError(403, 'forbidden', 'This chapter is only open to members');
    const page = grant.pages[Number(named[1])];
    if (!page) throw pageNotFound();
    const found = await pages.read(page, form);
    return sendFile(request, reply, { file: found, headers: headersOf(grant, found, form) });
  });

  const peek: PeekHotFile = (url, headers) => {
    const [, chapterId = '', language = '', number, ending, w] = plainAddress.exec(url) ?? [];
    if (number === undefined || !isLanguage(language)) return null;
    const grant = findGrant(headers, { chapterId, language });
    const page = grant?.pages[Number(number)];
    if (!grant || !page) return null;
    const form = readForm(ending, w);
    const file = pages.peek(page, form);
    return file ? { bytes: file.bytes, headers: headersOf(grant, file, form), route } : null;
  };
  http.serveHotFiles('/opds/pages/', peek);
}

const plainAddress = /^\/opds\/pages\/([0-9a-f-]{36})\/([a-z-]+)\/(0|[1-9]\d{0,8})\.(jpg|webp)(?:\?w=([1-9]\d{0,8}))?$/;

function grantKey({ authorization = '', 'x-api-key': key = '' }: IncomingHttpHeaders, asked: AskedChapter): string {
  // No header has a line's end.
  return [authorization, key, asked.chapterId, asked.language].join('\n');
}

function readForm(ending: string | undefined, w: unknown): PageForm {
  if (w !== undefined && (typeof w !== 'string' || !/^[1-9]\d*$/.test(w)))
    throw invalidRequest('w: must be a positive whole number');
  if (ending === 'webp') return { as: 'webp' };
  return { as: 'jpeg', atLeast: w === undefined ? null : Number(w) };
}

function pageNotFound(): AppError {
  return notFound('page_not_found', 'There is no such page');
}
