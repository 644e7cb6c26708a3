import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Config } from '../../../../server/config/config.ts';
import { AppError, notFound } from '../../../../server/http/errors.ts';
import { type Http, sendPayload } from '../../../../server/http/http.ts';
import { sharedCaching } from '../../../../server/http/public-answers.ts';
import { Payload } from '../../../../server/process/payload.ts';
import { isLanguage, type Language, languageTags } from '../../../../shared/languages.ts';
import { cleanDisplay } from '../../../../shared/text.ts';
import { parseUuid } from '../../../../shared/wire.ts';
import { listsAdult } from '../../../catalog/rules.ts';
import type { KeyHolder } from '../../../membership/server/membership.ts';
import type { Keys } from '../keys/keys.ts';
import {
  type AskToSignIn,
  authPath,
  authType,
  languageOfVisitor,
  type SignInDeps,
  writeAuthDocument,
} from '../keys/sign-in.ts';
import type { TextIn } from '../keys/words.ts';
import { type Asked, addressesFor, feedQuery, type Version, versions } from './asked.ts';
import { writeOpds1, writeOpenSearch } from './atom.ts';
import { type FeedDeps, isOwnFeed, kindOf, makeFeed, pathOf } from './feeds.ts';
import { writeOpds2 } from './json.ts';
import { writeManifest } from './manifest.ts';
import { divinaType, opds1Type, opds2Type, searchType } from './model.ts';

export interface OpdsDeps extends FeedDeps, SignInDeps {
  http: Http;
  config: Pick<Config, 'adultBooks' | 'downloads'>;
  textIn: TextIn;
  keys: Pick<Keys, 'readerOf'>;
  askToSignIn: AskToSignIn;
  wantsAdult(userId: string): Promise<boolean>;
  lastLanguages: {
    find(userId: string): Promise<Language | null>;
    note(asked: { userId: string; language: Language }): Promise<void>;
  };
}

const hidden = { schema: { hide: true } } as const;
const ofFeed = { schema: { hide: true, querystring: feedQuery } } as const;
type Query = z.output<typeof feedQuery>;

/** Catalogues for reading apps, as OPDS 1.2 and 2.0 (spec: doors.md#opds). */
export function mountOpds(deps: OpdsDeps): void {
  const { http, keys, askToSignIn, publicUrl } = deps;
  http.app.get('/opds', hidden, (request, reply) => toCatalog(deps, { request, reply, version: 'v1.2' }));

  http.app.get('/opds/:version', hidden, (request, reply) => {
    const { version = '' } = request.params as { version?: string }; // the route's pattern names it
    return toCatalog(deps, { request, reply, version: version === '' ? 'v1.2' : requireVersion(version) });
  });

  http.app.get(authPath, ofFeed, (request, reply) => {
    const language = languageOfVisitor(request);
    const headers = { 'Content-Type': authType, 'Cache-Control': sharedCaching, Vary: varyOf(request, []) };
    const make = async () => ({ text: writeAuthDocument(deps, language) });
    return http.servePublic(request, reply, { key: `opds auth ${language}`, headers, make });
  });

  http.app.get('/opds/v1.2/search.xml', ofFeed, (request, reply) => {
    const language = languageOfVisitor(request);
    const { searchTemplate: template } = addressesFor({ publicUrl, version: 'v1.2', language });
    const headers = { 'Content-Type': searchType, 'Cache-Control': sharedCaching, Vary: varyOf(request, []) };
    const site = cleanDisplay(deps.nameIn(language));
    const make = async () => ({ text: writeOpenSearch({ site, language: languageTags[language], template }) });
    return http.servePublic(request, reply, { key: `opds search ${language}`, headers, make });
  });

  const answerFeed = async (request: FastifyRequest, reply: FastifyReply) => {
    const params = request.params as { version: string; name: string; of?: string }; // the routes' patterns name them
    const version = requireVersion(params.version);
    const { name } = params;
    const of = params.of || null; // a slash at the end is passed over
    if (name === '' && of === null) return toCatalog(deps, { request, reply, version });
    const reader = await keys.readerOf(request);
    if (reader === 'unknown' || (reader === null && isOwnFeed({ name, of }))) return askToSignIn(request, reply);
    return sendFeed(deps, { request, reply, version, name, of, reader });
  };
  http.app.get('/opds/:version/:name', ofFeed, answerFeed);
  http.app.get('/opds/:version/:name/:of', ofFeed, answerFeed);

  http.app.get('/opds/v2/manifest/:chapterId/:language', hidden, async (request, reply) => {
    const params = request.params as { chapterId: string; language: string }; // the route's pattern names them
    const { language } = params;
    const chapterId = parseUuid(params.chapterId);
    const reader = await keys.readerOf(request);
    if (reader === 'unknown') return askToSignIn(request, reply);
    const opened =
      chapterId && isLanguage(language) ? await deps.pages.open({ chapterId, language, reader }) : notThere;
    if (opened.kind === 'unknown' || (opened.kind === 'open' && opened.pages.length === 0)) throw notFound();
    if (opened.kind === 'refused') {
      if (!reader) return askToSignIn(request, reply);
      throw new AppError(403, 'membership_required', 'This chapter is for members');
    }
    if (reader) await deps.lastLanguages.note({ userId: reader.userId, language: opened.chapter.language });
    const text = writeManifest(opened, { publicUrl, text: deps.textIn(opened.chapter.language) });
    reply.headers({ 'Content-Type': divinaType, 'Cache-Control': 'private, no-store' });
    return sendPayload(request, reply, new Payload(text));
  });
}

