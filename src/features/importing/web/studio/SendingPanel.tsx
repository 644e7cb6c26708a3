import { presentMs } from '../../../../web/clock.tsx';
import { useStore } from '../../../../web/store.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { ChooseFiles } from './ChooseFiles.tsx';
import { Progress, useTimeLeft } from './Progress.tsx';
import { type SendingState, sendingOf } from './sending.ts';

const megabyte = 1_000_000;

/** The files on their way, how far they are in all, and a choice of more; `isWhole`: none of them is missing. */
export function SendingPanel({ importId, isWhole = false }: { importId: string; isWhole?: boolean }) {
  const { t, number } = useStudioText();
  const { textOf } = useProblems();
  const sending = sendingOf(importId);
  const state = useStore(sending.store, sending.store.get());
  const megabytes = (bytes: number) => number(Math.round(bytes / megabyte));
  const left = useTimeLeft(secondsLeft(state));
  const isUnderWay = state.done + state.failed.length < state.files;
  return (
    <>
      {state.files > 0 && (
        <Progress
          label={isUnderWay ? t('imports.sending') : t('imports.allSent')}
          done={state.sentBytes}
          total={state.bytes}
          words={[
            t('imports.sent', { done: number(state.done), total: number(state.files) }),
            t('imports.sentBytes', { done: megabytes(state.sentBytes), total: megabytes(state.bytes) }),
            ...(left ? [left] : []),
          ]}
        >
          {isUnderWay && (
            <Button onClick={() => (state.isPaused ? sending.resume() : sending.pause())}>
              {t(state.isPaused ? 'imports.resume' : 'imports.pause')}
            </Button>
          )}
        </Progress>
      )}
      {state.waitingFor && (
        <Notice>{state.waitingFor.code === null ? t('imports.waiting') : textOf(state.waitingFor)}</Notice>
      )}
      {state.failed.map(({ path, problem }) => (
        <Notice key={path}>
          {t('imports.sendFailed')}: <bdi dir="ltr">{path}</bdi>. {textOf(problem)}
        </Notice>
      ))}
      {!isUnderWay && (
        <ChooseFiles
          isSmall
          {...(state.files === 0 && !isWhole ? { hint: t('imports.again') } : {})}
          onChosen={(files) => sending.add(files)}
        />
      )}
    </>
  );
}

/** Whether files of an import are on their way now. */
export function useIsSending(importId: string): boolean {
  const { store } = sendingOf(importId);
  const { files, done, failed } = useStore(store, store.get());
  return done + failed.length < files;
}

/** At the speed since the first byte; null: nothing is on its way, or it has only begun. */
function secondsLeft({ begunAt, bytes, sentBytes, isPaused }: SendingState): number | null {
  if (begunAt === null || isPaused || sentBytes === 0 || sentBytes >= bytes) return null;
  return Math.max(1, Math.round(((presentMs() - begunAt) / 1000 / sentBytes) * (bytes - sentBytes)));
}
