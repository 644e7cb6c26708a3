import { type ReactNode, useState } from 'react';
import { Ledger } from '../../features/membership/web/studio/Ledger.tsx';
import { MemberState } from '../../features/membership/web/studio/MemberState.tsx';
import { MembershipActions } from '../../features/membership/web/studio/MembershipDialog.tsx';
import { OrderDialog } from '../../features/payments/web/studio/OrderDialog.tsx';
import { OrderTable } from '../../features/payments/web/studio/OrderTable.tsx';
import { Timeline } from '../../features/payments/web/studio/Timeline.tsx';
import { studioPaths } from '../../features/studio/pages.ts';
import { Ask, type Typed } from '../../features/studio/web/Ask.tsx';
import { useStudioCalls, useStudioQuery } from '../../features/studio/web/calls.ts';
import { ExactMoment, Moment } from '../../features/studio/web/Moment.tsx';
import { Facts, LoadedPage, MoreActions, Page, Section, State, studioPage } from '../../features/studio/web/Page.tsx';
import { useAttempt } from '../../features/studio/web/problems.ts';
import { ReasonField } from '../../features/studio/web/ReasonField.tsx';
import { RoleDialog } from '../../features/studio/web/RoleDialog.tsx';
import { ShortId } from '../../features/studio/web/ShortId.tsx';
import { useRole } from '../../features/studio/web/session-query.ts';
import { Table } from '../../features/studio/web/Table.tsx';
import { TextArea } from '../../features/studio/web/TextArea.tsx';
import { useStudioText } from '../../features/studio/web/words.ts';
import type { AnswerOf, CallAt } from '../../shared/calls.ts';
import { languageNames } from '../../shared/languages.ts';
import { documentPath } from '../../shared/paths.ts';
import { Link } from '../../web/router.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { CopyField } from '../../web/ui/CopyField.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { showToast } from '../../web/ui/toasts.ts';
import styles from './PersonPage.module.css';

type RefundedOrder = AnswerOf<CallAt<'GET', '/studio/orders/:id'>>['result'];
type Person = AnswerOf<CallAt<'GET', '/studio/users/:uuid'>>['result'];

/** All that the site knows of one person, and what can be done for them. */
function PersonPage({ params: { uuid = '' } }: { params: Record<string, string> }) {
  const asked = useStudioQuery('/studio/users/:uuid', { params: { uuid } });
  return (
    <LoadedPage asked={asked}>
      {({ data: { result } }) => <OpenedPerson person={result} onChanged={async () => void (await asked.refetch())} />}
    </LoadedPage>
  );
}

type Deed = 'ban' | 'unban' | 'sessions' | 'link' | 'role' | 'note';

function OpenedPerson({ person, onChanged }: { person: Person; onChanged: () => Promise<void> }) {
  const { t } = useStudioText();
  const role = useRole();
  const [deed, setDeed] = useState<Deed | null>(null);
  const [link, setLink] = useState<{ url: string; expires_at: string } | null>(null);
  const facts: [string, ReactNode][] = [
    [t('people.until'), person.expire_at ? <ExactMoment key="until" at={person.expire_at} /> : '–'],
    [t('people.since'), <ExactMoment key="since" at={person.created_at} />],
    [t('people.account'), <ShortId key="uuid" id={person.uuid} />],
    [
      t('people.invitedBy'),
      person.invites.invited_by ? (
        <Link key="by" to={studioPaths.person(person.invites.invited_by.uuid)}>
          <bdi>{person.invites.invited_by.username}</bdi>
        </Link>
      ) : (
        '–'
      ),
    ],
  ];
  return (
    <Page
      title={person.username}
      state={
        <>
          <MemberState {...person} />
          {person.role && <State>{t(`roles.${person.role}`)}</State>}
        </>
      }
      actions={
        <>
          <MembershipActions person={person} onChanged={() => void onChanged()} />
          <RefundLast person={person} onChanged={onChanged} />
          <MoreActions>
            <Button onClick={() => setDeed('link')}>{t('people.link')}</Button>
            {role === 'owner' && (
              <Button onClick={() => setDeed('role')}>{t(person.role ? 'people.changeRole' : 'staff.give')}</Button>
            )}
            <Button onClick={() => setDeed('sessions')}>{t('people.endSessions')}</Button>
            <Button onClick={() => setDeed(person.ban ? 'unban' : 'ban')}>
              {t(person.ban ? 'people.unban' : 'people.ban')}
            </Button>
          </MoreActions>
        </>
      }
    >
      {person.ban && (
        <Notice>
          {t('people.bannedText', { reason: person.ban.reason, by: person.ban.by ?? t('audit.command_line') })}
        </Notice>
      )}
      {link && <PasswordLink {...link} />}
      <Facts facts={facts} />
      <Section
        title={t('people.note')}
        actions={
          <Button onClick={() => setDeed('note')}>{t(person.note ? 'people.editNote' : 'people.addNote')}</Button>
        }
      >
        {person.note && <Note note={person.note} />}
      </Section>
      <Ledger person={person} onChanged={() => void onChanged()} />
      <Timeline key={person.uuid} uuid={person.uuid} />
      <Section title={t('sales.title')}>
        <OrderTable orders={person.orders} withPerson={false} />
      </Section>
      <Sessions person={person} onChanged={onChanged} />
      <Invites person={person} />
      <Coupons person={person} />
      <Consents person={person} />
      <PersonDialog
        deed={deed === 'role' ? null : deed}
        person={person}
        onLink={setLink}
        onDone={onChanged}
        onClose={() => setDeed(null)}
      />
      <RoleDialog open={deed === 'role'} person={person} onDone={onChanged} onClose={() => setDeed(null)} />
    </Page>
  );
}

