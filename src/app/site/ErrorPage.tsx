import { paths } from '../../shared/paths.ts';
import { useText } from '../../web/i18n.tsx';
import { Link, useOpenedPage } from '../../web/router.tsx';
import { buttonClass } from '../../web/ui/Button.tsx';
import { MessagePage } from './MessagePage.tsx';

/**
 * The page that the server sends when a page could not be rendered. It has no code: a reader tries again by reloading.
 */
export function ErrorPage() {
  const { t } = useText();
  const { path, search } = useOpenedPage();
  return (
    <MessagePage
      title={t('app.failedTitle')}
      action={
        <>
          <a href={path + search} className={buttonClass({ variant: 'primary' })}>
            {t('app.retry')}
          </a>
          <Link to={paths.home()} className={buttonClass()}>
            {t('app.toHome')}
          </Link>
        </>
      }
    >
      {t('app.failedText')}
    </MessagePage>
  );
}
