import { listsAdult } from '../../features/catalog/rules.ts';
import { hasLeft } from '../../features/catalog/server/editing/move-queries.ts';
import { registerFeeds } from '../../features/library/server/feeds.ts';
import { registerCalendarFile } from '../../features/releases/server/calendar-file.ts';
import type { Language } from '../../shared/languages.ts';
import { siteNameIn } from '../../shared/site-settings.ts';
import { addOffline } from '../offline.ts';
import type { AddPages } from '../platform.ts';
import { createOwnSite } from '../rendering/own-site.ts';
import { registerPages } from '../rendering/pages.ts';
import { createRenderer } from '../rendering/render.tsx';
import { registerSitemap } from '../rendering/sitemap.ts';
import { assets } from './assets.ts';

/** All pages and files that readers get. */
export const addTestPages: AddPages = (ground) => {
  const { http, api, clock, config, db, dates, coversOf, setting, openFeeds } = ground;
  const { publicUrl, adultBooks } = config;
  const site = {
    ...{ name: 'Longstrip', contactEmail: 'hello@example.org', timeZone: 'UTC' },
    showsAdultBooks: adultBooks === 'show',
  };
  const own = createOwnSite({ ask: api.ask, setting, clock });
  const renderer = createRenderer({ ask: api.ask, site, own, publicUrl, assets });
  const nameIn = (language: Language) => siteNameIn(setting, language);
  const adult = listsAdult(adultBooks, { adult: false });
  registerFeeds({ http, db, dates, publicUrl, nameIn, coversOf, adult, textIn: renderer.textIn });
  registerCalendarFile({ http, db, dates, publicUrl, nameIn, adult, textIn: renderer.textIn });
  openFeeds(renderer.textIn);
  registerPages({
    ...{ http, publicUrl, renderer, hasLeft: (asked) => hasLeft(db, asked) },
    refusesAi: () => setting('ai_crawlers') === 'refuse',
  });
  addOffline({ http, site, own, renderer, assets, workerCode: 'work();', pictureOrigins: [] });
  registerSitemap({ http, publicUrl, db, adult, setting, clock });
};