/** What those who run the site have noted about somebody. */
function Note({ note: { text, by, at } }: { note: NonNullable<Person['note']> }) {
  return (
    <>
      <p dir="auto" className={styles.note}>
        {text}
      </p>
      <p className={styles.by}>
        <bdi>{by ?? ''}</bdi> <ExactMoment at={at} />
      </p>
    </>
  );
}

/** Gives back the money of the last order that was paid. */
function RefundLast({ person, onChanged }: { person: Person; onChanged: () => Promise<void> }) {
  const { t } = useStudioText();
  const attempt = useAttempt();
  const calls = useStudioCalls();
  const [order, setOrder] = useState<RefundedOrder | null>(null);
  const last = person.orders.find(({ status, paid_at: paid }) => status === 'succeeded' && paid !== null);
  if (!last) return null;
  async function open(id: string): Promise<void> {
    await attempt(async () => setOrder((await calls.get('/studio/orders/:id', { params: { id } })).data.result));
  }
  return (
    <>
      <Button onClick={() => void open(last.order_id)}>{t('people.refundLast')}</Button>
      {order && <OrderDialog deed="refund" order={order} onDone={onChanged} onClose={() => setOrder(null)} />}
    </>
  );
}

/** The link by which its owner chooses a new password: told this once. */
function PasswordLink({ url, expires_at }: { url: string; expires_at: string }) {
  const { t } = useStudioText();
  return (
    <div role="status">
      <CopyField
        label={t('people.linkTold')}
        value={url}
        copyLabel={t('kit.copy')}
        copiedText={t('kit.copied')}
        selectedText={t('kit.selected')}
      />
      <p>
        {t('people.linkEnds')} <ExactMoment at={expires_at} />
      </p>
    </div>
  );
}

function Sessions({ person, onChanged }: { person: Person; onChanged: () => Promise<void> }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const [ending, setEnding] = useState<Person['sessions'][number] | null>(null);
  return (
    <Section title={t('people.sessions')}>
      <Table
        caption={t('people.sessions')}
        rows={person.sessions}
        rowKey={({ id }) => id}
        empty={{ title: t('people.noSessions') }}
        columns={[
          { head: t('people.device'), cell: ({ device }) => <bdi>{device || t('people.unknownDevice')}</bdi> },
          { head: t('people.seen'), isWanted: true, cell: ({ last_seen_at: at }) => <Moment at={at} /> },
          { head: t('people.begun'), isWanted: true, cell: ({ created_at: at }) => <Moment at={at} /> },
          {
            head: t('kit.actions'),
            isAction: true,
            cell: (row) => <Button onClick={() => setEnding(row)}>{t('people.endSession')}</Button>,
          },
        ]}
      />
      <Ask
        open={ending !== null}
        title={t('people.endSession')}
        confirm={t('people.endSession')}
        act={async () => {
          if (!ending) return;
          await calls.send('DELETE', '/studio/users/:uuid/sessions/:id', {
            params: { uuid: person.uuid, id: ending.id },
          });
          await onChanged();
        }}
        onClose={() => setEnding(null)}
      >
        {() => <p>{t('people.endSessionText')}</p>}
      </Ask>
    </Section>
  );
}

function Invites({ person: { invites } }: { person: Person }) {
  const { t } = useStudioText();
  if (invites.invited.length === 0) return null;
  return (
    <Section title={t('people.invited')}>
      <Table
        caption={t('people.invited')}
        rows={invites.invited}
        rowKey={({ uuid }) => uuid}
        to={({ uuid }) => studioPaths.person(uuid)}
        empty={{ title: '' }}
        columns={[
          { head: t('kit.person'), cell: ({ username }) => <bdi>{username}</bdi> },
          { head: t('people.since'), isWanted: true, cell: ({ created_at: at }) => <Moment at={at} /> },
          {
            head: t('people.reward'),
            isWanted: true,
            cell: ({ rewarded }) => (rewarded === null ? t('people.rewardOpen') : t(rewarded ? 'kit.yes' : 'kit.no')),
          },
        ]}
      />
    </Section>
  );
}

