import { openAccounts } from '../features/accounts/server/open.ts';
import { openAnnouncements } from '../features/announcements/server/open.ts';
import { openCatalog } from '../features/catalog/server/open.ts';
import { openConsent, openDocuments } from '../features/documents/server/open.ts';
import { openDoors } from '../features/doors/server/open.ts';
import { openExporting } from '../features/exporting/server/open.ts';
import { openHealth } from '../features/health/server/open.ts';
import { openHooks } from '../features/hooks/server/open.ts';
import { openImporting } from '../features/importing/batches/server/open.ts';
import { openLeaving } from '../features/leaving/server/open.ts';
import { openLibrary } from '../features/library/server/open.ts';
import { openMedia } from '../features/media/server/open.ts';
import { openMembership } from '../features/membership/server/open.ts';
import { openMoving } from '../features/moving/server/open.ts';
import { openNotices } from '../features/notices/server/open.ts';
import { openNumbers } from '../features/numbers/server/open.ts';
import { openOffline } from '../features/offline/server/open.ts';
import { openPayments } from '../features/payments/server/open.ts';
import { openReading } from '../features/reading/server/open.ts';
import { openReleases } from '../features/releases/server/open.ts';
import { openRows } from '../features/rows/server/open.ts';
import { openSettings } from '../features/settings/server/open.ts';
import { openStudio } from '../features/studio/server/open.ts';
import type { HttpApp } from '../server/http/http.ts';
import { addProbes, watchReadiness } from '../server/http/probes.ts';
import type { Job, JobDiary } from '../server/jobs/jobs.ts';
import { type Chores, retentionJob } from '../server/jobs/retention.ts';
import { addApiDocs } from './api-docs.ts';
import { numberSources } from './number-sources.ts';
import { snapshotsInProcess, workInProcess } from './own-command.ts';
import { ownData } from './own-data.ts';
import { openPlatform, type ServerDeps } from './platform.ts';
import { audienceOfPreview, previewedPeriod } from './preview.ts';
import { addressesOf, type RouteTable } from './rendering/unknown-paths.ts';

export interface LongstripServer {
  app: HttpApp;
  /** All routes with their methods. */
  routes: RouteTable;
  /** The jobs to repeat while the server runs. */
  jobs: readonly Job[];
  /** The runs of the jobs are written down here. */
  diary: JobDiary;
  media: ReturnType<typeof openMedia>['media'];
  /** Some process has told of an operator's change: all that was made for readers before the news came is out of date. */
  noteChange(agoMs?: number): void;
  close(): Promise<void>;
}

/** The whole server, wired and ready to listen. What a feature asks of a later one is asked when it is needed. */
export async function createServer(deps: ServerDeps): Promise<LongstripServer> {
  const { platform, release, settings, redirects, dates, sandbox, tokens, routes, findHolder, orReplica, stopReplica } =
    await openPlatform(deps);
  const { app, http, config, db, metrics, clock } = platform;

  const media = openMedia(platform, {
    ...{ changedAt: release.changedAt, databaseNow: release.now, audienceOfPreview },
    mayPreview: (audience) => studio.mayPreview(audience),
    decideImage: (asked) => reading.decideImage(asked),
    listUsedImages: (on, ids) => catalog.listUsedImages(on, ids),
    hasWork: (on) => importing.hasWork(on),
  });
  const library = openLibrary(platform, { ...media, dates });
  const accounts = openAccounts(platform, {
    ...{ tokens, hashCost: deps.hashCost, endWithPassword: library.endFeed },
    findRole: (userId) => studio.findRole(userId),
    appAddresses: (scopes) => doors.appAddresses(scopes),
    noteRegistration: (given) => numbers.noteRegistration(given),
    noteTouch: (tx, given) => numbers.noteTouch(tx, given),
    giveTrial: (tx, given) => membership.giveTrial(tx, given),
    ...openConsent(platform),
  });
  const attention = () => [payments, membership, health, hooks].flatMap((feature) => feature.attention);
  const studio = openStudio(platform, {
    ...{ ...accounts, ...library },
    attention,
  });
  openRows(platform, { ...studio, ...media, dates, settings });
  const documents = openDocuments(platform, { ...studio, settings });
  const importing = await openImporting(platform, { ...studio, ...media, run: deps.runBatch ?? workInProcess });
  openExporting(platform, { ...studio, ...media });
  openSettings(platform, { ...studio, ...importing, settings });
  openMoving(platform, {
    ...{ ...studio, ...importing, redirects },
    ownAddresses: () => addressesOf(routes.routes),
  });
  const { refresh } = release;
  const catalog = openCatalog(platform, {
    ...{ ...studio, ...media, ...importing, ...library, dates, refresh },
    countReaders: (bookIds) => numbers.countReaders(bookIds),
    countReadings: (bookIds) => numbers.countReadings(bookIds),
  });
  const releases = openReleases(platform, {
    ...{ ...studio, ...media, dates, refresh },
    hoursOf: (on, asked) => reading.hoursOf(on, asked),
  });
  const payments = await openPayments(platform, {
    ...{ ...accounts, ...studio, ...documents, ...openConsent(platform), sandbox },
    noteTouch: (tx, given) => numbers.noteTouch(tx, given),
    pushKey: () => notices.pushKey(),
    noteNotification: (news) => health.noteNotification(news),
  });
  const membership = openMembership(platform, { ...accounts, ...studio, ...payments });
  const numbers = openNumbers(platform, { ...studio, ...media, dates, attention, sources: numberSources });
  const reading = openReading(platform, {
    ...{ ...media, ...payments, ...library, ...documents, numbers, dates, orReplica, freeBytes: deps.freeBytes },
    lastPeriodOf: previewedPeriod(payments.lastPeriodOf),
  });
  openOffline(platform, { ...media, dates });
  const doors = await openDoors(platform, { ...accounts, ...media, ...reading, findHolder, dates });
  const announcements = openAnnouncements(platform, { ...studio, settings });
  const { newsOf } = announcements;
  const notices = openNotices(platform, { ...media, dates, isLocked: reading.isLocked, newsOf });
  const hooks = openHooks(platform, { ...studio, catalogue: catalog.names });
  const leaving = openLeaving(platform, { ...accounts, own: ownData });
  const health = openHealth(platform, {
    ...{ ...studio, ...media, ...importing, ...catalog, ...payments, ...numbers },
    ...{ snapshots: snapshotsInProcess, ready: settings.ready },
  });
  const all: Chores[] = [
    ...[media, library, accounts, studio, importing, catalog, releases],
    ...[payments, membership, numbers, reading, notices, announcements, hooks, leaving, health],
  ];

  addApiDocs(http, config);
  const readiness = watchReadiness({ db, isStopping: deps.isStopping ?? (() => false) });
  addProbes(app, { readiness, metrics, metricsToken: config.metricsToken });
  await deps.addPages?.({ ...platform, dates, sandbox, coversOf: media.coversOf, ...doors });
  routes.answer();
  await app.ready();
  const retentions = all.flatMap((feature) => feature.retentions ?? []);
  return {
    app,
    routes: routes.routes,
    jobs: [
      ...all.flatMap((feature) => feature.jobs ?? []),
      retentionJob({ retentions, clock, report: metrics.reportBacklog }),
    ],
    diary: health.diary,
    media: media.media,
    noteChange(agoMs) {
      settings.noteChange();
      release.noteChange(agoMs);
    },
    async close() {
      await stopReplica();
      await media.media.close();
    },
  };
}
