import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError, notFound } from '../server/errors.ts';
import { type HttpApp, sendError } from '../server/http.ts';
import { paths } from '../shared/paths.ts';

/** Programs ask for these, or browsers on behalf of a page: a page in return would only confuse them. */
const noPage =
  /^\/(api|media|assets)(\/|$)|\.(?:avif|css|gif|gz|html?|ico|jpe?g|js|json|map|mjs|php|png|svg|txt|webmanifest|webp|woff2?|xml|zip)$/i;

/** Answers what no route does: 404 for calls and assets, the way home for readers; contract.md section 7. */
export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0] ?? '';
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !noPage.test(path);
  if (isPage) void reply.header('Cache-Control', 'no-store').redirect(paths.home(), 302);
  else sendError(reply, notFound());
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Gathers which methods the calls take, so that `answer` can say so for all others. */
export function watchMethods(app: HttpApp): { calls: ReadonlyMap<string, ReadonlySet<string>>; answer(): void } {
  const taken = new Map<string, Set<string>>();
  let isAnswering = false;
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    if (!url.startsWith('/api/') || isAnswering) return;
    const methods = taken.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    taken.set(url, methods);
  });
  return {
    calls: taken,
    answer() {
      isAnswering = true;
      for (const [url, methods] of taken) {
        const others = allMethods.filter((method) => !methods.has(method));
        const allow = [...methods, 'OPTIONS'].join(', ');
        app.route({
          url,
          method: others,
          schema: { hide: true },
          onRequest: async (request, reply) => {
            reply.header('Allow', allow).header('Cache-Control', 'no-store');
            if (request.method === 'OPTIONS') return reply.code(204).send();
            throw new AppError(405, 'method_not_allowed', `This address takes ${allow}`);
          },
          handler: () => {},
        });
      }
    },
  };
}
