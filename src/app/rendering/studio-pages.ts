import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { studioPages } from '../../features/studio/pages.ts';
import type { Http } from '../../server/http.ts';
import { securityHeaders } from '../../server/security-headers.ts';
import type { Language } from '../../shared/languages.ts';
import { escapeMarkup } from '../../shared/text.ts';
import { addressLanguage } from '../../web/navigation.ts';
import type { Site } from '../../web/site.tsx';
import type { StudioState } from '../studio/studio-state.ts';
import { type Assets, type PageFiles, readFiles, type StaticFile } from './assets.ts';
import { inlineHashes, writeDocument } from './document.ts';
import { readPageRequest } from './pages.ts';

/** The files of the studio's build. */
export interface StudioAssets {
  /** By the path of the address. */
  files: ReadonlyMap<string, StaticFile>;
  entry: string;
  css: string;
  /** The addresses of the studio's words. */
  messages(language: Language): string;
}

type Manifest = Record<string, { file: string }>;

const entrySource = 'src/app/studio/studio.tsx';

/** The studio's build, read into memory. */
export async function loadStudioAssets(directory: string): Promise<StudioAssets> {
  const manifest: Manifest = JSON.parse(await readFile(join(directory, '.vite/manifest.json'), 'utf8'));
  const files = await readFiles(directory);
  const pathOf = (source: string) => {
    const found = manifest[source];
    if (!found) throw new Error(`The build of the studio has no ${source}`);
    return `/${found.file}`;
  };
  return {
    files,
    entry: pathOf(entrySource),
    css: files.get(pathOf('style.css'))?.raw.toString('utf8').trim() ?? '',
    messages: (language) => pathOf(`messages/studio/${language}.json`),
  };
}

/** A page of readers: the studio shares its fonts and the site's words. */
const anyPage = 'src/app/site/ContactPage.tsx';

/**
 * Answers every page of the studio with the same document, which holds no data; other paths below /studio lead to its
 * first page (spec: studio.md#pages).
 */
export function registerStudio(given: {
  http: Pick<Http, 'app'>;
  publicUrl: string;
  site: Site;
  assets: Pick<Assets, 'pageFiles'>;
  studio: Omit<StudioAssets, 'files'>;
}): void {
  const { http, publicUrl, site, assets, studio } = given;
  const options = { schema: { hide: true } };

  for (const pattern of Object.values(studioPages)) {
    http.app.get(pattern, options, (request, reply) => {
      // A path that lacks its last step is the address of no page.
      if (Object.values(request.params as Record<string, string>).includes('')) return leadToFirst(request, reply); // of a path, each is a text
      const { language, addressed } = readPageRequest(request);
      const { messages, fonts, faces } = assets.pageFiles({ source: anyPage, language });
      const { entry, css } = studio;
      const files: PageFiles = { entry, css, messages, fonts, faces, styles: [], preload: [entry], ofParts: {} };
      const state: StudioState = { language, messages, studioMessages: studio.messages(language), site };
      const html = writeDocument({
        ...{ language, addressed, files, state, guard: null, preload: '', body: '' },
        description: `<title>${escapeMarkup(site.name)}</title><meta name="robots" content="noindex, nofollow">`,
      });
      return reply
        .headers({
          ...securityHeaders({ publicUrl, page: inlineHashes(files) }),
          ...quiet,
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Language': language,
        })
        .send(html);
    });
  }
  http.app.get('/studio/*', options, leadToFirst);
}

function leadToFirst(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = addressLanguage(request.url.split('?')[1] ?? '');
  return reply.headers(quiet).redirect(language ? `${studioPages.today}?lang=${language}` : studioPages.today, 302);
}

/** Nobody keeps a page of the studio, finds it, or learns its address. */
const quiet = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};
