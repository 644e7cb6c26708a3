import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../../server/http/errors.ts';
import type { Http } from '../../../../server/http/http.ts';
import { sharedCaching } from '../../../../server/http/public-answers.ts';
import { authPath, authType, languageOfVisitor, type SignInDeps, writeAuthDocument } from '../keys/sign-in.ts';

/** What asks nobody for a key: the roads to the catalogues, and the document by which apps ask for one. */
export function mountPublicRoutes({ http, ...deps }: SignInDeps & { http: Http }): void {
  const roots: Readonly<Record<string, string>> = { '': 'v1.2', 'v1.2': 'v1.2', v2: 'v2' };
  function toRoot(request: FastifyRequest, reply: FastifyReply) {
    const { version = '' } = request.params as { version?: string }; // the route's pattern names it
    const root = roots[version];
    if (!root) throw notFound();
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    return reply.header('Cache-Control', 'no-store').redirect(`${deps.publicUrl}/opds/${root}/catalog${query}`, 301);
  }
  http.app.get('/opds', { schema: { hide: true } }, toRoot);
  http.app.get('/opds/:version', { schema: { hide: true } }, toRoot);

  http.app.get(authPath, { schema: { hide: true } }, (request, reply) => {
    const language = languageOfVisitor(request);
    return http.servePublic(request, reply, {
      key: `opds auth ${language}`,
      headers: {
        'Content-Type': authType,
        'Cache-Control': sharedCaching,
        Vary: 'Accept-Language, Accept-Encoding',
      },
      make: async () => ({ text: writeAuthDocument(deps, language) }),
    });
  });
}
