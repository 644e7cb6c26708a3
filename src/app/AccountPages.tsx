import { paths } from '../shared/paths.ts';
import { type MessageKey, useText } from '../web/i18n.tsx';
import type { PageModule } from '../web/page.ts';
import { Link } from '../web/router.tsx';
import { buttonClass } from '../web/ui/Button.tsx';
import { MessagePage } from './MessagePage.tsx';

/** This site has no accounts: the page says so, and leads back to what can be read without one. */
function NoAccountsPage() {
  const { t } = useText();
  return (
    <MessagePage
      title={t('app.noAccountsTitle')}
      action={
        <Link to={paths.home()} className={buttonClass({ variant: 'primary' })}>
          {t('app.toHome')}
        </Link>
      }
    >
      {t('app.noAccountsText')}
    </MessagePage>
  );
}

function accountPage(title: MessageKey): PageModule {
  return {
    Component: NoAccountsPage,
    head: ({ text }) => ({ title: text.t(title), description: text.t('app.noAccountsText'), noindex: true }),
  };
}

export const loginPage = accountPage('app.login');
export const registerPage = accountPage('app.register');
export const profilePage = accountPage('app.profile');
