import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Redirects } from '../../features/moving/server/redirects.ts';
import { AppError, notFound } from '../../server/http/errors.ts';
import { type HttpApp, sendError } from '../../server/http/http.ts';
import { paths } from '../../shared/paths.ts';

/** Programs or pages request these paths: a page as the answer would confuse them. */
const noPage =
  /^\/(api|media|origin|assets|feeds|opds|koreader|komga)(\/|$)|\.(?:atom|avif|css|gif|gz|ico|ics|jpe?g|js|json|map|mjs|png|svg|txt|webmanifest|webp|woff2?|xml|zip)$/i;

/** Below these nothing of an old site ever stood: they are for programs. */
const neverRedirected = /^\/(api|media|origin|assets|feeds|opds|koreader|komga)(\/|$)/;

/**
 * Answers what no route does: by the site's redirects, else 404 for calls and assets, the way home for readers
 * (spec: site.md#unknown-paths).
 */
export function answerUnknownPaths(redirects: Pick<Redirects, 'find'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [path = '', ...query] = request.url.split('?');
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const search = query.length > 0 ? `?${query.join('?')}` : '';
    const old =
      isReading && !neverRedirected.test(path) && isWellFormed(path) ? await redirects.find(path, search) : null;
    if (old?.kind === 'gone') {
      const gone = new AppError(410, 'gone', 'What stood here is gone');
      if (noPage.test(path)) return sendError(reply, gone);
      throw gone;
    }
    if (old) void reply.header('Cache-Control', 'no-store').redirect(old.to, old.status);
    else if (isReading && !noPage.test(path))
      void reply.header('Cache-Control', 'no-store').redirect(paths.home(), 302);
    else sendError(reply, notFound());
  };
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The methods that each route takes, by its path with `:name` for its parameters. */
export type RouteTable = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether a path can be decoded. One that cannot is answered at once: its connection may be half closed. */
export function isWellFormed(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** The addresses that can be read, as patterns. */
export function addressesOf(routes: RouteTable): string[] {
  return [...routes].flatMap(([url, methods]) => (methods.has('GET') ? [url] : []));
}

/** Gathers the routes with their methods; `answer` adds the answers for all other methods. */
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
        // A path below such a route may name no file.
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

/** A path that lacks a page's last parameter is the address of no page. */
export function lacksStep({ params }: FastifyRequest): boolean {
  return Object.values(params as Record<string, string>).includes(''); // of a path, each is a text
}

/** A route of the API, and not a page or a file. */
export function isCall(route: string): boolean {
  return route.startsWith('/api/');
}
