import { useState } from 'react';
import { Button } from '../../../../web/ui/Button.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import panel from '../../../../web/ui/Panel.module.css';
import { showToast } from '../../../../web/ui/toasts.ts';
import { Ask } from '../../../studio/web/Ask.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { TextArea } from '../../../studio/web/TextArea.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { ProofFile } from '../../studio-contract.ts';
import styles from './ProofsPage.module.css';

/** The small files by which WeChat, search engines and others know whose site this is. */
function ProofsPage() {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const attempt = useAttempt();
  const asked = useStudioQuery('/studio/site/proofs');
  const [isAdding, setAdding] = useState(false);

  const remove = ({ name, text }: ProofFile) =>
    attempt(async () => {
      const params = { name };
      await calls.send('DELETE', '/studio/site/proofs/:name', { params });
      await asked.refetch();
      const undo = async () => {
        await calls.send('PUT', '/studio/site/proofs/:name', { params, body: { text } });
        await asked.refetch();
      };
      showToast({ text: t('proofs.removed', { name }), action: { label: t('kit.undo'), act: () => void undo() } });
    });

  return (
    <Page
      title={t('proofs.title')}
      lead={t('proofs.lead')}
      actions={
        <Button variant="primary" onClick={() => setAdding(true)}>
          {t('proofs.add')}
        </Button>
      }
    >
      <Loaded asked={asked}>
        {({ data: { result } }) =>
          result.length === 0 ? (
            <EmptyState title={t('proofs.nothing')}>{t('proofs.nothingText')}</EmptyState>
          ) : (
            <ul className={panel.list}>
              {result.map((file) => (
                <li key={file.name} className={classes(panel.panel, styles.file)}>
                  <a href={`/${file.name}`} target="_blank" rel="noopener" className={styles.name} dir="ltr">
                    /{file.name}
                  </a>
                  <pre className={styles.text} dir="auto">
                    {file.text}
                  </pre>
                  <Button aria-label={t('proofs.removeOf', { name: file.name })} onClick={() => void remove(file)}>
                    {t('proofs.remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Ask
        open={isAdding}
        title={t('proofs.add')}
        confirm={t('kit.save')}
        fields={['name', 'text']}
        act={async (typed) => {
          const params = { name: typed('name').trim() };
          await calls.send('PUT', '/studio/site/proofs/:name', { params, body: { text: typed('text') } });
          await asked.refetch();
        }}
        onClose={() => setAdding(false)}
      >
        {({ fields }) => (
          <>
            <Field
              name="name"
              label={t('proofs.name')}
              hint={t('proofs.nameHint')}
              error={fields.name}
              dir="ltr"
              required
            />
            <TextArea name="text" label={t('proofs.text')} error={fields.text} dir="ltr" rows={4} />
          </>
        )}
      </Ask>
    </Page>
  );
}

export const proofsPage = studioPage(ProofsPage);
