import { showToast } from '../../../../web/ui/toasts.ts';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { useProblems } from '../../../studio/web/problems.ts';
import { type StudioKey, useStudioText } from '../../../studio/web/words.ts';

type Method = 'POST' | 'DELETE';

/** Does something by a call and says that it is done, or what was in its way. Answers the call's result. */
export function useAct(
  onChanged: () => Promise<void>,
): <Result>(path: string, given: { method?: Method; says: (result: Result) => StudioKey }) => Promise<void> {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const { textOf } = useProblems();
  return async <Result>(
    path: string,
    { method = 'POST', says }: { method?: Method; says: (result: Result) => StudioKey },
  ) => {
    try {
      const { data } = await calls.send<{ result: Result } | undefined>(method, path);
      showToast({ text: t(says(data?.result as Result)) }); // an answer without a body has a word that asks for nothing
      await onChanged();
    } catch (error) {
      showToast({ text: textOf(error) });
    }
  };
}

/** Begins something in the background, and tells what was in its way. */
export function useBegin(onChanged: () => Promise<void>): (path: string) => Promise<void> {
  const act = useAct(onChanged);
  return (path) => act(path, { says: () => 'health.begun' });
}
