import { useState } from 'react';
import { recoverPath } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { writeDateTime } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { useQuery, useQueryClient } from '../../../web/query.ts';
import type { CurrentUser } from '../../../web/session.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { CopyField } from '../../../web/ui/CopyField.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Form, FormActions } from '../../../web/ui/Form.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import { type Typed, useForm } from '../../../web/use-form.ts';
import { fewRecoveryCodes } from '../rules.ts';
import { AccountRow } from './AccountRow.tsx';
import { recoveryCodesQuery } from './account-queries.ts';
import { PresentPassword } from './PresentPassword.tsx';
import { fieldsOfPassword } from './present-password.ts';
import { saveText } from './save-text.ts';
import styles from './TokenDialog.module.css';

/** How many recovery codes the user has left, and the way to new ones. */
export function RecoveryCodes({ user }: { user: CurrentUser | null }) {
  const { t } = useText();
  const api = useApi();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const query = recoveryCodesQuery(api, user?.uuid);
  const { data, isError, isFetching, refetch } = useQuery(query);
  const codes = data?.result;
  const close = () => setOpen(false);

  function showNew(): void {
    const { queryKey, queryFn } = query;
    void client.prefetchQuery({ queryKey, queryFn, staleTime: 0 });
  }

  return (
    <>
      {isError && (
        <Notice action={{ label: t('app.retry'), act: refetch, busy: isFetching }}>
          {t('accounts.recoveryLoadFailed')}
        </Notice>
      )}
      <AccountRow
        title={t('accounts.recoveryTitle')}
        text={
          <>
            {codes === null && <p>{t('accounts.recoveryNone')}</p>}
            {codes && <p>{t('accounts.recoveryLeft', { count: codes.left })}</p>}
            {codes && codes.left <= fewRecoveryCodes && <Notice tone="word">{t('accounts.recoveryFew')}</Notice>}
          </>
        }
      >
        <Button disabled={data === undefined} onClick={() => setOpen(true)}>
          {t(codes ? 'accounts.recoveryMakeNew' : 'accounts.recoveryMakeFirst')}
        </Button>
      </AccountRow>
      <Dialog open={isOpen} title={t('accounts.recoveryCodes')} closeLabel={t('accounts.close')} onClose={close}>
        <CodesForm username={user?.username ?? ''} onMade={showNew} onClose={close} />
      </Dialog>
    </>
  );
}

interface CodesFormProps {
  username: string;
  onMade: () => void;
  onClose: () => void;
}

/** Asks for the password, then shows the codes this once. */
function CodesForm({ username, onMade, onClose }: CodesFormProps) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const state = useForm(make);
  const { problem } = state;

  async function make(typed: Typed): Promise<Problem | null> {
    try {
      const { result } = await api.send('POST', '/user/recovery_codes', { body: { password: typed('password') } });
      setCodes(result.codes);
      onMade();
    } catch (error) {
      return problemOf(error, { text, fallback: 'accounts.recoveryFailed', fields: fieldsOfPassword });
    }
    return null;
  }

  if (codes) return <Made codes={codes} username={username} onClose={onClose} />;
  return (
    <Form ref={state.form} onSubmit={state.onSubmit}>
      <p>{t('accounts.recoveryText')}</p>
      {problem && <Notice {...state.notice}>{problem}</Notice>}
      <PresentPassword state={state} username={username} />
      <FormActions>
        <SubmitButton busy={state.isBusy}>{t('accounts.recoveryMakeFirst')}</SubmitButton>
        <Button onClick={onClose}>{t('accounts.cancel')}</Button>
      </FormActions>
    </Form>
  );
}

function Made({ codes, username, onClose }: { codes: readonly string[]; username: string; onClose: () => void }) {
  const { t, language } = useText();
  const list = codes.join('\n');

  function save(): void {
    const date = writeDateTime(new Date().toISOString(), language);
    const address = location.origin + recoverPath;
    saveText(`${t('accounts.recoveryFile', { username, address, date })}\n\n${list}\n`, 'recovery-codes.txt');
  }

  return (
    <div className={styles.content}>
      <Notice>{t('accounts.recoveryWarning')}</Notice>
      <CopyField
        label={t('accounts.recoveryCodes')}
        value={list}
        rows={codes.length}
        copyLabel={t('accounts.copy')}
        copiedText={t('accounts.copied')}
        selectedText={t('accounts.selected')}
      />
      <FormActions>
        <Button onClick={save}>{t('accounts.saveFile')}</Button>
        <Button onClick={onClose}>{t('accounts.codesKept')}</Button>
      </FormActions>
    </div>
  );
}
