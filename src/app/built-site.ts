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
  const { app, http, config, clock, db, setting } = ground;
  const assets = await loadAssets(join(packageRoot, 'dist', 'client'));
  const studio = await loadStudioAssets({
    pages: join(packageRoot, 'dist', 'studio'),
    preview: join(packageRoot, 'dist', 'preview'),
  });
  registerStaticFiles(app, new Map([...assets.files, ...studio.files]));
  const adult = listsAdult(config.adultBooks, { adult: false });
  registerSitemap({ http, publicUrl: config.publicUrl, db, adult, setting, clock });
  const workerCode = await readFile(join(packageRoot, 'dist', 'worker', 'sw.js'), 'utf8');
  await addSite(ground, { assets, studio, workerCode });
};

/** The pages of readers and of the studio with these files, and the feeds. */
export async function addSite(
  { http, api, clock, config, db, dates, setting, sandbox, coversOf, openFeeds }: Parameters<AddPages>[0],
  files: { assets: Assets; studio: Omit<StudioAssets, 'files'>; workerCode: string },
): Promise<void> {
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
  const renderer = createRenderer({ ask: api.ask, site, own, publicUrl, assets: files.assets });
  const nameIn = (language: Language) => siteNameIn(setting, language);
  const given = { ...files, http, publicUrl, renderer, site, pictureOrigins: pictureOrigins(config) };
  const adult = listsAdult(config.adultBooks, { adult: false });
  registerFeeds({ http, db, dates, publicUrl, nameIn, coversOf, adult, textIn: renderer.textIn });
  registerCalendarFile({ http, db, dates, publicUrl, nameIn, adult, textIn: renderer.textIn });
  openFeeds(renderer.textIn);
  registerPages({
    ...given,
    hasLeft: (asked) => hasLeft(db, asked),
    cardScriptUrl: own.cardScriptUrl,
    refusesAi: () => setting('ai_crawlers') === 'refuse',
  });
  registerStudio({
    ...given,
    doors: config.doors,
    bookDefaults: () => ({ bookLanguage: setting('language'), freeChapters: setting('free_chapters') }),
    faceIn: own.face,
    ownIn: (language, at) => own.in(language, renderer.textIn(language), at),
  });
  addOffline({ ...given, own });
  if (sandbox) await registerSandbox({ ...given, sandbox, db });
}
