import { registerOffline } from '../features/offline/server/routes.ts';
import type { WorkerBuild } from '../features/offline/server/worker.ts';
import type { Http } from '../server/http/http.ts';
import { languages } from '../shared/languages.ts';
import { paths } from '../shared/paths.ts';
import type { Site } from '../web/site.tsx';
import { themeColors } from '../web/theme.ts';
import type { Assets } from './rendering/assets.ts';
import type { OwnSite } from './rendering/own-site.ts';
import type { PageRenderer } from './rendering/render.tsx';

interface OfflineParts {
  http: Http;
  site: Site;
  renderer: PageRenderer;
  own: OwnSite;
  assets: Assets;
  /** Empty: devices remove an earlier service worker of ours. */
  workerCode: string;
  pictureOrigins: readonly string[];
}

/** The manifest and the service worker, with the site's words, colour and files. */
export function addOffline({ http, site, own, renderer, assets, workerCode, pictureOrigins }: OfflineParts): void {
  registerOffline({
    http,
    wordsIn(language) {
      const text = renderer.textIn(language);
      const { t } = text;
      const { icon } = own.face(language);
      const { name = site.name, tagline, description } = own.in(language, text);
      return {
        siteName: name,
        icon,
        description: description ?? tagline ?? t('catalog.tagline'),
        shortcuts: [
          { name: t('library.updates'), url: paths.updates() },
          { name: t('library.history'), url: paths.history() },
          { name: t('offline.title'), url: paths.offline() },
        ],
      };
    },
    color: themeColors.light,
    workerCode,
    pictureOrigins,
    build: buildOf(assets),
  });
}

/** The address of a language's messages is the same for all pages: any page will do. */
const anyPage = 'src/app/site/ContactPage.tsx';

function buildOf(assets: Assets): WorkerBuild {
  const code = [...assets.files.keys()].filter((path) => /^\/assets\/.*\.(?:js|css)$/.test(path));
  return {
    files: [...code.sort(), '/favicon.svg'],
    words: Object.fromEntries(
      languages.map((language) => [language, assets.pageFiles({ source: anyPage, language }).messages]),
    ),
  };
}
