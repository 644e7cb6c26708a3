import { writeDay } from '../../web/date-time.ts';
import type { Environment } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';
import { keep } from '../../web/session.ts';
import { showToast, toasts } from '../../web/ui/toasts.ts';

/** Longer than anybody reads one page. */
const foreverMs = 2 ** 31 - 1;

/** Says on every page until when the user may keep the account, for as long as the server says so. */
export async function noticeDeletion(router: Router, { api, text }: Environment): Promise<void> {
  const { result } = await api.get('/user/deletion');
  keep('DELETES_AT', result?.deletes_at ?? null);
  if (!result) return;
  const notice = {
    text: text.t('leaving.deletesOn', { date: writeDay(result.deletes_at, text.language) }),
    action: { label: text.t('leaving.keep'), act: () => void stay() },
  };
  const forMs = { forMs: foreverMs };
  let shown = showToast(notice, forMs);
  // Dismissed on one page, it is said again on the next.
  const stop = router.subscribe(() => {
    if (toasts.get().shown.every(({ id }) => id !== shown)) shown = showToast(notice, forMs);
  });

  async function stay(): Promise<void> {
    stop();
    try {
      await api.send('DELETE', '/user/deletion');
      keep('DELETES_AT', null);
      showToast({ text: text.t('leaving.kept') });
    } catch {
      showToast({ text: text.t('leaving.deletionFailed'), action: notice.action });
    }
  }
}
