import { useState } from 'react';
import type { TokenScope } from '../../../shared/calls.ts';
import { useApi } from '../../../web/api.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { writeDay } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { useQuery, useQueryClient } from '../../../web/query.ts';
import type { CurrentUser } from '../../../web/session.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { Form, FormActions } from '../../../web/ui/Form.tsx';
import { focusAfterRemoval } from '../../../web/ui/focus-after-removal.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import row from '../../../web/ui/Row.module.css';
import { Select } from '../../../web/ui/Select.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import { type Typed, useForm } from '../../../web/use-form.ts';
import type { AccessToken, MadeToken } from '../contract.ts';
import { mayPublish } from '../rules.ts';
import { AppFields, Copied, ProgramFields } from './AppFields.tsx';
import { accessTokensQuery, sessionsQuery } from './account-queries.ts';
import { missingOf } from './checks.ts';
import { PresentPassword } from './PresentPassword.tsx';
import { fieldsOfPassword } from './present-password.ts';
import styles from './SessionList.module.css';
import shown from './TokenDialog.module.css';
import { useWhen } from './use-when.ts';

/** The keys by which programs of the user read and keep their library, to be made and ended. */
export function AccessTokens({ user }: { user: CurrentUser | null }) {
  const { t } = useText();
  const api = useApi();
  const client = useQueryClient();
  const query = accessTokensQuery(api, user?.uuid);
  const { data, isError, isFetching, refetch } = useQuery(query);
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const close = () => setOpen(false);
  const reload = () => client.prefetchQuery({ ...query, staleTime: 0 });

  async function end(id: string, button: Element): Promise<void> {
    const focusNext = focusAfterRemoval(button);
    setFailed(false);
    try {
      await api.send('DELETE', '/user/tokens/:id', { params: { id } });
    } catch (error) {
      // A token that is not there any more has ended already.
      setFailed(!(error instanceof ApiError && error.status === 404));
    }
    await reload();
    focusNext();
  }

  return (
    <>
      {isError && (
        <Notice action={{ label: t('app.retry'), act: refetch, busy: isFetching }}>{t('tokens.failed')}</Notice>
      )}
      {hasFailed && <Notice>{t('tokens.endFailed')}</Notice>}
      {!data && !isError && <Skeleton className={styles.waitingDevice} />}
      {data && data.result.length > 0 && (
        <ul className={styles.list} aria-label={t('tokens.title')}>
          {data.result.map((token) => (
            <TokenRow key={token.id} token={token} onEnd={(button) => void end(token.id, button)} />
          ))}
        </ul>
      )}
      <Button className={styles.all} onClick={() => setOpen(true)}>
        {t('tokens.make')}
      </Button>
      <Dialog open={isOpen} title={t('tokens.make')} closeLabel={t('accounts.close')} onClose={close}>
        <MakeForm user={user} onMade={() => void reload()} onClose={close} />
      </Dialog>
    </>
  );
}

function TokenRow({ token, onEnd }: { token: AccessToken; onEnd: (button: Element) => void }) {
  const { t, language } = useText();
  const when = useWhen();
  const { name, scopes, last_four: lastFour, expires_at: expires, last_used_at: used } = token;
  return (
    <li className={styles.row}>
      <div className={row.words}>
        <p className={row.name}>
          <bdi>{name}</bdi>
          <bdi dir="ltr">…{lastFour}</bdi>
        </p>
        <p className={row.facts}>
          {scopes.map((scope) => (
            <span key={scope}>{t(`tokens.${scope}`)}</span>
          ))}
        </p>
        <p className={row.facts}>
          <span>{used ? t('tokens.lastUsed', { when: when(used) }) : t('tokens.neverUsed')}</span>
          <span>{expires ? t('tokens.endsOn', { date: writeDay(expires, language) }) : t('tokens.neverEnds')}</span>
        </p>
      </div>
      <Button aria-label={t('tokens.endOne', { name })} onClick={(event) => onEnd(event.currentTarget)}>
        {t('tokens.end')}
      </Button>
    </li>
  );
}

/** What a key is good for, by what it is made for. */
const scopesOf: Readonly<Record<Purpose, readonly TokenScope[]>> = {
  reading: ['read', 'sync'],
  publishing: ['publish'],
};
const purposes = ['reading', 'publishing'] as const;
type Purpose = (typeof purposes)[number];
const lives = ['30', '90', '365', 'never'] as const;

interface MakeFormProps {
  user: CurrentUser | null;
  onMade: () => void;
  onClose: () => void;
}

/** Asks what the key is for, then shows this once what to type where. */
function MakeForm({ user, onMade, onClose }: MakeFormProps) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const role = useQuery(sessionsQuery(api, user?.uuid)).data?.role ?? null;
  const [purpose, setPurpose] = useState<Purpose>('reading');
  const [life, setLife] = useState<(typeof lives)[number]>('365');
  const [made, setMade] = useState<MadeToken | null>(null);
  const state = useForm(make);
  const { problem } = state;
  const username = user?.username ?? '';

  async function make(typed: Typed): Promise<Problem | null> {
    const given = { name: typed('name').trim(), password: typed('password') };
    const missing = missingOf(given);
    if (missing) return { text: t('errors.fields_required'), missing };
    const days = life === 'never' ? {} : { expires_in_days: Number(life) };
    try {
      const body = { ...given, scopes: [...scopesOf[purpose]], ...days };
      setMade((await api.send('POST', '/user/tokens', { body })).result);
      onMade();
    } catch (error) {
      return problemOf(error, { text, fallback: 'tokens.makeFailed', fields: fieldsOfPassword });
    }
    return null;
  }

  if (made !== null) {
    const { token, apps } = made;
    return (
      <div className={shown.content}>
        <Notice>{t('tokens.onlyNow')}</Notice>
        {apps === null && <Copied label={t('tokens.token')} value={token} rows={2} />}
        {apps?.kind === 'reading' && <AppFields addresses={apps} username={username} token={token} />}
        {apps?.kind === 'publishing' && <ProgramFields address={apps.api} token={token} />}
        <FormActions>
          <Button onClick={onClose}>{t('tokens.done')}</Button>
        </FormActions>
      </div>
    );
  }
  return (
    <Form ref={state.form} onSubmit={state.onSubmit}>
      {problem && <Notice {...state.notice}>{problem}</Notice>}
      {mayPublish(role) && (
        <Select
          label={t('tokens.kind')}
          options={purposes.map((value) => ({ value, label: t(`tokens.${value}`) }))}
          value={purpose}
          onChange={setPurpose}
        />
      )}
      <p>{t(`tokens.${purpose}Text`)}</p>
      <Field
        {...state.field('name')}
        label={t('tokens.name')}
        hint={t('tokens.nameHint')}
        maxLength={60}
        autoComplete="off"
        dir="auto"
      />
      <Select
        label={t('tokens.life')}
        options={lives.map((value) => ({ value, label: lifeText(value) }))}
        value={life}
        onChange={setLife}
      />
      <PresentPassword state={state} username={username} />
      <FormActions>
        <SubmitButton busy={state.isBusy}>{t('tokens.make')}</SubmitButton>
        <Button onClick={onClose}>{t('accounts.cancel')}</Button>
      </FormActions>
    </Form>
  );

  function lifeText(value: (typeof lives)[number]): string {
    return value === 'never' ? t('tokens.neverEnds') : t('tokens.days', { count: Number(value) });
  }
}
