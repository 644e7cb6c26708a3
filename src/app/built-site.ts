import { join } from 'node:path';
import { packageRoot } from '../server/package-root.ts';
import { loadAssets } from './assets.ts';
import { registerPages } from './pages.ts';
import { createRenderer } from './render.tsx';
import type { AddPages } from './server.ts';
import { registerStaticFiles } from './static-files.ts';

/** The pages and the browser's files, as built into dist/client. */
export const addBuiltSite: AddPages = async ({ http, api, config }) => {
  const assets = await loadAssets(join(packageRoot, 'dist', 'client'));
  const site = { name: config.siteName, contactEmail: config.contactEmail };
  const { publicUrl } = config;
  registerStaticFiles(http.app, assets);
  registerPages({ http, publicUrl, renderer: createRenderer({ ask: api.ask, site, publicUrl, assets }) });
};
