import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerFeeds } from '../features/library/server/feeds.ts';
import { packageRoot } from '../server/process/package-root.ts';
import { addOffline } from './offline.ts';
import { pictureOrigins } from './picture-origins.ts';
import type { AddPages } from './platform.ts';
import { loadAssets } from './rendering/assets.ts';
import { registerPages } from './rendering/pages.ts';
import { createRenderer } from './rendering/render.tsx';
import { registerSitemap } from './rendering/sitemap.ts';
import { registerStaticFiles } from './rendering/static-files.ts';
import { loadStudioAssets, registerStudio } from './rendering/studio-pages.ts';
import { registerSandbox } from './sandbox.ts';

/** The pages and the browser's files, as built into dist/client. */
export const addBuiltSite: AddPages = async ({ http, api, config, db, dates, timeZone, sandbox, coversOf }) => {
  const assets = await loadAssets(join(packageRoot, 'dist', 'client'));
  const site = { name: config.siteName, contactEmail: config.contactEmail, timeZone };
  const { publicUrl } = config;
  const studio = await loadStudioAssets({
    pages: join(packageRoot, 'dist', 'studio'),
    preview: join(packageRoot, 'dist', 'preview'),
  });
  registerStaticFiles(http.app, new Map([...assets.files, ...studio.files]));
  registerSitemap({ http, publicUrl, db });
  const renderer = createRenderer({ ask: api.ask, site, publicUrl, assets });
  registerFeeds({ http, db, dates, publicUrl, siteName: site.name, coversOf, textIn: renderer.textIn });
  registerPages({
    ...{ http, publicUrl, renderer, pictureOrigins: pictureOrigins(config) },
    cardScriptUrl: config.payments.stripe?.scriptUrl ?? null,
  });
  registerStudio({ http, publicUrl, pictureOrigins: pictureOrigins(config), site, assets, studio });
  const workerCode = await readFile(join(packageRoot, 'dist', 'worker', 'sw.js'), 'utf8');
  addOffline({ http, site, renderer, assets, workerCode });
  if (sandbox) await registerSandbox({ http, publicUrl, renderer, sandbox, db });
};
