import type { FastifyReply, FastifyRequest } from 'fastify';
import { previewAddress, studioPages } from '../../features/studio/pages.ts';
import { invalidRequest, notFound } from '../../server/http/errors.ts';
import type { Http } from '../../server/http/http.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import type { Language } from '../../shared/languages.ts';
import { escapeMarkup } from '../../shared/text.ts';
import { addressLanguage } from '../../web/navigation.ts';
import type { Site } from '../../web/site.tsx';
import { escapeJson } from '../site/head.ts';
import { type StudioPage, studioPageFiles } from '../studio/page-files.ts';
import { readPreviewWish } from '../studio/preview-wish.ts';
import type { PreviewState, StudioState } from '../studio/studio-state.ts';
import { type Assets, type Build, type PageFiles, readBuild, type StaticFile } from './assets.ts';
import { type Face, inlineHashes, productsFace, writeDocument } from './document.ts';
import { readPageRequest } from './pages.ts';
import { lacksStep } from './unknown-paths.ts';

/** The code and the styles of a document. */
interface DocumentFiles {
  entry: string;
  css: string;
}

/** The files of the studio's builds. */
export interface StudioAssets extends DocumentFiles {
  /** By the path of the address. */
  files: ReadonlyMap<string, StaticFile>;
  /** The modules of a page and of the frame around it: each would otherwise name the next ones once it is there. */
  modulesOf(page: StudioPage): readonly string[];
  preview: DocumentFiles;
  /** The addresses of the studio's words. */
  messages(language: Language): string;
}

/** The studio's builds, read into memory: that of its pages, and that of its previews of readers' pages. */
export async function loadStudioAssets(folders: { pages: string; preview: string }): Promise<StudioAssets> {
  const pages = await readBuild(folders.pages);
  const frame = 'src/app/studio/studio.tsx';
  const preview = await readBuild(folders.preview);
  return {
    files: new Map([...pages.files, ...preview.files]),
    ...documentOf(pages, frame),
    modulesOf: (page) => pages.modulesOf([frame, studioPageFiles[page]]),
    preview: documentOf(preview, 'src/app/studio/preview.tsx'),
    messages: (language) => pages.pathOf(`messages/studio/${language}.json`),
  };
}

const documentOf = ({ files, pathOf }: Build, source: string): DocumentFiles => ({
  entry: pathOf(source),
  css: files.get(pathOf('style.css'))?.raw.toString('utf8').trim() ?? '',
});

/** A page of readers: the studio shares its fonts and the site's words. */
const anyPage = 'src/app/site/ContactPage.tsx';

/**
 * Answers every page of the studio with the same document, which holds no data; other paths below /studio lead to its
 * first page (spec: studio.md#pages).
 */
export function registerStudio(given: {
  http: Pick<Http, 'app'>;
  publicUrl: string;
  pictureOrigins?: readonly string[];
  site: Site;
  /** Whether the site is open to other programs: else there is no page for them. */
  doors?: boolean;
  /** What a book has at this moment where nobody says it. */
  bookDefaults?: () => Pick<Site, 'bookLanguage' | 'freeChapters'>;
  /** What the operator has set for readers' pages in a language, at a moment. */
  ownIn?: (language: Language, at: Date) => Partial<Site>;
  /** The looks of the site at this moment. */
  faceIn?: (language: Language) => Face;
  assets: Pick<Assets, 'pageFiles'>;
  studio: Omit<StudioAssets, 'files'>;
}): void {
  const {
    http,
    publicUrl,
    pictureOrigins = [],
    site,
    doors = true,
    bookDefaults,
    faceIn = () => productsFace,
    ownIn,
    assets,
    studio,
  } = given;
  const options = { schema: { hide: true } };

  function sendShell(reply: FastifyReply, { code, modules, addressed, language, stateOf }: Shell): FastifyReply {
    const { messages, fonts, faces } = assets.pageFiles({ source: anyPage, language });
    const { entry, css } = code;
    const files: PageFiles = { entry, css, messages, fonts, faces, styles: [], preload: [entry], ofParts: {} };
    const state = escapeJson(stateOf(messages));
    const html = writeDocument({
      ...{ language, addressed, isReader: false, files, state, guard: null, preload: modules, body: '' },
      face: faceIn(language),
      description: `<title>${escapeMarkup(site.name)}</title><meta name="robots" content="noindex, nofollow">`,
    });
    return reply
      .headers({
        ...securityHeaders({ publicUrl, page: { ...inlineHashes({ files, isReader: false }), pictureOrigins } }),
        ...quiet,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': language,
      })
      .send(html);
  }

  for (const [name, pattern] of Object.entries(studioPages)) {
    http.app.get(pattern, options, (request, reply) => {
      if (!doors && pattern === studioPages.connections) {
        reply.headers(quiet);
        throw notFound();
      }
      if (lacksStep(request)) return leadToFirst(request, reply);
      const { language, addressed } = readPageRequest(request);
      const stateOf = (messages: string): StudioState => ({
        ...{ language, messages },
        site: { ...site, ...bookDefaults?.() },
        studioMessages: studio.messages(language),
        doors,
      });
      const modules = studio
        .modulesOf(name as StudioPage) // a key of that record
        .map((href) => `<link rel="modulepreload" href="${href}">`);
      const words = `<link rel="preload" as="fetch" crossorigin="anonymous" href="${studio.messages(language)}">`;
      return sendShell(reply, { ...{ code: studio, language, addressed }, modules: modules.join('') + words, stateOf });
    });
  }

  http.app.get(previewAddress, options, (request, reply) => {
    const { language: ownLanguage, search } = readPageRequest(request);
    const wish = readPreviewWish(new URLSearchParams(search), { now: new Date(), timeZone: site.timeZone });
    if (!wish) throw invalidRequest('The preview is not possible');
    const { language } = wish;
    const shown = { ...site, ...ownIn?.(language, wish.at ?? new Date()) };
    const stateOf = (messages: string): PreviewState => ({
      ...{ language, ownLanguage, messages, site: shown },
      studioMessages: studio.messages(ownLanguage),
      doors,
    });
    // The address names the language of the page, whatever the editor's own is.
    return sendShell(reply, { ...{ code: studio.preview, language, addressed: true }, modules: '', stateOf });
  });
  http.app.get('/studio/*', options, leadToFirst);
}

interface Shell {
  code: DocumentFiles;
  /** Links to what the code will load, as markup. */
  modules: string;
  language: Language;
  addressed: boolean;
  /** The state from which the code begins, with the address of the site's words. */
  stateOf(messages: string): StudioState;
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
