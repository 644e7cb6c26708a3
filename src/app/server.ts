import { openAccounts } from '../features/accounts/server/open.ts';
import type { HashCost } from '../features/accounts/server/passwords.ts';
import { touchSession } from '../features/accounts/server/session-queries.ts';
import { createTokens } from '../features/accounts/server/tokens.ts';
import type { CoversOf } from '../features/catalog/server/catalog.ts';
import type { Dates } from '../features/catalog/server/dates/openings.ts';
import { createRelease } from '../features/catalog/server/dates/release.ts';
import { mountHandPictures } from '../features/catalog/server/editing/picture-routes.ts';
import { mountRecommended } from '../features/catalog/server/editing/recommended.ts';
import { mountEditing } from '../features/catalog/server/editing/studio-routes.ts';
import { trashJob } from '../features/catalog/server/editing/trash.ts';
import { mountCatalog } from '../features/catalog/server/routes.ts';
import { openHealth } from '../features/health/server/open.ts';
import { type BatchRunner, hasWork } from '../features/importing/batches/server/job.ts';
import { openImporting } from '../features/importing/batches/server/open.ts';
import { openLibrary } from '../features/library/server/open.ts';
import { encodePendingAvif } from '../features/media/server/jobs.ts';
import { type Media, openMedia } from '../features/media/server/media.ts';
import { mountMedia } from '../features/media/server/routes.ts';
import { type SigningKeys, signingKey } from '../features/media/server/signed-address.ts';
import { createStoredSize } from '../features/media/server/stored-size.ts';
import { openMembership } from '../features/membership/server/open.ts';
import { createViewers, requiring, type Viewer } from '../features/membership/server/viewers.ts';
import { openNumbers } from '../features/numbers/server/open.ts';
import { addChapterSizeCall } from '../features/offline/server/chapter-size.ts';
import { openPayments } from '../features/payments/server/open.ts';
import { openSandbox } from '../features/payments/server/providers.ts';
import type { Sandbox } from '../features/payments/server/sandbox/sandbox.ts';
import { listChapterHours } from '../features/reading/server/event-queries.ts';
import { readingJobs } from '../features/reading/server/jobs.ts';
import { createKeptEvents } from '../features/reading/server/kept-events.ts';
import { decideImage } from '../features/reading/server/reading.ts';
import { readingRetentions } from '../features/reading/server/retention.ts';
import { mountReading } from '../features/reading/server/routes.ts';
import { openReleases } from '../features/releases/server/open.ts';
import { openStudio } from '../features/studio/server/open.ts';
import type { Config } from '../server/config/config.ts';
import type { Log } from '../server/config/log.ts';
import type { DbPool } from '../server/database/db.ts';
import { previewable } from '../server/database/preview.ts';
import { leavable, replicated, watchReplica } from '../server/database/replica.ts';
import { noteForwarded } from '../server/http/forwarded.ts';
import { addHealthRoutes, isHealthPath, watchReadiness } from '../server/http/health.ts';
import { createHttp, type Http, type HttpApp } from '../server/http/http.ts';
import { createLimiter } from '../server/http/limits.ts';
import type { Load } from '../server/http/overload.ts';
import type { Platform } from '../server/http/platform.ts';
import { PublicAnswers } from '../server/http/public-answers.ts';
import { createPublicApi, type PublicApi } from '../server/http/public-api.ts';
import { securityHeaders } from '../server/http/security-headers.ts';
import { createUserApi } from '../server/http/user-api.ts';
import type { Job, JobDiary } from '../server/jobs/jobs.ts';
import { retentionJob } from '../server/jobs/retention.ts';
import { createDiskRoom } from '../server/metrics/disk-room.ts';
import type { Metrics } from '../server/metrics/metrics.ts';
import { type Clock, systemClock } from '../server/process/clock.ts';
import { addApiDocs, describeRoutes } from './api-docs.ts';
import { mediaOptions } from './converters.ts';
import { freeImagesJob } from './free-images.ts';
import { lateFactsJob } from './late-facts.ts';
import { refusalsUnderLoad } from './load-classes.ts';
import { watchMissingFiles } from './missing-files.ts';
import { numberSources } from './number-sources.ts';
import { snapshotsInProcess, workInProcess } from './own-command.ts';
import { pageSources } from './page-sources.ts';
import { createPictures } from './pictures.ts';
import { addPreviews, previewedDates, previewedStretch, previewedViewer } from './preview.ts';
import { answerUnknownPath, type RouteTable, watchRoutes } from './rendering/unknown-paths.ts';

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
  /** For so long the database has not answered; null: it does. */
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

