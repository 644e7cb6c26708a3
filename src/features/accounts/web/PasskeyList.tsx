import { useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { writeDay } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { useQuery, useQueryClient } from '../../../web/query.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { Form, FormActions } from '../../../web/ui/Form.tsx';
import { focusAfterRemoval } from '../../../web/ui/focus-after-removal.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import row from '../../../web/ui/Row.module.css';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import { type Typed, useForm } from '../../../web/use-form.ts';
import type { Passkey } from '../contract.ts';
import { passkeysQuery } from './account-queries.ts';
import { missingOf } from './checks.ts';
import { PresentPassword } from './PresentPassword.tsx';
import styles from './SessionList.module.css';
import { useWhen } from './use-when.ts';

type Opened =
  | { kind: 'add' }
  | { kind: 'rename'; passkey: Passkey }
  | { kind: 'delete'; passkey: Passkey; focusNext: () => void }
  | null;

/** The user's passkeys, to be added, named and deleted. */
export function PasskeyList({ user }: { user: { uuid: string; username: string | null } | null }) {
  const { t } = useText();
  const api = useApi();
  const client = useQueryClient();
  const query = passkeysQuery(api, user?.uuid);
  const { data, isError, isFetching, refetch } = useQuery(query);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);

  async function done(): Promise<void> {
    close();
    await client.prefetchQuery({ ...query, staleTime: 0 });
    if (opened?.kind === 'delete') opened.focusNext();
  }

  return (
    <>
      {isError && (
        <Notice action={{ label: t('app.retry'), act: refetch, busy: isFetching }}>{t('passkeys.failed')}</Notice>
      )}
      {!data && !isError && <Skeleton className={styles.waitingDevice} />}
      {data && data.result.length > 0 && (
        <ul className={styles.list} aria-label={t('passkeys.title')}>
          {data.result.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpened({ kind: 'rename', passkey })}
              onDelete={(button) => setOpened({ kind: 'delete', passkey, focusNext: focusAfterRemoval(button) })}
            />
          ))}
        </ul>
      )}
      <Button className={styles.all} onClick={() => setOpened({ kind: 'add' })}>
        {t('passkeys.add')}
      </Button>
      <Dialog
        open={opened !== null}
        title={t(opened === null ? 'passkeys.title' : titles[opened.kind])}
        closeLabel={t('accounts.close')}
        onClose={close}
      >
        {opened?.kind === 'add' && <AddForm username={user?.username ?? ''} onDone={done} onClose={close} />}
        {opened?.kind === 'rename' && <RenameForm passkey={opened.passkey} onDone={done} onClose={close} />}
        {opened?.kind === 'delete' && <DeleteForm passkey={opened.passkey} onDone={done} onClose={close} />}
      </Dialog>
    </>
  );
}

const titles = { add: 'passkeys.add', rename: 'passkeys.rename', delete: 'passkeys.deleteTitle' } as const;

interface RowProps {
  passkey: Passkey;
  onRename: () => void;
  onDelete: (button: Element) => void;
}

