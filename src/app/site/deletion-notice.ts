import { writeDay } from '../../web/date-time.ts';
import type { Environment } from '../../web/navigation.ts';
import type { Router } from '../../web/router.tsx';
import { currentUser, keep, readKept, subscribeToKept, subscribeToSession } from '../../web/session.ts';
import { dismissToast, showToast, toasts } from '../../web/ui/toasts.ts';

/** Longer than anybody reads one page. */
const foreverMs = 2 ** 31 - 1;

/** Says on every page until when the user may keep the account, for as long as the server says so. */
export async function noticeDeletion(router: Router, { api, text }: Environment): Promise<void> {
  const user = currentUser()?.uuid;
  const { result } = await api.get('/user/deletion');
  if (currentUser()?.uuid !== user) return;
  keep('DELETES_AT', result?.deletes_at ?? null);
  if (!result) return;
  const { deletes_at: deletesAt } = result;
  const notice = {
    text: text.t('leaving.deletesOn', { date: writeDay(deletesAt, text.language) }),
    action: { label: text.t('leaving.keep'), act: () => void stay() },
  };
  const forMs = { forMs: foreverMs };
  let shown = showToast(notice, forMs);
  const ends = [
    // Dismissed on one page, it is said again on the next.
    router.subscribe(() => {
      if (toasts.get().shown.every(({ id }) => id !== shown)) shown = showToast(notice, forMs);
    }),
    // It holds for this user and this day alone: the profile may change it.
    subscribeToKept('DELETES_AT', look),
    subscribeToSession(look),
  ];

  function look(): void {
    if (currentUser()?.uuid === user && readKept('DELETES_AT') === deletesAt) return;
    stop();
    dismissToast(shown);
  }

  function stop(): void {
    for (const end of ends) end();
  }

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