export type AddPages = (site: {
  http: Http;
  api: PublicApi;
  config: Config;
  db: DbPool;
  dates: Dates;
  /** The zone of the dates that readers see until their browser tells its own. */
  timeZone: string;
  sandbox: Sandbox | null;
  coversOf: CoversOf;
}) => void | Promise<void>;

export interface LongstripServer {
  app: HttpApp;
  /** All routes with their methods. */
  routes: RouteTable;
  /** The jobs to repeat while the server runs. */
  jobs: readonly Job[];
  /** The runs of the jobs are written down here. */
  diary: JobDiary;
  media: Media;
  /** Some process has told of an operator's change: all that was made for readers before the news came is out of date. */
  noteChange(agoMs?: number): void;
  close(): Promise<void>;
}

/** The whole server, wired and ready to listen. */
export async function createServer(deps: ServerDeps): Promise<LongstripServer> {
  const { log, metrics, clock = systemClock, isStopping = () => false } = deps;
  const replicaPool = deps.replica && leavable(deps.replica);
  const db = previewable(replicaPool ? replicated(deps.db, replicaPool) : deps.db);
  const { config, sandbox } = openSandbox(deps.config, clock);
  const localNow = () => clock().getTime();
  const { timeZone } = config.studio;
  const release = createRelease({ db: deps.db, now: localNow });
  const dates = previewedDates(release);
  const watched = replicaPool && {
    ...{ primary: deps.db, replica: replicaPool, now: localNow },
    ...{ changedAt: release.changedAt, count: metrics.countReplicaRead },
  };
  const replica = watched ? watchReplica(watched) : null;
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
    touchSession: (sessionId) => touchSession(deps.db, sessionId),
  });
  const viewerOf = previewedViewer(viewers.viewerOf);
  const requireViewer = requiring(viewerOf);
  const http = createHttp({
    log,
    metrics,
    answers,
    trustProxy: config.trustProxy,
    limiter: createLimiter({ scale: config.rateLimitScale }),
    ...{ maxConnections: config.processes.maxConnections, isLeaving: isStopping },
    ...(config.processes.role === 'jobs' && { serves: isHealthPath }),
    securityHeaders: securityHeaders({ publicUrl: config.publicUrl }),
    ...(deps.loadNow && refusalsUnderLoad(deps.loadNow, metrics)),
    getReady: release.ready,
    isUser: async (request) => (await viewerOf(request)) !== null,
    answerUnknown: answerUnknownPath,
  });
  const { app } = http;
  addPreviews({ app, metrics, db: deps.db, viewerOf: viewers.viewerOf, release });
  if (config.trustProxy === false) noteForwarded(app, { db, log });
  const routes = watchRoutes(app);
  await describeRoutes(app, config);

  const media = openMedia({
    ...mediaOptions(config),
    workers: { behind: { sessionNice: 10, leavesCore: true } },
    observe: metrics.observeStore,
  });
  const signingKeys: SigningKeys = [signingKey(config.mediaSecret)];
  const previewKeys: SigningKeys = [signingKey(`${config.mediaSecret} of previews`)];
  const pictures = createPictures({ db, media, signingKeys, previewKeys, clock, publicUrl: config.media.publicUrl });
  const api = createPublicApi(http, { answers, checked: config.environment === 'test', requireViewer });
  const users = createUserApi(app, requireViewer);
  const platform: Platform<Viewer> = {
    ...{
      config,
      timeZone,
      log,
      metrics,
      clock,
      db,
      primary: deps.db,
      direct: deps.direct ?? deps.db,
      http,
      app,
      api,
      users,
      viewerOf,
    },
  };
  mountCatalog({ api, db, clock, dates, timeZone, metrics, ...pictures });
  mountReading({
    ...{ app, api, users, db, clock, dates, metrics, plansOnSale: () => payments.plansOnSale() },
    lastStretchOf: previewedStretch((userId) => payments.lastStretchOf(userId)),
    readerOf: viewerOf,
    numbers: { prepare: (now) => numbers.prepare(now) },
    keeping: {
      takeKept: createKeptEvents({ scale: config.rateLimitScale }),
      hasRoom: createDiskRoom(config.dataDir, deps.freeBytes),
    },
    ...pictures,
  });
  addChapterSizeCall({ api, db, dates, ...pictures });
  const { endFeed } = openLibrary(platform, { dates, ...pictures });
  const accounts = openAccounts(platform, {
    tokens,
    hashCost: deps.hashCost,
    endWithPassword: endFeed,
    findRole: (userId) => studioRoom.findRole(userId),
    noteRegistration: (given) => numbers.noteRegistration(given),
  });
  const { attempts } = accounts;
  const studioRoom = openStudio(platform, {
    ...{ ...accounts, endFeed },
    attention: () => [...payments.attention, ...health.attention],
  });
  const { studio } = studioRoom;
  openReleases(platform, { studio, dates, refresh: release.refresh, hoursOf: listChapterHours });
  mountEditing({ studio, db, timeZone, coversFor: pictures.showCoversInStudio, refresh: release.refresh });
  mountRecommended({ studio, db, timeZone });
  const numbers = openNumbers(platform, { studio, sources: numberSources });
  const payments = await openPayments(platform, {
    ...{ studio, attempts, sandbox },
    noteNotification: (news) => health.noteNotification(news),
  });
  const importing = await openImporting(platform, {
    ...{ studio, media, run: deps.runBatch ?? workInProcess },
    showInStudio: pictures.showInStudio,
  });
  const health = openHealth(platform, {
    ...{ ...importing, ...payments, studio },
    snapshots: snapshotsInProcess,
    sumBytes: createStoredSize(),
    pages: pageSources(media, pictures.showInStudio),
  });
  mountHandPictures({ studio, db, pictures: importing.handPictures, refresh: release.refresh });
  const membership = openMembership(platform, { studio, attempts, ...payments });
  const { peekHotFile } = mountMedia({
    http,
    store: media.store,
    onForget: media.onForget,
    signingKeys,
    preview: { keys: previewKeys, mayPreview: studioRoom.mayPreview },
    now: clock,
    changedAt: release.changedAt,
    decideImage(asked) {
      const decide = () => decideImage(db, { ...asked, dates });
      return replica && asked.audience === null ? replica.orReplica(decide) : decide();
    },
    missing: watchMissingFiles({ db, media, metrics, log }),
    publicUrl: config.media.publicUrl,
    restricted: config.media.restricted,
  });
  http.serveHotFiles(peekHotFile);
  addApiDocs(http, config);
  addHealthRoutes(app, { readiness: watchReadiness({ db, isStopping }), metrics, metricsToken: config.metricsToken });
  await deps.addPages?.({ http, api, config, db, dates, timeZone, sandbox, coversOf: pictures.coversOf });
  routes.answer();
  await app.ready();
  return {
    app,
    routes: routes.routes,
    jobs: [
      trashJob,
      ...health.jobs,
      ...importing.jobs,
      ...accounts.jobs,
      ...membership.jobs,
      ...payments.jobs,
      ...readingJobs(clock),
      ...numbers.jobs,
      avifJob(media, log),
      retentionJob({
        retentions: [...accounts.retentions, ...readingRetentions, ...numbers.retentions, ...studioRoom.retentions],
        clock,
        report: metrics.reportBacklog,
      }),
      freeImagesJob({ media, clock, log }),
      lateFactsJob({ media, log }),
    ],
    diary: health.diary,
    media,
    noteChange: release.noteChange,
    async close() {
      await replica?.stop();
      await media.close();
    },
  };
}

const avifEveryMs = 10_000;

/**
 * Imports leave the slow encoding to AVIF to this job; readers get WebP until then. It waits for the imports of the
 * studio: together they would leave no core to readers.
 */
function avifJob(media: Media, log: Log): Job {
  return {
    name: 'encode avif',
    everyMs: avifEveryMs,
    run: async (db, signal) => {
      await encodePendingAvif(db, { media, log, signal, isTime: async () => !(await hasWork(db)) });
    },
  };
}
