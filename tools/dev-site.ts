import type { IncomingMessage, ServerResponse } from 'node:http';
import { addSite } from '../src/app/built-site.ts';
import { openDatabase } from '../src/app/cli/site/database.ts';
import { refuseSecondServer, takeServerLease } from '../src/app/cli/site/server-lease.ts';
import type { AddPages } from '../src/app/platform.ts';
import type { Assets } from '../src/app/rendering/assets.ts';
import { createServer } from '../src/app/server.ts';
import { type Config, loadConfig } from '../src/server/config/config.ts';
import { createLog } from '../src/server/config/log.ts';
import { createPool } from '../src/server/database/db.ts';
import { startJobs } from '../src/server/jobs/jobs.ts';
import { createMetrics } from '../src/server/metrics/metrics.ts';
import { migrate } from '../src/server/migrations/migrate.ts';
import type { Language } from '../src/shared/languages.ts';

export type Ground = { config: Config; url: string; close(): Promise<void> };

/** Opens the parts that stay while the code changes: the settings, the place on the data folder, the database. */
export async function openGround(print: (line: string) => void): Promise<Ground> {
  const config = loadConfig();
  await refuseSecondServer(config);
  const database = await openDatabase(config, print);
  const place = await takeServerLease(config, { url: database.url, onTaken: ({ message }) => print(message) });
  return {
    config,
    url: database.url,
    async close() {
      await place.release();
      await database.leave();
    },
  };
}

export type DevSite = { answer(request: IncomingMessage, response: ServerResponse): void; close(): Promise<void> };

/** The first modules of a page of readers, and of one of the studio. */
type Entries = { site: string; studio: string; preview: string };

/** The server with its present code. Vite serves the browser's part, from its first modules on. */
export async function openSite({ config, url }: Ground, entries: Entries): Promise<DevSite> {
  await migrate({ url });
  const log = createLog(config.logLevel);
  const db = createPool({ url, purpose: 'web' });
  const metrics = createMetrics();
  const server = await createServer({ config, db, log, metrics, addPages: addSourcePages(entries) });
  const jobs = startJobs({ url, log, figures: metrics.jobs, jobs: server.jobs });
  return {
    answer: (request, response) => void server.app.server.emit('request', request, response),
    async close() {
      await jobs.stop();
      await server.app.close();
      await server.close();
      await db.end();
    },
  };
}

function addSourcePages(entries: Entries): AddPages {
  return (ground) => {
    const assets: Assets = {
      files: new Map(),
      // The styles come with the modules, so a page has no styles for a moment.
      pageFiles: ({ language }) => ({
        css: '',
        styles: [],
        fonts: '/src/web/fonts.css',
        faces: [],
        messages: `/messages/${language}.json`,
        entry: entries.site,
        preload: [entries.site],
        ofParts: {},
      }),
    };
    const studio = {
      ...{ entry: entries.studio, css: '', preview: { entry: entries.preview, css: '' } },
      modulesOf: () => [],
      messages: (language: Language) => `/messages/studio/${language}.json`,
    };
    // No service worker: it would keep files that change all the time.
    return addSite(ground, { assets, studio, workerCode: '' });
  };
}
