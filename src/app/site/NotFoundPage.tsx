import { paths } from '../../shared/paths.ts';
import { useText } from '../../web/i18n.tsx';
import { Link } from '../../web/router.tsx';
import { buttonClass } from '../../web/ui/Button.tsx';
import { MessagePage } from './MessagePage.tsx';

/** The page for a book or chapter that does not exist. */
export function NotFoundPage() {
  const { t } = useText();
  return (
    <MessagePage
      title={t('app.notFoundTitle')}
      action={
        <Link to={paths.home()} className={buttonClass({ variant: 'primary' })}>
          {t('app.toHome')}
        </Link>
      }
    >
      {t('app.notFoundText')}
    </MessagePage>
  );
}
