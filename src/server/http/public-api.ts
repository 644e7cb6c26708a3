import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest, FastifyTypeProviderDefault } from 'fastify';
import * as z from 'zod/mini';
import type { AnswerOf, Call, Understood } from '../../shared/calls.ts';
import { apiBase } from '../../shared/paths.ts';
import type { Body, Payload } from '../process/payload.ts';
import { schemaOf } from './call.ts';
import { AppError, notFound, scopeMissing, wrongFields } from './errors.ts';
import { type Http, jsonHeaders } from './http.ts';
import type { PublicAnswer, PublicAnswers } from './public-answers.ts';

/** A GET that visitors may ask: its answer is the same for every visitor. */
export type PublicCall = Call & { method: 'GET'; who: 'anyone'; answer: z.ZodMiniType };

export interface Asked<C extends Call> {
  params: Understood<C, 'params'>;
  query: Understood<C, 'query'>;
}

/** The public calls: over HTTP, and in-process for rendering. Both use the shared cache with the same keys. */
export interface PublicApi<Viewer = unknown> {
  /**
   * `answerTo` makes the value of `data`; `answerUser` the whole body for a user, where it differs from a visitor's, and
   * is only called when a user asks.
   */
  add<C extends PublicCall>(
    call: C,
    answerTo: (asked: Asked<C>) => Promise<AnswerOf<C>>,
    answerUser?: (asked: Asked<C> & { viewer: Viewer }) => Promise<Payload>,
  ): void;
  /** The answer to `path` (with its query) below /api/v1; rejects with AppError. */
  ask(path: string): Promise<PublicAnswer>;
}

interface KnownCall {
  pattern: RegExp;
  question(params: Record<string, string>, query: Record<string, unknown>): Question;
}

interface Question {
  key: string;
  make(): Promise<Body>;
}

interface PublicApiDeps<Viewer> {
  answers: PublicAnswers;
  /** Whether every answer is checked against its contract. */
  checked: boolean;
  /** Finds the user of a request, or rejects with 401. */
  requireViewer(request: FastifyRequest): Promise<Viewer>;
  /** The user of an access token that does not open this route; null for all others. */
  lackingScope(request: FastifyRequest): Promise<Viewer | null>;
}

const anyFailures = [400, 429, 503];

export function createPublicApi<Viewer>(
  http: Http,
  { answers, checked, requireViewer, lackingScope }: PublicApiDeps<Viewer>,
): PublicApi<Viewer> {
  // The types of the calls hold below; the provider's types cannot describe a generic answer.
  const app = http.app.withTypeProvider<FastifyTypeProviderDefault>();
  const calls: KnownCall[] = [];

  return {
    add(call, answerTo, answerUser) {
      const { path, answer, counts = 'call', scopes } = call;
      type Fitting = Asked<typeof call>;
      const ask = (asked: { params: unknown; query: unknown }): Question => ({
        key: `${path} ${JSON.stringify(asked)}`,
        async make() {
          const data = await answerTo(asked as Fitting); // validated by the in-process caller or by the route
          if (checked) requireExactly(answer, data, path);
          return { text: JSON.stringify({ data }) };
        },
      });
      async function makeForUser(asked: Fitting, request: FastifyRequest): Promise<Payload> {
        const payload = await answerUser?.({ ...asked, viewer: await requireViewer(request) });
        if (!payload) throw new Error(`${path} has no answer of a user's own`);
        if (checked) requireExactly(answer, JSON.parse(payload.raw.toString()).data, path);
        return payload;
      }
      /** What a visitor may not have, and the token's user may, is refused for its scope. */
      async function refusalOf(error: unknown, asked: Fitting, request: FastifyRequest): Promise<unknown> {
        const viewer = answerUser && error instanceof AppError && error.status < 500 && (await lackingScope(request));
        if (!viewer) return error;
        const isOpen = answerUser({ ...asked, viewer }).then(
          () => true,
          () => false,
        );
        return (await isOpen) ? scopeMissing() : error;
      }
      const schema = schemaOf(call, anyFailures);
      app.get(`${apiBase}${path}`, { config: { counts, scopes }, schema }, async (request, reply) => {
        // Parameters without a schema are unchecked and ignored.
        const asked = { params: call.params ? request.params : {}, query: call.query ? request.query : {} };
        const fitting = asked as Fitting; // validated by the route's schemas
        const service = {
          ...ask(asked),
          headers: jsonHeaders,
          makeForUser: answerUser && (() => makeForUser(fitting, request)),
        };
        try {
          return await http.servePublic(request, reply, service);
        } catch (error) {
          throw await refusalOf(error, fitting, request);
        }
      });
      calls.push({
        pattern: patternOf(path),
        question: (rawParams, rawQuery) =>
          ask({ params: requireValid(call.params, rawParams), query: requireValid(call.query, rawQuery) }),
      });
    },

    async ask(path) {
      const { key, make } = findQuestion(calls, path);
      return answers.get(key, make, { fresh: true });
    },
  };
}

function findQuestion(calls: readonly KnownCall[], path: string): Question {
  const url = new URL(path, 'http://in.process');
  for (const call of calls) {
    const match = call.pattern.exec(url.pathname);
    if (match) return call.question(decodeAll(match.groups ?? {}), queryOf(url.searchParams));
  }
  throw notFound();
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function decodeAll(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
}

/** Parses the query as the HTTP side does: a repeated parameter becomes a list, which no schema accepts. */
function queryOf(given: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    query[name] = values.length === 1 ? values[0] : values;
  }
  return query;
}

function requireValid(schema: z.ZodMiniType | undefined, value: Record<string, unknown>): unknown {
  if (!schema) return {};
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw wrongFields(
    parsed.error.issues.map(({ path, code, message }) => ({
      path: path.map(String).join('.'),
      code: code ?? 'invalid',
      message,
    })),
  );
}

/** In tests every answer is checked against its contract: no field is missing, and none is added. */
function requireExactly(schema: z.ZodMiniType, data: unknown, path: string): void {
  const asSent: unknown = JSON.parse(JSON.stringify(data));
  if (!isDeepStrictEqual(asSent, z.parse(schema, asSent)))
    throw new Error(`The answer of ${path} has fields that its contract does not name: ${JSON.stringify(data)}`);
}
