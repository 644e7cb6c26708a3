import type { FastifyBaseLogger, FastifyRequest, FastifyTypeProviderDefault } from 'fastify';
import type { AnswerOf, Call, Understood } from '../../shared/calls.ts';
import type { Language } from '../../shared/languages.ts';
import { apiBase } from '../../shared/paths.ts';
import { schemaOf } from './call.ts';
import { type HttpApp, needsToken } from './http.ts';
import { requestLanguage } from './request-language.ts';
import { asksNotToBeTracked } from './visitor.ts';

/** A call for users: no cache ever keeps its answer. */
export type UserCall = Call & { who: 'user' };

export interface AskedByUser<Viewer, C extends Call> {
  /** The user who asks. */
  viewer: Viewer;
  params: Understood<C, 'params'>;
  query: Understood<C, 'query'>;
  body: Understood<C, 'body'>;
  address: string;
  /** The language that the browser asks in. */
  language: Language;
  /** Whether the browser says that its reader does not want to be tracked. */
  isUntracked: boolean;
  log: FastifyBaseLogger;
  /** Says that what a call with `repeats` makes was there already. */
  noteRepeated(): void;
}

/** The calls of users. Each call answers 401 to a request without a user, before it reads anything of the request. */
export interface UserApi<Viewer> {
  /** `answerVisitor` answers a request without a token; where it is absent, such a request is refused. */
  add<C extends UserCall>(
    call: C,
    answerTo: (asked: AskedByUser<Viewer, C>) => Promise<AnswerOf<C>>,
    answerVisitor?: () => AnswerOf<C>,
  ): void;
  /** A call whose answer is a file to keep. */
  addFile<C extends UserCall>(call: C, answerTo: (asked: AskedByUser<Viewer, C>) => Promise<UserFile>): void;
}

/** The answer of a call that gives a file. */
export interface UserFile {
  type: string;
  name: string;
  bytes: Buffer;
}

/** A call by which anybody changes something, as by logging in, or asks what is never kept: a token means nothing to it. */
export type OpenCall = Call & { method: 'GET' | 'POST'; who: 'anyone' };

/** Adds an open call. No cache keeps its answer. */
export function addOpenCall<C extends OpenCall>(
  app: HttpApp,
  call: C,
  answerTo: (
    asked: Pick<AskedByUser<never, C>, 'params' | 'query' | 'body'> & { request: FastifyRequest },
  ) => Promise<AnswerOf<C>>,
): void {
  const { method, path, counts = 'call', status, scopes } = call;
  app.withTypeProvider<FastifyTypeProviderDefault>().route({
    method,
    url: `${apiBase}${path}`,
    config: { counts, scopes },
    schema: schemaOf(call, [400, 429, 503, ...(method === 'GET' ? [] : bodyFailures)]),
    handler: async (request, reply) => {
      const { params, query, body } = request;
      const asked = { params, query, body, request } as Parameters<typeof answerTo>[0]; // validated by the route's schemas
      const data = await answerTo(asked);
      return call.answer ? { data } : reply.code(status ?? 204).send(undefined);
    },
  });
}

const anyFailures = [400, 401, 429, 503];
const bodyFailures = [413, 415];

/** `requireViewer` finds the user of a request, or rejects with 401; its answer for one request is always the same. */
export function createUserApi<Viewer>(
  http: HttpApp,
  requireViewer: (request: FastifyRequest) => Promise<Viewer>,
): UserApi<Viewer> {
  // The types of the calls hold below; the provider's types cannot describe a generic answer.
  const app = http.withTypeProvider<FastifyTypeProviderDefault>();
  return {
    add(call, answerTo, answerVisitor) {
      const { method, path, answer, status = 200, scopes } = call;
      const isVisitor = ({ headers }: FastifyRequest) => answerVisitor !== undefined && !headers.authorization;
      app.route({
        method,
        url: `${apiBase}${path}`,
        config: { scopes },
        // A caller without a session learns nothing about faults of the request.
        onRequest: async (request) => {
          if (!isVisitor(request)) await requireViewer(request);
          forgetTypeOfNothing(request);
        },
        schema: {
          ...schemaOf(call, method === 'GET' ? anyFailures : [...anyFailures, ...bodyFailures]),
          ...(answerVisitor ? {} : { security: needsToken }),
        },
        handler: async (request, reply) => {
          if (isVisitor(request)) return { data: answerVisitor?.() };
          const { params, query, body, ip: address, log } = request;
          const viewer = await requireViewer(request);
          let code = status;
          const noteRepeated = () => {
            code = 200;
          };
          const language = requestLanguage(request.headers);
          const isUntracked = asksNotToBeTracked(request.headers);
          const given = { viewer, params, query, body, address, language, isUntracked, log, noteRepeated };
          // Validated by the route's schemas.
          const asked = given as AskedByUser<typeof viewer, typeof call>;
          const data = await answerTo(asked);
          return answer ? reply.code(code).send({ data }) : reply.code(204).send(undefined);
        },
      });
    },
    addFile(call, answerTo) {
      const { response, ...schema } = schemaOf(call, anyFailures);
      // Without a schema the bytes are sent as they are.
      const failures = Object.fromEntries(Object.entries(response).filter(([status]) => Number(status) >= 400));
      app.route({
        method: call.method,
        url: `${apiBase}${call.path}`,
        onRequest: async (request) => void (await requireViewer(request)),
        schema: { ...schema, response: failures, security: needsToken },
        handler: async (request, reply) => {
          const { params, query, body, ip: address, log } = request;
          const viewer = await requireViewer(request);
          const language = requestLanguage(request.headers);
          const isUntracked = asksNotToBeTracked(request.headers);
          type Fitting = AskedByUser<typeof viewer, typeof call>;
          const asked = { viewer, params, query, body, address, language, isUntracked, log } as Fitting; // validated by the route's schemas
          const { type, name, bytes } = await answerTo(asked);
          return reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`).send(bytes);
        },
      });
    },
  };
}

/** Many clients send a content type with every call: without a body it must be ignored. */
export function forgetTypeOfNothing({ headers }: FastifyRequest): void {
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty) delete headers['content-type'];
}
