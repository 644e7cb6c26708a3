import { languageTags } from '../../../../shared/languages.ts';
import { parseKeep } from '../../../../shared/snapshot-keep.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useLookAgain, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { ExactMoment, Moment } from '../../../studio/web/Moment.tsx';
import { Facts, Loaded, Page, Section, State, studioPage } from '../../../studio/web/Page.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { HealthOnWire, JobOnWire } from '../../studio-contract.ts';
import { BrokenPages, FailedWork } from './Content.tsx';
import { useAct } from './use-act.ts';

const lookEveryMs = 5000;
const megabyte = 1e6;
const gigabyte = 1e9;

/** The state of the site: first of all the things that are wrong, with what to do about each. */
function HealthPage() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/health');
  const { refetch } = asked;
  useLookAgain('/studio/health', { everyMs: lookEveryMs, isWanted: true });
  return (
    <Page title={t('health.title')}>
      <Loaded asked={asked}>
        {({ data: { result } }) => <Parts health={result} onChanged={async () => void (await refetch())} />}
      </Loaded>
    </Page>
  );
}

function Parts({ health, onChanged }: { health: HealthOnWire; onChanged: () => Promise<void> }) {
  const { t } = useStudioText();
  const { problems, jobs, reconciliation, webhooks, backups } = health;
  return (
    <>
      {problems.length === 0 && <p>{t('health.allWell')}</p>}
      {problems.map(({ kind, count, name }) => (
        <Notice key={`${kind} ${name}`}>{t(`health.problems.${kind}`, { count, name: name ?? '' })}</Notice>
      ))}
      {backups && <Backups backups={backups} onChanged={onChanged} />}
      {jobs && <Jobs jobs={jobs} onChanged={onChanged} />}
      {jobs && <FailedWork onChanged={onChanged} />}
      {jobs && <BrokenPages onChanged={onChanged} />}
      {reconciliation && <Books reconciliation={reconciliation} />}
      {webhooks && <Webhooks webhooks={webhooks} />}
      <Machine health={health} />
    </>
  );
}

function Backups({
  backups,
  onChanged,
}: {
  backups: NonNullable<HealthOnWire['backups']>;
  onChanged: () => Promise<void>;
}) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const act = useAct(onChanged);
  const { last, every, progress } = backups;
  return (
    <Section
      title={t('health.backups')}
      actions={
        <Button
          disabled={progress !== null}
          onClick={() => void act(calls.send('POST', '/studio/health/backups'), () => 'health.begun')}
        >
          {t('health.backUp')}
        </Button>
      }
    >
      <Facts
        facts={[
          [t('health.lastBackup'), last ? <Moment key="last" at={last.made_at} /> : t('health.never')],
          [t('health.every'), every === null ? t('health.notByItself') : t('imports.minutes', { count: every })],
          ...(last
            ? ([
                [t('health.size'), <Size key="size" bytes={last.bytes} />],
                [
                  t('health.file'),
                  <bdi key="file" dir="ltr">
                    {last.file}
                  </bdi>,
                ],
                [t('health.checked'), last.verified ? <Moment key="checked" at={last.verified} /> : t('health.never')],
              ] as const)
            : []),
          [t('health.keep'), <Retention key="keep" keep={backups.keep} />],
        ]}
      />
      {progress && <BackupProgress {...progress} />}
      {backups.same_disk && <p>{t('health.sameDisk')}</p>}
    </Section>
  );
}

/** How far the backup is; before the files were counted, only that one is made. */
function BackupProgress({ done, total }: { done: number; total: number }) {
  const { t } = useStudioText();
  const sizeOf = useSize();
  return (
    <p role="status">
      {t('health.backingUp')}{' '}
      {total > 0 && (
        <>
          <progress value={done} max={total} aria-label={t('health.backingUp')} />{' '}
          {t('health.backedUp', { done: sizeOf(done), total: sizeOf(total) })}
        </>
      )}
    </p>
  );
}

function Size({ bytes }: { bytes: number }) {
  return useSize()(bytes);
}

function useSize(): (bytes: number) => string {
  const { t, number } = useStudioText();
  return (bytes) => {
    if (bytes < gigabyte) return t('health.megabytes', { size: number(Math.ceil(bytes / megabyte)) });
    const size = bytes / gigabyte;
    return t('health.gigabytes', { size: number(size >= 10 ? Math.round(size) : Math.round(size * 100) / 100) });
  };
}

