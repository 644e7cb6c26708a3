import { useState } from 'react';
import { ApiError } from '../../../../web/api-client.ts';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { type Answered, type One, useKeepAnswer, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { EditForm } from '../../../studio/web/EditForm.tsx';
import { FileButton } from '../../../studio/web/FileButton.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { TextArea } from '../../../studio/web/TextArea.tsx';
import { useEditing } from '../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { type FaultCode, faultTexts } from '../../redirect-lines.ts';
import type { RedirectsOnWire } from '../../studio-contract.ts';
import styles from './Moving.module.css';

/** The old addresses of the site and where they lead. */
function RedirectsPage() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/redirects');
  return (
    <Page title={t('redirects.title')} lead={t('redirects.lead')}>
      <Loaded asked={asked}>{(loaded) => <RedirectsForm loaded={loaded} />}</Loaded>
    </Page>
  );
}

interface LineFault {
  path: string;
  code: string;
}

function RedirectsForm({ loaded }: { loaded: Answered<One<RedirectsOnWire>> }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const [faults, setFaults] = useState<readonly LineFault[]>([]);
  const editing = useEditing<RedirectsOnWire>({
    name: '/redirects',
    loaded,
    flatten: ({ text, hosts }) => ({ text, hosts: hosts.join('\n') }),
    async save({ text, hosts }, ifMatch) {
      const body = {
        ...(text !== undefined && { text: String(text) }),
        ...(hosts !== undefined && { hosts: String(hosts).split(/\s+/).filter(Boolean) }),
      };
      try {
        const saved = await calls.send('PUT', '/studio/redirects', { body, ifMatch });
        setFaults([]);
        return saved;
      } catch (error) {
        setFaults(faultsOf(error));
        throw error;
      }
    },
    keep: (saved) => keepAnswer('/studio/redirects', {}, saved),
  });
  const nameOf = (field: string) => t(field === 'hosts' ? 'redirects.hosts' : 'redirects.list');
  return (
    <EditForm editing={editing} nameOf={nameOf} help={t('redirects.help')}>
      {faults.length > 0 && <FaultList faults={faults} />}
      <TextArea
        label={t('redirects.list')}
        hint={t('redirects.count', { count: loaded.data.result.count })}
        rows={18}
        dir="ltr"
        spellCheck={false}
        className={styles.list}
        value={String(editing.value.text ?? '')}
        onChange={(event) => editing.change({ text: event.target.value })}
      />
      <div>
        <FileButton
          label={t('redirects.file')}
          accept=".txt,.yaml,.yml,.json,text/plain"
          onChoose={([file]) => void file?.text().then((text) => editing.change({ text }))}
        />
      </div>
      <TextArea
        label={t('redirects.hosts')}
        hint={t('redirects.hostsHint')}
        error={editing.faults.fields.hosts}
        rows={3}
        dir="ltr"
        spellCheck={false}
        value={String(editing.value.hosts ?? '')}
        onChange={(event) => editing.change({ hosts: event.target.value })}
      />
    </EditForm>
  );
}

/** The lines that the server has refused, with what it says of each. */
function FaultList({ faults }: { faults: readonly LineFault[] }) {
  const { t } = useStudioText();
  return (
    <Notice>
      {t('redirects.refused', { count: faults.length })}
      <ul className={styles.faults}>
        {faults.map(({ path, code }) => (
          <li key={path}>
            {t('redirects.line', { line: Number(path.slice('line '.length)) })}{' '}
            {isFault(code) ? t(`redirects.faults.${code}`) : t('kit.wrongValue')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const isFault = (code: string): code is FaultCode => Object.hasOwn(faultTexts, code);

function faultsOf(error: unknown): readonly LineFault[] {
  if (!(error instanceof ApiError)) return [];
  return (error.body.details ?? []).filter(({ path }) => path.startsWith('line '));
}

export const redirectsPage = studioPage(RedirectsPage);
