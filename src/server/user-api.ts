import type { FastifyBaseLogger, FastifyRequest, FastifyTypeProviderDefault } from 'fastify';
import type * as z from 'zod/mini';
import { apiBase } from '../shared/paths.ts';
import { type Asked, type Call, type Nothing, schemaOf } from './call.ts';
import { type HttpApp, needsToken } from './http.ts';

/** A call for users: nothing of its answer is ever kept by anybody. */
export interface UserCall<
  Viewer,
  Answer extends z.ZodMiniType,
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
> extends Call<Params, Query> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: Body;
  /** What stands in `data`; without it the call answers 204. */
  answer?: Answer;
  answerTo(question: AskedByUser<Viewer, Params, Query, Body>): Promise<z.output<Answer>>;
  /** What a request without a token gets; where this is absent, such a request is refused. */
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

/** The calls of users. Each refuses a request that no user makes with 401, before anything of the request is read. */
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

/** `requireViewer` finds the user of a request, or rejects with 401; asked again about a request, it says the same. */
export function createUserApi<Viewer>(
  http: HttpApp,
  requireViewer: (request: FastifyRequest) => Promise<Viewer>,
): UserApi<Viewer> {
  // The calls' own types hold below; the provider's would want to know each answer while it is generic.
  const app = http.withTypeProvider<FastifyTypeProviderDefault>();
  return {
    add(call) {
      const { method, path, body, answer, answerVisitor } = call;
      type Fitting = Parameters<typeof call.answerTo>[0];
      const isVisitor = ({ headers }: FastifyRequest) => answerVisitor !== undefined && !headers.authorization;
      app.route({
        method,
        url: `${apiBase}${path}`,
        // A stranger learns nothing about what would have been wrong with the request.
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
          // The route's schemas have made it so.
          const asked = { viewer, params, query, body, address, log } as Fitting;
          const data = await call.answerTo(asked);
          return answer ? { data } : reply.code(204).send(undefined);
        },
      });
    },
  };
}

/** Many clients name a content type with every call: without content it must not be looked for. */
function forgetTypeOfNothing({ headers }: FastifyRequest): void {
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty) delete headers['content-type'];
}
