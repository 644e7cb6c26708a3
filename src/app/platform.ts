import { hashOfToken, touchToken } from '../features/accounts/server/access-tokens.ts';
import type { HashCost } from '../features/accounts/server/passwords.ts';
import { touchSession } from '../features/accounts/server/session-queries.ts';
import { createTokens } from '../features/accounts/server/tokens.ts';
import type { CoversOf } from '../features/catalog/server/catalog.ts';
import type { Dates } from '../features/catalog/server/dates/openings.ts';
import { createRelease } from '../features/catalog/server/dates/release.ts';
import type { TextIn } from '../features/doors/server/keys/words.ts';
import type { BatchRunner } from '../features/importing/batches/server/job.ts';
import { createViewers, requiring, type Viewer } from '../features/membership/server/viewers.ts';
import { createRedirects } from '../features/moving/server/redirects.ts';
import { openSandbox } from '../features/payments/server/providers.ts';
import type { Sandbox } from '../features/payments/server/sandbox/sandbox.ts';
import { createLiveSettings } from '../features/settings/server/settings.ts';
import type { Config } from '../server/config/config.ts';
import type { Log } from '../server/config/log.ts';
import type { DbPool } from '../server/database/db.ts';
import { previewable } from '../server/database/preview.ts';
import { leavable, replicated, watchReplica } from '../server/database/replica.ts';
import { noteForwarded } from '../server/http/forwarded.ts';
import { createHttp } from '../server/http/http.ts';
import { createLimiter } from '../server/http/limits.ts';
import type { Load } from '../server/http/overload.ts';
import type { Platform } from '../server/http/platform.ts';
import { isProbe } from '../server/http/probes.ts';
import { PublicAnswers } from '../server/http/public-answers.ts';
import { createPublicApi } from '../server/http/public-api.ts';
import { securityHeaders } from '../server/http/security-headers.ts';
import { createUserApi } from '../server/http/user-api.ts';
import type { Metrics } from '../server/metrics/metrics.ts';
import { type Clock, systemClock } from '../server/process/clock.ts';
import { describeRoutes } from './api-docs.ts';
import { refusalsUnderLoad } from './load-classes.ts';
import { atOwnHost } from './own-hosts.ts';
import { addPreviews, previewedDates, previewedViewer } from './preview.ts';
import { answerUnknownPaths, watchRoutes } from './rendering/unknown-paths.ts';

export interface ServerDeps {
  config: Config;
  db: DbPool;
  /** The database past any pooler, for locks that a session holds; by default `db`. */
  direct?: DbPool;
  /** A replica that visitors read from while it is young enough. */
  replica?: DbPool;
  log: Log;
  metrics: Metrics;
  isStopping?: () => boolean;
  clock?: Clock;
  /** How long the database has not answered; null: it does. */
  databaseAwayMs?: () => number | null;
  /** The load of the process at this moment; absent: nothing is refused because of load. */
  loadNow?: () => Load;
  /** The free bytes of a folder's disk; by default as the system says. */
  freeBytes?: (folder: string) => Promise<number>;
  /** What hashing a password costs; by default what keeps it. */
  hashCost?: HashCost;
  /** Works on imports; by default in a process of their own. */
  runBatch?: BatchRunner;
  /** Adds the rendered pages and the browser's files; without it only the API is served. */
  addPages?: AddPages;
}

export type AddPages = (
  site: Platform & { dates: Dates; sandbox: Sandbox | null; coversOf: CoversOf; openFeeds(textIn: TextIn): void },
) => void | Promise<void>;

/** What features are built on: databases, dates, viewers and HTTP, still without any route. */
export async function openPlatform(deps: ServerDeps) {
  const { log, metrics, clock = systemClock, isStopping = () => false } = deps;
  const replicaPool = deps.replica && leavable(deps.replica);
  const db = previewable(replicaPool ? replicated(deps.db, replicaPool) : deps.db);
  const { config, sandbox } = openSandbox(deps.config, clock);
  const localNow = () => clock().getTime();
  const settings = createLiveSettings({ db: deps.db, environment: config.site, now: localNow });
  const release = createRelease({ db: deps.db, now: localNow });
  const ownHost = new URL(config.publicUrl).host;
  const redirects = createRedirects({ db: deps.db, ownHost, now: localNow });
  const dates = previewedDates(release);
  const { changedAt } = release;
  const watched = { primary: deps.db, now: localNow, changedAt, count: metrics.countReplicaRead };
  const replica = replicaPool ? watchReplica({ ...watched, replica: replicaPool }) : null;
  if (replica) metrics.watchReplica(replica.lagSeconds);
  const answers = new PublicAnswers({
    ...{ now: localNow, changes: release },
    ...(replica && { reading: replica.reading }),
    ...(deps.databaseAwayMs && { awayMs: deps.databaseAwayMs }),
  });
  const tokens = createTokens({ secret: config.jwtSecret });
  const viewers = createViewers({
    db: deps.db,
    readToken: (token) => tokens.read(token, clock()),
    hashOfToken,
    touchSession: (sessionId) => touchSession(deps.db, sessionId),
    touchToken: (tokenId) => touchToken(deps.db, tokenId),
  });
  const viewerOf = previewedViewer(viewers.viewerOf);
  const { lackingScope, findHolder } = viewers;
  const requireViewer = requiring(viewerOf, lackingScope);
  const http = createHttp({
    log,
    metrics,
    answers,
    trustProxy: config.trustProxy,
    limiter: createLimiter({ scale: config.rateLimitScale }),
    ...{ maxConnections: config.processes.maxConnections, isLeaving: isStopping },
    ...(config.processes.role === 'jobs' && { serves: isProbe }),
    securityHeaders: securityHeaders({ publicUrl: config.publicUrl }),
    ...(deps.loadNow && refusalsUnderLoad(deps.loadNow, metrics)),
    getReady: () => allReady([release.ready(), settings.ready()]),
    isUser: async (request) => (await viewerOf(request)) !== null,
    answerUnknown: answerUnknownPaths(redirects),
    rewriteUrl: atOwnHost({ komga: config.komgaHost }),
  });
  const { app } = http;
  addPreviews({ app, metrics, db: deps.db, viewerOf: viewers.viewerOf, release, setting: settings.setting });
  if (config.trustProxy === false) noteForwarded(app, { db, log });
  const routes = watchRoutes(app);
  await describeRoutes(app, config);

  const api = createPublicApi(http, { answers, checked: config.environment === 'test', requireViewer, lackingScope });
  const users = createUserApi(app, requireViewer);
  const platform: Platform<Viewer> = {
    ...{ config, setting: settings.setting, log, metrics, clock, http, app, api, users, viewerOf },
    ...{ db, primary: deps.db, direct: deps.direct ?? deps.db },
  };
  return {
    platform,
    ...{ sandbox, release, settings, redirects, dates, tokens, routes, findHolder },
    orReplica: replica?.orReplica ?? (<T>(read: () => Promise<T>) => read()),
    stopReplica: async () => replica?.stop(),
  };
}

/** Null where nothing has to be waited for. */
function allReady(waits: readonly (Promise<void> | null)[]): Promise<void> | null {
  const open = waits.filter((wait) => wait !== null);
  return open.length === 0 ? null : Promise.all(open).then(() => {});
}
