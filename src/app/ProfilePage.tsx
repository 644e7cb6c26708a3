import { paths } from '../shared/paths.ts';
import { useText } from '../web/i18n.tsx';
import { withNext } from '../web/next-address.ts';
import type { PageModule } from '../web/page.ts';

/** The reader's own page. The server renders its frame, which is the same for everybody. */
function ProfilePage() {
  const { t } = useText();
  return <h1>{t('app.profile')}</h1>;
}

export const profilePage: PageModule = {
  Component: ProfilePage,
  guard: ({ isUser }) => (isUser ? null : withNext(paths.login(), paths.profile())),
  head: ({ text }) => ({ title: text.t('app.profile'), description: text.t('app.profileDescription'), noindex: true }),
};