function Coupons({ person: { coupons } }: { person: Person }) {
  const { t } = useStudioText();
  if (coupons.length === 0) return null;
  return (
    <Section title={t('coupons.title')}>
      <Table
        caption={t('coupons.title')}
        rows={coupons}
        rowKey={({ id }) => id}
        to={({ batch }) => studioPaths.couponBatch(batch)}
        empty={{ title: '' }}
        columns={[
          { head: t('coupons.code'), cell: ({ last_four: last }) => <bdi dir="ltr">…{last}</bdi> },
          {
            head: t('people.gives'),
            isWanted: true,
            cell: ({ months, days }) => {
              if (months !== null) return t('people.months', { count: months });
              return days === null ? '' : t('numbers.days', { count: days });
            },
          },
          { head: t('audit.at'), isWanted: true, cell: ({ redeemed_at: at }) => <Moment at={at} /> },
        ]}
      />
    </Section>
  );
}

/** The documents that somebody has agreed to, each with the version of that moment. */
function Consents({ person: { consents } }: { person: Person }) {
  const { t, number } = useStudioText();
  if (consents.length === 0) return null;
  const nameOf = (document: string) => {
    if (document === 'waiver') return t('people.waiver');
    return document === 'terms' || document === 'privacy' ? t(`documents.kinds.${document}`) : document;
  };
  return (
    <Section title={t('people.consents')}>
      <Table
        caption={t('people.consents')}
        rows={consents}
        rowKey={({ document, at }) => `${document} ${at}`}
        empty={{ title: '' }}
        columns={[
          {
            head: t('people.document'),
            cell: ({ document, version }) =>
              version === null ? (
                nameOf(document)
              ) : (
                <a href={`${documentPath(document)}?version=${version}`}>
                  {nameOf(document)} · {t('documents.number', { version: number(version) })}
                </a>
              ),
          },
          { head: t('kit.language'), cell: ({ language }) => languageNames[language] },
          {
            head: t('people.agreedWith'),
            isWanted: true,
            cell: ({ order_id: id }) =>
              id === null ? (
                t('people.registration')
              ) : (
                <Link to={studioPaths.order(id)}>
                  <bdi dir="ltr">{id.slice(0, 8)}</bdi>
                </Link>
              ),
          },
          { head: t('audit.at'), isWanted: true, cell: ({ at }) => <ExactMoment at={at} /> },
        ]}
      />
    </Section>
  );
}

const titles = {
  ban: 'people.ban',
  unban: 'people.unban',
  sessions: 'people.endSessions',
  link: 'people.link',
  note: 'people.note',
} as const;

function PersonDialog({
  deed,
  person,
  onLink,
  onDone,
  onClose,
}: {
  deed: Exclude<Deed, 'role'> | null;
  person: Person;
  onLink: (link: { url: string; expires_at: string }) => void;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const params = { uuid: person.uuid };

  async function act(typed: Typed): Promise<void> {
    const body = { reason: typed('reason') };
    if (deed === 'ban') await calls.send('PUT', '/studio/users/:uuid/ban', { params, body });
    if (deed === 'unban') await calls.send('DELETE', '/studio/users/:uuid/ban', { params, body });
    if (deed === 'note') await calls.send('PUT', '/studio/users/:uuid/note', { params, body: { note: typed('note') } });
    if (deed === 'sessions') await calls.send('DELETE', '/studio/users/:uuid/sessions', { params });
    if (deed === 'link') {
      const { data } = await calls.send('POST', '/studio/users/:uuid/password_link', { params, body });
      onLink(data.result);
    }
    await onDone();
    showToast({ text: t('kit.saved') });
  }

  return (
    <Ask
      open={deed !== null}
      title={deed ? `${t(titles[deed])}: ${person.username}` : ''}
      confirm={deed ? t(deed === 'note' ? 'kit.save' : titles[deed]) : ''}
      fields={['reason', 'note']}
      act={act}
      onClose={onClose}
    >
      {({ fields }) => (
        <>
          {deed && <p>{t(`people.deeds.${deed}`)}</p>}
          {deed === 'note' && (
            <TextArea name="note" label={t('people.note')} defaultValue={person.note?.text ?? ''} error={fields.note} />
          )}
          {deed !== 'sessions' && deed !== 'note' && <ReasonField error={fields.reason} />}
        </>
      )}
    </Ask>
  );
}

export const personPage = studioPage(PersonPage);
