import { useState } from 'react';
import { csvLine } from '../../../../shared/csv-line.ts';
import { keepFile } from '../../../../web/keep-file.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../../web/ui/SubmitButton.tsx';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { FileButton } from '../../../studio/web/FileButton.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Page, Section, State, studioPage } from '../../../studio/web/Page.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { Table } from '../../../studio/web/Table.tsx';
import { TextArea } from '../../../studio/web/TextArea.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { type MemberRow, memberColumns, memberResults } from '../../studio-contract.ts';
import styles from './Moving.module.css';

/** What a table came to: tried, or done. */
interface Outcome {
  text: string;
  isDone: boolean;
  rows: readonly MemberRow[];
}

/** Brings in the members of another site: first a try, then the import, whose links are told once. */
function MembersImportPage() {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const { textOf } = useProblems();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const isTried = outcome !== null && !outcome.isDone && outcome.text === text;

  async function run({ isDone }: { isDone: boolean }): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFault(null);
    try {
      const { data } = await calls.send('POST', '/studio/members/import', { body: { text, dry_run: !isDone } });
      const { rows } = data.result;
      setOutcome({ text, isDone, rows });
      // Nobody can ask for the links again.
      if (isDone) keep(rows);
    } catch (error) {
      setFault(textOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Page title={t('moving.title')} lead={t('moving.lead')}>
      {fault !== null && <Notice>{fault}</Notice>}
      <TextArea
        label={t('moving.table')}
        hint={t('moving.tableHint')}
        rows={10}
        dir="ltr"
        spellCheck={false}
        className={styles.list}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.buttons}>
        <FileButton
          label={t('moving.file')}
          accept=".csv,text/csv,text/plain"
          onChoose={([file]) => void file?.text().then(setText)}
        />
        <Button disabled={isBusy || text.trim() === ''} onClick={() => void run({ isDone: false })}>
          {t('moving.try')}
        </Button>
        <SubmitButton type="button" busy={isBusy} disabled={!isTried} onClick={() => void run({ isDone: true })}>
          {t('moving.import')}
        </SubmitButton>
      </div>
      {outcome && <Rows outcome={outcome} />}
    </Page>
  );
}

/** More rows than anybody reads would hold the page. */
const mostShown = 500;

function Rows({ outcome: { rows, isDone } }: { outcome: Outcome }) {
  const { t, number } = useStudioText();
  const counts = memberResults.map((result) => [result, rows.filter((row) => row.result === result).length] as const);
  return (
    <Section
      title={t(isDone ? 'moving.done' : 'moving.tried')}
      actions={isDone && <Button onClick={() => keep(rows)}>{t('moving.save')}</Button>}
    >
      {isDone && <Notice tone="word">{t('moving.once')}</Notice>}
      <p className={styles.counts}>
        {counts
          .filter(([, count]) => count > 0)
          .map(([result, count]) => (
            <span key={result}>
              {t(`moving.results.${result}`)} <strong>{number(count)}</strong>
            </span>
          ))}
      </p>
      <Table
        caption={t('moving.table')}
        rows={rows.slice(0, mostShown)}
        rowKey={({ line }) => String(line)}
        empty={{ title: t('moving.nothing') }}
        columns={[
          { head: t('moving.line'), cell: ({ line }) => number(line) },
          { head: t('moving.id'), cell: ({ external_id: id }) => <bdi>{id}</bdi> },
          { head: t('moving.name'), isWanted: true, cell: ({ username }) => <bdi>{username}</bdi> },
          {
            head: t('moving.result'),
            isWanted: true,
            cell: ({ result }) => (
              <State tone={result === 'error' ? 'warning' : 'plain'}>{t(`moving.results.${result}`)}</State>
            ),
          },
          { head: t('moving.ends'), cell: ({ expires_at: at }) => at && <ExactMoment at={at} /> },
          { head: t('moving.why'), isWanted: true, cell: ({ error }) => <bdi dir="ltr">{error}</bdi> },
        ]}
      />
      {rows.length > mostShown && <p>{t('moving.more', { count: rows.length - mostShown })}</p>}
    </Section>
  );
}

/** Gives the table with the links to the browser; the mark at its beginning tells spreadsheets that it is UTF-8. */
function keep(rows: readonly MemberRow[]): void {
  const lines = rows.map((row) => csvLine(memberColumns.map((column) => row[column])));
  keepFile('members.csv', new Blob([`\ufeff${csvLine(memberColumns)}`, ...lines], { type: 'text/csv' }));
}

export const membersImportPage = studioPage(MembersImportPage);
