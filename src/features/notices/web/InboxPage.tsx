import { paths } from '../../../shared/paths.ts';
import { useText } from '../../../web/i18n.tsx';
import { withNext } from '../../../web/next-address.ts';
import type { PageModule } from '../../../web/page.ts';
import { createPart, usePart } from '../../../web/part.ts';
import { userStore } from '../../../web/session.ts';
import { useStore } from '../../../web/store.ts';
import { Notice } from '../../../web/ui/Notice.tsx';

/** Apart from the page, so that no other page's first view names its files. */
const inboxPart = createPart(() => import('./Inbox.tsx').then((module) => module.Inbox));

/** What its user was told. Only the browser knows who that is: the server renders the frame. */
function InboxPage() {
  const { t } = useText();
  const user = useStore(userStore, null);
  const { Component: Inbox, hasFailed, retry } = usePart(inboxPart, { isWanted: user !== null });
  if (user && Inbox) return <Inbox userUuid={user.uuid} />;
  return (
    <>
      <h1 className="visually-hidden">{t('notices.title')}</h1>
      {hasFailed && <Notice action={{ label: t('notices.retry'), act: retry }}>{t('notices.failed')}</Notice>}
    </>
  );
}

export const inboxPage: PageModule = {
  Component: InboxPage,
  guard: ({ isUser }) => (isUser ? null : withNext(paths.login(), paths.inbox())),
  head: ({ text }) => ({
    title: text.t('notices.title'),
    description: text.t('notices.description'),
    noindex: true,
  }),
};
