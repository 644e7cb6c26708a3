import { useState } from 'react';
import { documentPath } from '../../../../shared/paths.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link, useNavigate } from '../../../../web/router.tsx';
import { Button, buttonClass } from '../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { Ask, type Typed } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useKeepAnswer, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { SortableList } from '../../../studio/web/SortableList.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { documentKinds } from '../../rules.ts';
import type { DraftOnWire } from '../../studio-contract.ts';
import styles from './DocumentsPage.module.css';
import { DraftState } from './DraftState.tsx';
import { useTitleOf } from './titles.ts';

/** The operator's pages, in the order in which the footer links to them. */
function DocumentsPage() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/site/pages');
  const [isMaking, setMaking] = useState(false);
  const rows = asked.data?.data.result;
  return (
    <Page
      title={t('documents.title')}
      lead={t('documents.lead')}
      actions={
        <Button variant="primary" disabled={rows === undefined} onClick={() => setMaking(true)}>
          {t('documents.make')}
        </Button>
      }
    >
      <Loaded asked={asked}>{({ data }) => <DocumentList rows={data.result} />}</Loaded>
      <NewDocument open={isMaking} rows={rows ?? []} onClose={() => setMaking(false)} />
    </Page>
  );
}

function DocumentList({ rows }: { rows: readonly DraftOnWire[] }) {
  const { t } = useStudioText();
  const attempt = useAttempt();
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const titleOf = useTitleOf(useText().language);

  async function move(from: number, to: number): Promise<void> {
    const pages = rows.map(({ page }) => page);
    const [page = ''] = pages.splice(from, 1);
    const body = { before: pages[to] ?? null };
    await attempt(async () => {
      const moved = await calls.send('POST', '/studio/site/pages/:page/move', { params: { page }, body });
      keepAnswer('/studio/site/pages', {}, moved);
    });
  }

  if (rows.length === 0) return <EmptyState title={t('documents.nothing')}>{t('documents.nothingText')}</EmptyState>;
  return (
    <SortableList rows={rows} rowKey={({ page }) => page} nameOf={titleOf} onMove={move}>
      {(row) => (
        <>
          <Link to={studioPaths.document(row.page)} className={styles.title}>
            <bdi>{titleOf(row)}</bdi>
          </Link>
          <DraftState draft={row} />
          <span className={styles.facts}>
            {row.in_force !== null && t(row.footer ? 'documents.inFooter' : 'documents.notInFooter')}
          </span>
          {row.in_force !== null && (
            <a href={documentPath(row.page)} className={buttonClass({ variant: 'quiet' })}>
              {t('book.open')}
            </a>
          )}
        </>
      )}
    </SortableList>
  );
}

const own = 'own';

/**
 * Asks which page is to be written: one of the usual ones that are missing, such as `terms`, or one with an address of
 * its own.
 */
function NewDocument({ open, rows, onClose }: { open: boolean; rows: readonly DraftOnWire[]; onClose: () => void }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const navigate = useNavigate();
  const left = documentKinds.filter((kind) => rows.every(({ page }) => page !== kind));
  const [chosen, setChosen] = useState<string | null>(null);
  const kind = chosen ?? left[0] ?? own;

  async function make(typed: Typed): Promise<void> {
    const page = kind === own ? typed('page').trim() : kind;
    const order = Math.min(1000, Math.max(-1, ...rows.map((row) => row.order)) + 1);
    await calls.send('POST', '/studio/site/pages', { body: { page, titles: {}, bodies: {}, footer: true, order } });
    navigate(studioPaths.document(page));
  }

  return (
    <Ask
      open={open}
      title={t('documents.make')}
      confirm={t('documents.makeDraft')}
      fields={['page']}
      act={make}
      onClose={onClose}
    >
      {({ fields }) => (
        <>
          <ChoiceField
            label={t('documents.kind')}
            value={kind}
            options={[
              ...left.map((each) => ({ value: each, label: t(`documents.kinds.${each}`) })),
              { value: own, label: t('documents.ownKind') },
            ]}
            onChange={(event) => setChosen(event.target.value)}
          />
          {kind === own && (
            <Field
              name="page"
              label={t('documents.address')}
              hint={t('documents.addressHint')}
              error={fields.page}
              dir="ltr"
              spellCheck={false}
            />
          )}
        </>
      )}
    </Ask>
  );
}

export const documentsPage = studioPage(DocumentsPage);
