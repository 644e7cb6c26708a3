import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { relyingPartyOf } from '../features/accounts/server/accounts.ts';
import { listsAdult } from '../features/catalog/rules.ts';
import { hasLeft } from '../features/catalog/server/editing/move-queries.ts';
import { registerFeeds } from '../features/library/server/feeds.ts';
import { registerCalendarFile } from '../features/releases/server/calendar-file.ts';
import { packageRoot } from '../server/process/package-root.ts';
import type { Language } from '../shared/languages.ts';
import { siteNameIn } from '../shared/site-settings.ts';
import type { Site } from '../web/site.tsx';
import { addOffline } from './offline.ts';
import { pictureOrigins } from './picture-origins.ts';
import type { AddPages } from './platform.ts';
import { type Assets, loadAssets } from './rendering/assets.ts';
import { createOwnSite } from './rendering/own-site.ts';
import { registerPages } from './rendering/pages.ts';
import { createRenderer } from './rendering/render.tsx';
import { registerSitemap } from './rendering/sitemap.ts';
import { registerStaticFiles } from './rendering/static-files.ts';
import { loadStudioAssets, registerStudio, type StudioAssets } from './rendering/studio-pages.ts';
import { registerSandbox } from './sandbox.ts';

/** The pages and the browser's files, as built into dist/client. */
export const addBuiltSite: AddPages = async (ground) => {
  const assets = await loadAssets(join(packageRoot, 'dist', 'client'));
  const studio = await loadStudioAssets({
    pages: join(packageRoot, 'dist', 'studio'),
    preview: join(packageRoot, 'dist', 'preview'),
  });
  registerStaticFiles(ground.app, new Map([...assets.files, ...studio.files]));
  const workerCode = await readFile(join(packageRoot, 'dist', 'worker', 'sw.js'), 'utf8');
  await addSite(ground, { assets, studio, workerCode });
};

type Ground = Parameters<AddPages>[0];

/** The pages of readers and of the studio with these files. */
export async function addSite(
  ground: Ground,
  { studio, ...files }: ReaderFiles & { studio: Omit<StudioAssets, 'files'> },
): Promise<void> {
  const { http, config, db, setting, sandbox } = ground;
  const { own, renderer, given } = addReaderPages(ground, files);
  registerStudio({
    ...{ ...given, studio, assets: files.assets },
    doors: config.doors,
    bookDefaults: () => ({ bookLanguage: setting('language'), freeChapters: setting('free_chapters') }),
    faceIn: own.face,
    ownIn: (language, at) => own.in(language, renderer.textIn(language), at),
  });
  if (sandbox) await registerSandbox({ http, renderer, publicUrl: config.publicUrl, sandbox, db });
}

interface ReaderFiles {
  assets: Assets;
  workerCode: string;
}

/** All pages of readers, with the feeds and files that programs get of them. */
export function addReaderPages(
  { http, api, clock, config, db, dates, setting, coversOf, openFeeds }: Ground,
  { assets, workerCode }: ReaderFiles,
) {
  const { publicUrl } = config;
  // Whoever reads it gets the settings of that moment.
  const site: Site = {
    get name() {
      return setting('name');
    },
    get contactEmail() {
      return setting('contact');
    },
    get timeZone() {
      return setting('time_zone');
    },
    showsAdultBooks: config.adultBooks === 'show',
    hasPasskeys: relyingPartyOf(publicUrl) !== null,
  };
  const own = createOwnSite({ ask: api.ask, setting, clock });
  const renderer = createRenderer({ ask: api.ask, site, own, publicUrl, assets });
  const { textIn } = renderer;
  const nameIn = (language: Language) => siteNameIn(setting, language);
  const given = { http, publicUrl, site, pictureOrigins: pictureOrigins(config) };
  const adult = listsAdult(config.adultBooks, { adult: false });
  registerFeeds({ http, db, dates, publicUrl, nameIn, coversOf, adult, textIn });
  registerCalendarFile({ http, db, dates, publicUrl, nameIn, adult, textIn });
  openFeeds(textIn);
  registerPages({
    ...{ ...given, renderer },
    hasLeft: (asked) => hasLeft(db, asked),
    cardScriptUrl: own.cardScriptUrl,
    refusesAi: () => setting('ai_crawlers') === 'refuse',
  });
  addOffline({ ...given, renderer, own, assets, workerCode });
  registerSitemap({ http, publicUrl, db, adult, setting, clock });
  return { own, renderer, given };
}
