import { showToast } from '../../../../web/ui/toasts.ts';
import type { Answered } from '../../../studio/web/calls.ts';
import { useAttempt } from '../../../studio/web/problems.ts';
import { type StudioKey, useStudioText } from '../../../studio/web/words.ts';

/** Waits for a call and says that it is done, or what was in its way. */
export function useAct(
  onChanged: () => Promise<void>,
): <Data>(call: Promise<Answered<Data>>, says: (data: Data) => StudioKey) => Promise<void> {
  const { t } = useStudioText();
  const attempt = useAttempt();
  return (call, says) =>
    attempt(async () => {
      const { data } = await call;
      showToast({ text: t(says(data)) });
      await onChanged();
    });
}
