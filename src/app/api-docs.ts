import swagger from '@fastify/swagger';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from '../server/config/config.ts';
import { type Http, type HttpApp, jsonHeaders, tokenScheme } from '../server/http/http.ts';
import { sharedCaching } from '../server/http/public-answers.ts';
import { hashOfInline, securityHeaders } from '../server/http/security-headers.ts';
import { apiBase } from '../shared/paths.ts';
import { settingsIn } from '../shared/site-settings.ts';
import { type ApiDescription, apiDocsStyles, writeApiDocs } from './api-docs-page.ts';

/** Watches the routes that come after it, and describes them from the schemas that check their requests. */
export async function describeRoutes(app: HttpApp, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${settingsIn(config.site)('name')} API`,
        version: '1',
        description:
          'Success is `{"data": …}`; failure is `{"error", "code", "details"?}` with the right status. ' +
          "Times are ISO 8601 in UTC. A request without a token is a visitor's.",
      },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          [tokenScheme]: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`Token`, a blank, and the `jwt_token` of a login.',
          },
        },
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  });
}

/** Serves the description as JSON for programs and as a page for people. */
export function addApiDocs({ app, servePublic }: Http, config: Config): void {
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, (request, reply) =>
    servePublic(request, reply, {
      key: 'openapi.json',
      headers: jsonHeaders,
      make: async () => ({ text: JSON.stringify(app.swagger()) }),
    }),
  );
  const headers = {
    ...securityHeaders({ publicUrl: config.publicUrl, page: { styleHashes: [hashOfInline(apiDocsStyles)] } }),
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': sharedCaching,
    Vary: 'Accept-Encoding',
  };
  app.get('/api/docs', { schema: { hide: true } }, (request, reply) =>
    servePublic(request, reply, {
      key: 'api docs',
      headers,
      // The document is made of JSON schemas; the page reads the parts that `ApiDescription` names.
      make: async () => ({ text: writeApiDocs(app.swagger() as unknown as ApiDescription) }),
    }),
  );
}
