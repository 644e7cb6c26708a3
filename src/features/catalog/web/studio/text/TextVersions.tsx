import { useState } from 'react';
import type { Language } from '../../../../../shared/languages.ts';
import { useText } from '../../../../../web/i18n.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../../web/ui/Dialog.tsx';
import { FormActions } from '../../../../../web/ui/Form.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { showToast } from '../../../../../web/ui/toasts.ts';
import { renewOnConflict, useRefresh, useStudioCalls, useStudioQuery } from '../../../../studio/web/calls.ts';
import { ExactMoment } from '../../../../studio/web/Moment.tsx';
import { Loaded } from '../../../../studio/web/Page.tsx';
import { useProblems } from '../../../../studio/web/problems.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import { Comparison } from './Comparison.tsx';
import styles from './TextVersions.module.css';
import type { LoadedText } from './use-text-editing.ts';

interface Given {
  chapterId: string;
  language: Language;
  /** What stands in the editor. */
  current: string;
  /** Whether that is not published: a version that is brought back takes its place. */
  isChanged: boolean;
  etag: string | null;
  onRestored: (answer: LoadedText) => void;
}

/** The last versions of a text, each beside what stands in the editor, to bring one back. */
export function TextVersions(given: Given) {
  const { t } = useStudioText();
  const { t: site } = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('text.versions')}</Button>
      <Dialog open={isOpen} title={t('text.versions')} closeLabel={site('app.close')} onClose={close}>
        {isOpen && <VersionList {...given} onClose={close} />}
      </Dialog>
    </>
  );
}

function VersionList({
  chapterId: uuid,
  language,
  current,
  isChanged,
  etag,
  onRestored,
  onClose,
}: Given & { onClose: () => void }) {
  const { t } = useStudioText();
  const [chosen, setChosen] = useState<number | null>(null);
  const asked = useStudioQuery('/studio/chapters/:uuid/text/:language/versions', { params: { uuid, language } });
  return (
    <Loaded asked={asked}>
      {({ data: { result } }) => (
        <div className={styles.versions}>
          {result.length === 0 && <p>{t('text.noVersions')}</p>}
          <ol className={styles.list}>
            {result.map(({ version, at, user, by, words }) => (
              <li key={version}>
                <button
                  type="button"
                  className={styles.version}
                  aria-pressed={chosen === version}
                  onClick={() => setChosen(version)}
                >
                  <ExactMoment at={at} />
                  <span>{user?.username ?? (by === 'studio' ? '–' : t('text.byImport'))}</span>
                  <span className={styles.words}>{t('text.words', { count: words })}</span>
                </button>
              </li>
            ))}
          </ol>
          {chosen !== null && (
            <OneVersion
              key={chosen}
              version={chosen}
              {...{ uuid, language, current, isChanged, etag, onRestored, onClose }}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

function OneVersion({
  uuid,
  language,
  version,
  current,
  isChanged,
  etag,
  onRestored,
  onClose,
}: Omit<Given, 'chapterId'> & { uuid: string; version: number; onClose: () => void }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const { faultsOf } = useProblems();
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const params = { uuid, language, version: String(version) };
  const refreshText = useRefresh('/studio/chapters/:uuid/text/:language');
  const asked = useStudioQuery('/studio/chapters/:uuid/text/:language/versions/:version', { params });

  async function restore(): Promise<void> {
    setBusy(true);
    try {
      const path = '/studio/chapters/:uuid/text/:language/versions/:version/restore';
      const change = calls.send('POST', path, { params, body: {}, ifMatch: etag });
      onRestored(await renewOnConflict(change, refreshText));
      showToast({ text: t('text.restored') });
      onClose();
    } catch (error) {
      setFault(faultsOf(error, []).text);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Loaded asked={asked}>
      {({ data: { result } }) => (
        <>
          {fault !== null && <Notice>{fault}</Notice>}
          <Comparison
            before={result.markdown}
            after={current}
            names={{ before: t('text.thisVersion'), after: t('text.inEditor') }}
            language={language}
          />
          {isAsked && <Notice>{t('text.restoreOver')}</Notice>}
          <FormActions>
            {isAsked && <Button onClick={() => setAsked(false)}>{t('kit.cancel')}</Button>}
            <Button
              variant="primary"
              disabled={isBusy}
              onClick={() => (isChanged && !isAsked ? setAsked(true) : void restore())}
            >
              {t('text.restore')}
            </Button>
          </FormActions>
        </>
      )}
    </Loaded>
  );
}
