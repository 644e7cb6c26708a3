import { notFound } from '../../../server/http/errors.ts';
import type { Http } from '../../../server/http/http.ts';
import { sharedCaching } from '../../../server/http/public-answers.ts';
import { isLanguage, type Language } from '../../../shared/languages.ts';
import { manifestPath } from '../../../shared/paths.ts';
import { type ManifestParts, writeManifest } from './manifest.ts';
import { type WorkerBuild, writeWorker } from './worker.ts';

interface OfflineDeps {
  http: Http;
  /** The site in a few words, and the names of the pages that its icon leads to. */
  wordsIn: (language: Language) => Pick<ManifestParts, 'siteName' | 'icon' | 'description' | 'shortcuts'>;
  /** The paper's colour by day. */
  color: string;
  /** Other origins of pictures. */
  pictureOrigins: readonly string[];
  /** The built code of the service worker; empty: installed workers remove themselves. */
  workerCode: string;
  build: WorkerBuild;
}

const hidden = { schema: { hide: true } };

/** The files that make the site an app: a manifest for each language, and the service worker. */
export function registerOffline({ http, wordsIn, color, pictureOrigins, workerCode, build }: OfflineDeps): void {
  http.app.get<{ Params: { language: string } }>(manifestPath(':language'), hidden, async (request, reply) => {
    const { language } = request.params;
    if (!isLanguage(language)) throw notFound();
    return http.servePublic(request, reply, {
      key: `manifest ${language}`,
      headers: {
        'Content-Type': 'application/manifest+json; charset=utf-8',
        'Cache-Control': sharedCaching,
        Vary: 'Accept-Encoding',
      },
      make: async () => ({
        value: null,
        text: writeManifest({ language, color, ...wordsIn(language) }),
      }),
    });
  });

  const worker = writeWorker(workerCode, build);
  http.app.get('/sw.js', hidden, (request, reply) =>
    http.servePublic(request, reply, {
      key: 'service worker',
      // Browsers ask for it each time: no device may stay with an old worker.
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
        // The pictures are those of notices.
        'Content-Security-Policy': ["default-src 'none'; connect-src 'self'; img-src 'self'", ...pictureOrigins].join(
          ' ',
        ),
        Vary: 'Accept-Encoding',
      },
      make: async () => ({ value: null, text: worker }),
    }),
  );
}
