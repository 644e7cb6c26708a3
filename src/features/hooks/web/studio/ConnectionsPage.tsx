import { useState } from 'react';
import { languageNames, languages } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { CopyField } from '../../../../web/ui/CopyField.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import panel from '../../../../web/ui/Panel.module.css';
import { Switch } from '../../../../web/ui/Switch.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { Ask, type Typed, typedOf } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useRefresh, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { writeMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { type HookEvent, type HookKind, hookEvents, hookKinds, mostConnections, telegramAddress } from '../../rules.ts';
import type { ConnectionOnWire } from '../../studio-contract.ts';
import styles from './ConnectionsPage.module.css';
import { Deliveries } from './Deliveries.tsx';
import { nameOf } from './event-names.ts';

const deeds = ['edit', 'secret', 'remove'] as const;
type Deed = (typeof deeds)[number];
const namesOfDeeds = {
  edit: 'connections.edit',
  secret: 'connections.newSecret',
  remove: 'connections.remove',
} as const;

/** Where others are told of what happens here, and how what was sent to them fared. */
function ConnectionsPage() {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const asked = useStudioQuery('/studio/connections');
  const [isNew, setNew] = useState(false);
  const [asking, setAsking] = useState<{ row: ConnectionOnWire; deed: Deed } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const params = { id: asking?.row.id ?? '' };
  const asks = (deed: Deed) => ({ open: asking?.deed === deed, onClose: () => setAsking(null) });

  async function make(typed: Typed): Promise<void> {
    const { data } = await calls.send('POST', '/studio/connections', { body: readNew(typed) });
    setSecret(data.result.secret);
    await asked.refetch();
  }
  async function change(typed: Typed): Promise<void> {
    const body = { address: typed('address').trim(), events: readEvents(typed), language: readLanguage(typed) };
    await calls.send('PATCH', '/studio/connections/:id', { params, body });
    await asked.refetch();
  }
  async function renew(): Promise<void> {
    const { data } = await calls.send('POST', '/studio/connections/:id/secret', { params });
    setSecret(data.result.secret);
  }

  return (
    <Page
      title={t('connections.title')}
      lead={t('connections.lead')}
      actions={
        <Button
          variant="primary"
          disabled={(asked.data?.data.total ?? 0) >= mostConnections}
          onClick={() => setNew(true)}
        >
          {t('connections.add')}
        </Button>
      }
    >
      <Loaded asked={asked}>
        {({ data: { result } }) =>
          result.length === 0 ? (
            <EmptyState title={t('connections.nothing')}>{t('connections.nothingText')}</EmptyState>
          ) : (
            <ul className={panel.list}>
              {result.map((row) => (
                <Connection
                  key={row.id}
                  row={row}
                  onAsk={(deed) => setAsking({ row, deed })}
                  onChanged={asked.refetch}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Ask
        open={isNew}
        title={t('connections.add')}
        confirm={t('connections.make')}
        fields={['address', 'events', 'chat_id', 'bot_token']}
        act={make}
        onClose={() => setNew(false)}
      >
        {({ fields }) => <NewConnectionFields faults={fields} />}
      </Ask>
      <Ask
        {...asks('edit')}
        title={t('connections.edit')}
        confirm={t('kit.save')}
        fields={['address', 'events']}
        act={change}
      >
        {({ fields }) => asking && <ConnectionFields row={asking.row} kind={asking.row.kind} faults={fields} />}
      </Ask>
      <Ask {...asks('secret')} title={t('connections.newSecret')} confirm={t('connections.newSecret')} act={renew}>
        {() => <p>{t('connections.newSecretText')}</p>}
      </Ask>
      <Ask
        {...asks('remove')}
        title={t('connections.removeTitle')}
        confirm={t('connections.remove')}
        act={async () => {
          await calls.send('DELETE', '/studio/connections/:id', { params });
          await asked.refetch();
        }}
      >
        {() => <p>{t('connections.removeText')}</p>}
      </Ask>
      <Secret secret={secret} onClose={() => setSecret(null)} />
    </Page>
  );
}

/** A secret, which is told this once. */
function Secret({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useStudioText();
  const { t: word } = useText();
  return (
    <Dialog open={secret !== null} title={t('connections.secret')} closeLabel={word('app.close')} onClose={onClose}>
      <div className={styles.secret}>
        <p>{t('connections.secretText')}</p>
        <CopyField
          label={t('connections.secret')}
          value={secret ?? ''}
          copyLabel={t('kit.copy')}
          copiedText={t('kit.copied')}
          selectedText={t('kit.selected')}
        />
      </div>
    </Dialog>
  );
}

function Connection({
  row,
  onAsk,
  onChanged,
}: {
  row: ConnectionOnWire;
  onAsk: (deed: Deed) => void;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useStudioText();
  const attempt = useAttempt();
  const calls = useStudioCalls();
  const refreshDeliveries = useRefresh('/studio/connections/:id/deliveries');
  const { language: words } = useText();
  const [isOpen, setOpen] = useState(false);
  const { id, kind, address, events, language, state, off_because: offBecause, failing_since: failingSince } = row;

  const { host } = new URL(address);
  const nameOfDeed = (deed: string) => t('kit.deedOf', { deed, name: host });

  const turn = (isOn: boolean) =>
    attempt(async () => {
      await calls.send('PATCH', '/studio/connections/:id', { params: { id }, body: { state: isOn ? 'on' : 'off' } });
      await onChanged();
    });
  const test = () =>
    attempt(async () => {
      await calls.send('POST', '/studio/connections/:id/test', { params: { id } });
      setOpen(true);
      await refreshDeliveries();
      showToast({ text: t('connections.testSent') });
    });

  return (
    <li className={panel.panel}>
      <div className={styles.head}>
        <div className={styles.name}>
          <Badge tone={state === 'on' ? 'ink' : 'line'}>{t(`connections.kinds.${kind}`)}</Badge>
          <bdi dir="ltr" className={styles.address}>
            {host}
          </bdi>
        </div>
        <Switch
          label={t('connections.on')}
          name={nameOfDeed(t('connections.on'))}
          isOn={state === 'on'}
          onChange={(isOn) => void turn(isOn)}
        />
      </div>
      <p className={styles.facts}>
        {events.map((event) => t(`connections.events.${nameOf(event)}`)).join(' · ')}
        {kind !== 'standard' && ` · ${languageNames[language]}`}
      </p>
      {offBecause && <p className={styles.fault}>{t(`connections.off.${offBecause}`)}</p>}
      {!offBecause && failingSince && (
        <p className={styles.fault}>{t('connections.failing', { time: writeMoment(failingSince, words) })}</p>
      )}
      <p className={styles.buttons}>
        <Button aria-label={nameOfDeed(t('connections.test'))} onClick={() => void test()}>
          {t('connections.test')}
        </Button>
        <Button
          aria-label={nameOfDeed(t('connections.deliveries'))}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('connections.deliveries')}
        </Button>
        {deeds.map((deed) =>
          deed === 'secret' && kind !== 'standard' ? null : (
            <Button key={deed} aria-label={nameOfDeed(t(namesOfDeeds[deed]))} onClick={() => onAsk(deed)}>
              {t(namesOfDeeds[deed])}
            </Button>
          ),
        )}
      </p>
      {isOpen && <Deliveries connection={id} host={host} />}
    </li>
  );
}

type FieldFaults = Readonly<Record<string, string>>;

function NewConnectionFields({ faults }: { faults: FieldFaults }) {
  const { t } = useStudioText();
  const [kind, setKind] = useState<HookKind>('standard');
  return (
    <>
      <ChoiceField
        name="kind"
        label={t('connections.kind')}
        hint={t(`connections.kindHints.${kind}`)}
        value={kind}
        onChange={(event) => setKind(typedOf(hookKinds, event.target.value))}
        options={hookKinds.map((value) => ({ value, label: t(`connections.kinds.${value}`) }))}
      />
      <ConnectionFields kind={kind} faults={faults} />
      {kind === 'telegram' && (
        <>
          <Field
            name="chat_id"
            label={t('connections.chat')}
            hint={t('connections.chatHint')}
            dir="ltr"
            error={faults.chat_id}
          />
          <Field
            name="bot_token"
            label={t('connections.bot')}
            hint={t('connections.botHint')}
            dir="ltr"
            autoComplete="off"
            error={faults.bot_token}
          />
        </>
      )}
    </>
  );
}

function ConnectionFields({ kind, row, faults }: { kind: HookKind; row?: ConnectionOnWire; faults: FieldFaults }) {
  const { t } = useStudioText();
  const { language } = useText();
  return (
    <>
      <Field
        key={kind}
        name="address"
        label={t('connections.address')}
        dir="ltr"
        inputMode="url"
        spellCheck={false}
        defaultValue={row?.address ?? (kind === 'telegram' ? telegramAddress : '')}
        error={faults.address}
      />
      <fieldset className={styles.events}>
        <legend>{t('connections.what')}</legend>
        {hookEvents.map((event) => (
          <label key={event}>
            <input
              type="checkbox"
              name={event}
              defaultChecked={row ? row.events.includes(event) : event === 'chapter.published'}
            />
            {t(`connections.events.${nameOf(event)}`)}
          </label>
        ))}
        {faults.events && <p className={styles.fault}>{faults.events}</p>}
      </fieldset>
      <ChoiceField
        name="language"
        label={t('connections.language')}
        defaultValue={row?.language ?? language}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
    </>
  );
}

const readEvents = (typed: Typed): HookEvent[] => hookEvents.filter((event) => typed(event) !== '');
const readLanguage = (typed: Typed) => typedOf(languages, typed('language'));

function readNew(typed: Typed) {
  const kind = typedOf(hookKinds, typed('kind'));
  return {
    ...{ kind, address: typed('address').trim(), events: readEvents(typed), language: readLanguage(typed) },
    ...(kind === 'telegram' && { chat_id: typed('chat_id').trim(), bot_token: typed('bot_token').trim() }),
  };
}

export const connectionsPage = studioPage(ConnectionsPage);
