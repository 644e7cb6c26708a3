import type { FastifyBaseLogger, FastifyRequest, FastifyTypeProviderDefault } from 'fastify';
import type * as z from 'zod/mini';
import { apiBase } from '../shared/paths.ts';
import { type Asked, type Call, type Nothing, schemaOf } from './call.ts';
import { type HttpApp, needsToken } from './http.ts';

/** A call for users: no cache ever keeps its answer. */
export interface UserCall<
  Viewer,
  Answer extends z.ZodMiniType,
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
> extends Call<Params, Query> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: Body;
  /** The schema of `data`; without it the call answers 204. */
  answer?: Answer;
  answerTo(question: AskedByUser<Viewer, Params, Query, Body>): Promise<z.output<Answer>>;
  /** The answer to a request without a token; where this is absent, such a request is refused. */
  answerVisitor?(): z.output<Answer>;
}

interface AskedByUser<Viewer, Params extends z.ZodMiniType, Query extends z.ZodMiniType, Body extends z.ZodMiniType>
  extends Asked<Params, Query> {
  /** The user who asks. */
  viewer: Viewer;
  body: z.output<Body>;
  address: string;
  log: FastifyBaseLogger;
}

/** The calls of users. Each call answers 401 to a request without a user, before it reads anything of the request. */
export interface UserApi<Viewer> {
  add<
    Answer extends z.ZodMiniType = z.ZodMiniVoid,
    Params extends z.ZodMiniType = Nothing,
    Query extends z.ZodMiniType = Nothing,
    Body extends z.ZodMiniType = Nothing,
  >(call: UserCall<Viewer, Answer, Params, Query, Body>): void;
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
    add(call) {
      const { method, path, body, answer, answerVisitor } = call;
      type Fitting = Parameters<typeof call.answerTo>[0];
      const isVisitor = ({ headers }: FastifyRequest) => answerVisitor !== undefined && !headers.authorization;
      app.route({
        method,
        url: `${apiBase}${path}`,
        // A caller without a session learns nothing about faults of the request.
        onRequest: async (request) => {
          if (!isVisitor(request)) await requireViewer(request);
          forgetTypeOfNothing(request);
        },
        schema: {
          ...schemaOf(call, { answer, failures: method === 'GET' ? anyFailures : [...anyFailures, ...bodyFailures] }),
          ...(answerVisitor ? {} : { security: needsToken }),
          ...(body ? { body } : {}),
        },
        handler: async (request, reply) => {
          if (isVisitor(request)) return { data: answerVisitor?.() };
          const { params, query, body, ip: address, log } = request;
          const viewer = await requireViewer(request);
          // Validated by the route's schemas.
          const asked = { viewer, params, query, body, address, log } as Fitting;
          const data = await call.answerTo(asked);
          return answer ? { data } : reply.code(204).send(undefined);
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