function PasskeyRow({ passkey, onRename, onDelete }: RowProps) {
  const { t, language } = useText();
  const when = useWhen();
  const { name, created_at: created, last_used_at: used } = passkey;
  return (
    <li className={styles.row}>
      <div className={row.words}>
        <p className={row.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={row.facts}>
          <span>{used ? t('passkeys.lastUsed', { when: when(used) }) : t('passkeys.neverUsed')}</span>
          <span>{t('passkeys.added', { date: writeDay(created, language) })}</span>
        </p>
      </div>
      <div className={styles.acts}>
        <Button aria-label={t('passkeys.renameOne', { name })} onClick={onRename}>
          {t('passkeys.rename')}
        </Button>
        <Button aria-label={t('passkeys.deleteOne', { name })} onClick={(event) => onDelete(event.currentTarget)}>
          {t('passkeys.delete')}
        </Button>
      </div>
    </li>
  );
}

interface Finishing {
  onDone: () => void;
  onClose: () => void;
}

function AddForm({ username, onDone, onClose }: Finishing & { username: string }) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const state = useForm(add);
  const { form, notice, problem, field, isBusy, onSubmit } = state;

  async function add(typed: Typed): Promise<Problem | null> {
    const given = { password: typed('password') };
    const missing = missingOf(given);
    if (missing) return { text: t('errors.fields_required'), missing };
    try {
      const device = await import('./passkey-device.ts').catch(() => null);
      if (!device) return { text: t('app.partFailed') };
      const { result } = await api.send('POST', '/user/passkeys/options', { body: given });
      const response = await device.makePasskey(result);
      if (response === 'known') return { text: t('passkeys.known') };
      if (!response) return { text: t('passkeys.noneMade') };
      const name = typed('name').trim();
      await api.send('POST', '/user/passkeys', { body: { response, ...(name && { name }) } });
    } catch (error) {
      return problemOf(error, {
        ...{ text, fallback: 'passkeys.noneMade', fields: { password_wrong: 'password' } },
      });
    }
    onDone();
    return null;
  }

  return (
    <Form ref={form} onSubmit={onSubmit}>
      <p>{t('passkeys.addText')}</p>
      {problem && <Notice {...notice}>{problem}</Notice>}
      <PresentPassword state={state} username={username} />
      <NameField {...field('name')} />
      <FormActions>
        <SubmitButton busy={isBusy}>{t('passkeys.go')}</SubmitButton>
        <Button onClick={onClose}>{t('accounts.cancel')}</Button>
      </FormActions>
    </Form>
  );
}

function NameField(field: { name: string; error: string | null; defaultValue?: string }) {
  const { t } = useText();
  return (
    <Field
      {...field}
      label={t('passkeys.name')}
      hint={t('passkeys.nameHint')}
      maxLength={60}
      autoComplete="off"
      dir="auto"
    />
  );
}

function RenameForm({ passkey, onDone, onClose }: Finishing & { passkey: Passkey }) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const { form, notice, problem, field, isBusy, onSubmit } = useForm(rename);

  async function rename(typed: Typed): Promise<Problem | null> {
    const name = typed('name').trim();
    const missing = missingOf({ name });
    if (missing) return { text: t('errors.fields_required'), missing };
    try {
      await api.send('PATCH', '/user/passkeys/:id', { params: { id: passkey.id }, body: { name } });
    } catch (error) {
      return problemOf(error, { text, fallback: 'passkeys.notSaved' });
    }
    onDone();
    return null;
  }

  return (
    <Form ref={form} onSubmit={onSubmit}>
      {problem && <Notice {...notice}>{problem}</Notice>}
      <NameField {...field('name')} defaultValue={passkey.name} />
      <FormActions>
        <SubmitButton busy={isBusy}>{t('passkeys.save')}</SubmitButton>
        <Button onClick={onClose}>{t('accounts.cancel')}</Button>
      </FormActions>
    </Form>
  );
}

function DeleteForm({ passkey, onDone, onClose }: Finishing & { passkey: Passkey }) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const { form, notice, problem, isBusy, onSubmit } = useForm(remove);

  async function remove(): Promise<Problem | null> {
    try {
      await api.send('DELETE', '/user/passkeys/:id', { params: { id: passkey.id } });
    } catch (error) {
      // One that is not there any more is deleted already.
      if (!(error instanceof ApiError && error.status === 404))
        return problemOf(error, { text, fallback: 'passkeys.notSaved' });
    }
    onDone();
    return null;
  }

  return (
    <Form ref={form} onSubmit={onSubmit}>
      <p>{t('passkeys.deleteText', { name: passkey.name })}</p>
      {problem && <Notice {...notice}>{problem}</Notice>}
      <FormActions>
        <SubmitButton busy={isBusy}>{t('passkeys.delete')}</SubmitButton>
        <Button onClick={onClose}>{t('accounts.cancel')}</Button>
      </FormActions>
    </Form>
  );
}