const notThere = { kind: 'unknown' } as const;

function requireVersion(given: string): Version {
  const version = versions.find((known) => known === given);
  if (!version) throw notFound();
  return version;
}

function toCatalog(
  { publicUrl }: Pick<OpdsDeps, 'publicUrl'>,
  { request, reply, version }: { request: FastifyRequest; reply: FastifyReply; version: Version },
): FastifyReply {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  return reply.header('Cache-Control', 'no-store').redirect(`${publicUrl}/opds/${version}/catalog${query}`, 301);
}

async function sendFeed(
  deps: OpdsDeps,
  of: Pick<Asked, 'version' | 'name' | 'of'> & {
    request: FastifyRequest;
    reply: FastifyReply;
    reader: KeyHolder | null;
  },
): Promise<FastifyReply> {
  const { request, reply, reader, ...named } = of;
  const { language, page, query = null, ...filters } = request.query as Query; // validated by the routes' schemas
  const ofUser = reader && !language ? await deps.lastLanguages.find(reader.userId) : null;
  const asked: Asked = {
    ...{ ...named, page, query, filters, viewer: reader },
    language: ofUser ?? languageOfVisitor(request),
    adult: listsAdult(deps.config.adultBooks, { adult: reader !== null && (await deps.wantsAdult(reader.userId)) }),
  };
  const make = async () => {
    const feed = await makeFeed(deps, asked);
    return { text: named.version === 'v2' ? writeOpds2(feed) : writeOpds1(feed) };
  };
  const headers = {
    'Content-Type': named.version === 'v2' ? opds2Type : opds1Type(kindOf(pathOf(asked))),
    Vary: varyOf(request, byKey),
  };
  if (reader) {
    const { text } = await make();
    reply.headers({ ...headers, 'Cache-Control': 'private, no-store' });
    return sendPayload(request, reply, new Payload(text));
  }
  const key = `opds ${JSON.stringify(asked)}`;
  return deps.http.servePublic(request, reply, { key, headers: { ...headers, 'Cache-Control': sharedCaching }, make });
}

const byKey = ['Authorization', 'X-API-Key'];

/** A visitor's language is told by the address, and where that does not, by a header. */
function varyOf({ query }: FastifyRequest, headers: readonly string[]): string {
  const isNamed = isLanguage((query as { language?: unknown }).language); // the router makes an object of every query
  return [...headers, ...(isNamed ? [] : ['Accept-Language']), 'Accept-Encoding'].join(', ');
}
