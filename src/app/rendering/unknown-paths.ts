import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError, notFound } from '../../server/errors.ts';
import { type HttpApp, sendError } from '../../server/http.ts';
import { paths } from '../../shared/paths.ts';

/** Programs ask for these, or browsers on behalf of a page: a page in return would only confuse them. */
const noPage =
  /^\/(api|media|assets|feeds)(\/|$)|\.(?:atom|avif|css|gif|gz|html?|ico|jpe?g|js|json|map|mjs|php|png|svg|txt|webmanifest|webp|woff2?|xml|zip)$/i;

/** Answers what no route does: 404 for calls and assets, the way home for readers; contract.md section 7. */
export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0] ?? '';
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !noPage.test(path);
  if (isPage) void reply.header('Cache-Control', 'no-store').redirect(paths.home(), 302);
  else sendError(reply, notFound());
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The methods that each route takes, by its path with `:name` for its parameters. */
export type RouteTable = ReadonlyMap<string, ReadonlySet<string>>;

/** Gathers the routes, and which methods each of them takes, so that `answer` can say so for all others. */
export function watchRoutes(app: HttpApp): { routes: RouteTable; answer(): void } {
  const routes = new Map<string, Set<string>>();
  let isAnswering = false;
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    if (isAnswering) return;
    const methods = routes.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    routes.set(url, methods);
  });
  return {
    routes,
    answer() {
      isAnswering = true;
      for (const [url, methods] of routes) {
        // Below these a path may lead to no file.
        if (url.endsWith('*')) continue;
        const others = allMethods.filter((method) => !methods.has(method));
        const allow = [...methods, 'OPTIONS'].join(', ');
        app.route({
          url,
          method: others,
          schema: { hide: true },
          onRequest: async (request, reply) => {
            if (!isCall(url) && lacksStep(request)) return sendError(reply, notFound());
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

/** A path that ends where a page's parameter should stand is the address of none. */
function lacksStep({ params }: FastifyRequest): boolean {
  return Object.values(params as Record<string, string>).includes(''); // of a path, each is a text
}

/** A route of the API, and not a page or a file. */
export function isCall(route: string): boolean {
  return route.startsWith('/api/');
}
