import { useEffect, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { Ask } from '../../../studio/web/Ask.tsx';
import { useLookAgain, useRefresh, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { History } from '../../../studio/web/History.tsx';
import { writeMoment } from '../../../studio/web/Moment.tsx';
import { Facts, LoadedPage, Page, Section, studioPage } from '../../../studio/web/Page.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { ImportOnWire, ImportState } from '../../studio-contract.ts';
import { AfterImport } from './AfterImport.tsx';
import { ImportStateWord } from './ImportStateWord.tsx';
import { Plan } from './Plan.tsx';
import { Progress, useTimeLeft } from './Progress.tsx';
import { SendingPanel, useIsSending } from './SendingPanel.tsx';
import { sendingOf } from './sending.ts';
import { UndoDialog } from './UndoDialog.tsx';

const lookEveryMs = 1000;
const busy: readonly ImportState[] = ['checking', 'committing', 'undoing'];
const withPlan: readonly ImportState[] = ['checked', 'committing', 'committed', 'undone'];

/** An import from its first file to its undo. */
function ImportPage({ params }: { params: Record<string, string> }) {
  const { id = '' } = params;
  const asked = useStudioQuery('/studio/imports/:id', { params: { id } });
  return (
    <LoadedPage asked={asked}>
      {({ data: { result } }) => <OpenedImport given={result} onChanged={async () => void (await asked.refetch())} />}
    </LoadedPage>
  );
}

function OpenedImport({ given, onChanged }: { given: ImportOnWire; onChanged: () => Promise<void> }) {
  const { t } = useStudioText();
  const { id, state } = given;
  const isOver = ['undone', 'canceled', 'expired', 'failed'].includes(state);
  const isUnderWay = busy.includes(state) || (state === 'checked' && given.phase !== '');
  useLookAgain('/studio/imports/:id', { everyMs: lookEveryMs, isWanted: isUnderWay });
  const refreshHistory = useRefresh('/studio/audit');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the work writes its row when it has ended
  useEffect(() => void refreshHistory(), [state]);
  return (
    <Page
      title={given.name || t('imports.unnamed')}
      state={<ImportStateWord {...given} />}
      lead={state === 'undone' && hasFiles(given) && t('imports.undoneText')}
      actions={<Steps given={given} onChanged={onChanged} />}
    >
      {given.cause && (
        <Notice>
          {t('imports.cause')}: {given.cause}
        </Notice>
      )}
      {state === 'collecting' && <SendingPanel importId={id} />}
      {busy.includes(state) && <UnderWay given={given} />}
      {state === 'committed' && <AfterImport given={given} />}
      {!isOver && state !== 'collecting' && state !== 'checking' && <Counts given={given} />}
      {withPlan.includes(state) && given.source === 'studio' && (
        <Plan key={`${state} ${given.counts.files}`} given={given} onChanged={onChanged} />
      )}
      {(state === 'checked' || (state === 'committed' && given.counts.failed > 0)) && (
        <Section title={t(state === 'checked' ? 'imports.moreFiles' : 'imports.sendAgain')}>
          <SendingPanel importId={id} isWhole />
        </Section>
      )}
      <Section title={t('book.tabs.history')}>
        <History target={id} />
      </Section>
    </Page>
  );
}

/**
 * Files that were sent can be brought in again. An import by a command sends none, and words that were replaced in texts
 * are an import without files.
 */
const hasFiles = ({ source, counts }: ImportOnWire) => source === 'studio' && counts.files > 0;

function UnderWay({ given: { state, done, total, current, eta_seconds: seconds } }: { given: ImportOnWire }) {
  const { t, number } = useStudioText();
  const left = useTimeLeft(seconds);
  const words = [
    ...(total > 0
      ? [t('imports.pictures', { done: number(done), total: number(total) })]
      : done > 0
        ? [t('imports.picturesSoFar', { count: done })]
        : []),
    ...(current ? [current] : []),
    ...(left ? [left] : []),
  ];
  return <Progress label={t(`imports.states.${state}`)} done={done} total={total} words={words} />;
}

const counted = ['new', 'replaced', 'same', 'left_out', 'failed', 'warnings'] as const;

function Counts({ given: { counts } }: { given: ImportOnWire }) {
  const { t, number } = useStudioText();
  const told = counted.filter((name) => name === 'new' || counts[name] > 0);
  return <Facts facts={told.map((name) => [t(`imports.counts.${name}`), number(counts[name])] as const)} />;
}

type Question = 'cancel' | 'undo' | null;

/** The buttons of what can be done with an import now. */
function Steps({ given, onChanged }: { given: ImportOnWire; onChanged: () => Promise<void> }) {
  const { t } = useStudioText();
  const { language } = useText();
  const calls = useStudioCalls();
  const attempt = useAttempt();
  const isSending = useIsSending(given.id);
  const [isBusy, setBusy] = useState(false);
  const [question, setQuestion] = useState<Question>(null);
  const { id, state } = given;

  async function check(): Promise<void> {
    setBusy(true);
    await attempt(async () => {
      await calls.send('POST', '/studio/imports/:id/check', { params: { id } });
      await onChanged();
    }).finally(() => setBusy(false));
  }

  async function cancel(): Promise<void> {
    sendingOf(id).stop();
    await calls.send('POST', '/studio/imports/:id/cancel', { params: { id } });
    await onChanged();
  }

  const isOpen = ['collecting', 'checking', 'checked', 'committing'].includes(state);
  return (
    <>
      {isOpen && <Button onClick={() => setQuestion('cancel')}>{t('imports.cancel')}</Button>}
      {(state === 'collecting' || state === 'checked' || (state === 'undone' && hasFiles(given))) && (
        <Button
          variant={state === 'collecting' ? 'primary' : 'plain'}
          disabled={isSending || isBusy}
          onClick={() => void check()}
        >
          {t(state === 'collecting' ? 'imports.check' : 'imports.checkAgain')}
        </Button>
      )}
      {state === 'committed' && (
        <Button onClick={() => setQuestion('undo')}>
          {given.undo_until
            ? t('imports.undoUntil', { date: writeMoment(given.undo_until, language) })
            : t('imports.undo')}
        </Button>
      )}
      <Ask
        open={question === 'cancel'}
        title={t('imports.cancelTitle')}
        confirm={t('imports.cancel')}
        act={cancel}
        onClose={() => setQuestion(null)}
      >
        {() => <p>{t('imports.cancelText')}</p>}
      </Ask>
      <UndoDialog given={given} isOpen={question === 'undo'} onChanged={onChanged} onClose={() => setQuestion(null)} />
    </>
  );
}

export const importPage = studioPage(ImportPage, ['show', 'page']);
