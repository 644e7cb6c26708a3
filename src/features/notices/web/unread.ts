import { paths } from '../../../shared/paths.ts';
import type { ApiClient } from '../../../web/api-client.ts';
import type { Text } from '../../../web/i18n.tsx';
import { currentUser, subscribeToSession } from '../../../web/session.ts';

const most = 99;
const everyMs = 60_000;

/**
 * Says in the header how many notices are unread; null: nobody knows. It changes the link itself, whose own label never
 * changes: so the first view of no page has code for it.
 */
export function showUnread({ t, number }: Text, unread: number | null): void {
  const link = document.querySelector(`header a[href^="${paths.inbox()}"]`);
  if (!link) return;
  const count = unread !== null && unread > most ? `${number(most)}+` : number(unread ?? 0);
  const many = () => t('notices.bellMany', { number: count });
  const label = unread === null ? t('notices.title') : unread > most ? many() : t('notices.bell', { count: unread });
  for (const name of ['aria-label', 'title']) link.setAttribute(name, label);
  if (unread) link.setAttribute('data-badge', count);
  else link.removeAttribute('data-badge');
}

/** Keeps the header's bell up to date: asks now, and each minute while the page is seen. */
export function watchUnread({ api, text }: { api: ApiClient; text: Text }): void {
  let askedAt = Number.NEGATIVE_INFINITY;
  function ask(): void {
    const user = currentUser()?.uuid;
    if (!user || document.hidden || performance.now() - askedAt < everyMs) return;
    askedAt = performance.now();
    api.get('/user/inbox/unread').then(
      ({ result }) => currentUser()?.uuid === user && showUnread(text, result.unread),
      () => {}, // it is asked again in a minute
    );
  }
  ask();
  setInterval(ask, everyMs + 1);
  document.addEventListener('visibilitychange', ask);
  subscribeToSession((user) => {
    showUnread(text, null);
    if (user) askedAt = Number.NEGATIVE_INFINITY;
    ask();
  });
}