function Jobs({ jobs, onChanged }: { jobs: readonly JobOnWire[]; onChanged: () => Promise<void> }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const act = useAct(onChanged);
  return (
    <Section title={t('health.jobs')}>
      <Table
        caption={t('health.jobs')}
        rows={jobs}
        rowKey={({ name }) => name}
        empty={{ title: t('health.never') }}
        columns={[
          { head: t('health.job'), cell: ({ name }) => t(`health.jobNames.${name}`) },
          {
            head: t('kit.state'),
            isWanted: true,
            cell: ({ running, failures }) => (
              <State tone={failures > 0 ? 'warning' : running ? 'plain' : 'good'}>
                {t(running ? 'health.running' : failures > 0 ? 'health.failed' : 'health.well')}
              </State>
            ),
          },
          {
            head: t('health.lastRun'),
            isWanted: true,
            cell: ({ last_run_at: at }) => (at ? <Moment at={at} /> : t('health.never')),
          },
          { head: t('health.lastOk'), cell: ({ last_ok_at: at }) => (at ? <Moment at={at} /> : '–') },
          { head: t('health.error'), cell: ({ last_error: error }) => <bdi dir="ltr">{error ?? '–'}</bdi> },
          {
            head: t('kit.actions'),
            isAction: true,
            cell: ({ name, running }) => (
              <Button
                disabled={running}
                aria-label={t('health.runJob', { name: t(`health.jobNames.${name}`) })}
                onClick={() =>
                  void act(
                    calls.send('POST', '/studio/health/jobs/:name/run', { params: { name } }),
                    () => 'health.begun',
                  )
                }
              >
                {t('health.run')}
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Books({ reconciliation: books }: { reconciliation: NonNullable<HealthOnWire['reconciliation']> }) {
  const { t, number } = useStudioText();
  return (
    <Section title={t('health.reconciliation')}>
      <Facts
        facts={[
          [t('health.unsettled'), number(books.unsettled)],
          [t('health.inReview'), number(books.in_review)],
          [t('health.mismatched'), number(books.mismatched)],
          [t('health.differences'), number(books.ledger_differences)],
          [t('health.oldest'), books.oldest_unmatched ? <ExactMoment key="oldest" at={books.oldest_unmatched} /> : '–'],
        ]}
      />
    </Section>
  );
}

function Webhooks({ webhooks }: { webhooks: NonNullable<HealthOnWire['webhooks']> }) {
  const { t, number } = useStudioText();
  return (
    <Section title={t('health.webhooks')}>
      <Table
        caption={t('health.webhooks')}
        rows={webhooks}
        rowKey={({ provider }) => provider}
        empty={{ title: t('health.noWebhooks') }}
        columns={[
          {
            head: t('sales.provider'),
            cell: ({ provider }) =>
              provider === 'wechat' || provider === 'stripe' ? t(`sales.providers.${provider}`) : <bdi>{provider}</bdi>,
          },
          {
            head: t('health.accepted'),
            isWanted: true,
            cell: ({ last_accepted_at: at }) => (at ? <Moment at={at} /> : t('health.never')),
          },
          {
            head: t('health.refused'),
            cell: ({ last_refused_at: at }) => (at ? <Moment at={at} /> : t('health.never')),
          },
          {
            head: t('health.refusedOfDay'),
            isNumber: true,
            isWanted: true,
            cell: ({ refused_24h: refused }) => number(refused),
          },
        ]}
      />
    </Section>
  );
}

function Machine({
  health: { version, uptime_seconds: uptime, migrations, database, storage },
}: {
  health: HealthOnWire;
}) {
  const { t, number } = useStudioText();
  if (!storage && !database) return null;
  return (
    <Section title={t('health.machine')}>
      <Facts
        facts={[
          ...(storage
            ? ([
                [t('health.free'), <Size key="free" bytes={storage.free_bytes} />],
                [t('health.total'), <Size key="total" bytes={storage.total_bytes} />],
                [
                  t('health.media'),
                  <bdi key="media" dir="ltr">
                    {storage.media.name}
                  </bdi>,
                ],
                [
                  t('health.mediaSize'),
                  storage.media.bytes === null ? '…' : <Size key="mediaSize" bytes={storage.media.bytes} />,
                ],
              ] as const)
            : []),
          ...(storage?.media.own_disk
            ? ([[t('health.mediaFree'), <Size key="mediaFree" bytes={storage.media.own_disk.free_bytes} />]] as const)
            : []),
          ...(database
            ? ([
                [t('health.database'), `PostgreSQL ${database.version}`],
                [t('health.databaseSize'), <Size key="size" bytes={database.bytes} />],
                [t('health.migrations'), number(migrations?.applied ?? 0)],
                [t('health.version'), version ?? '–'],
                [t('health.uptime'), t('imports.minutes', { count: Math.floor((uptime ?? 0) / 60) })],
              ] as const)
            : []),
        ]}
      />
    </Section>
  );
}

const spans = ['last', 'hourly', 'daily', 'weekly', 'monthly'] as const;

/** How many backups stay, as `last=24,daily=14` says it. */
function Retention({ keep }: { keep: string }) {
  const { t, number, language } = useStudioText();
  const kept = parseKeep(keep);
  if (!kept) return keep;
  const words = spans
    .filter((span) => kept[span] > 0)
    .map((span) => t(`health.kept.${span}`, { count: number(kept[span]) }));
  return new Intl.ListFormat(languageTags[language], { type: 'unit' }).format(words);
}

export const healthPage = studioPage(HealthPage);
