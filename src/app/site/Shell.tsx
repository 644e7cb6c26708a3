import { Bars } from '../../features/announcements/web/Bars.tsx';
import { LibrarySync } from '../../features/library/web/LibrarySync.tsx';
import { SettingsSync } from '../../features/reading/web/settings/SettingsSync.tsx';
import { ErrorBoundary } from '../../web/frame/ErrorBoundary.tsx';
import { SkipLink } from '../../web/frame/SkipLink.tsx';
import { useText } from '../../web/i18n.tsx';
import { useOpenedPage } from '../../web/router.tsx';
import { Toasts } from '../../web/ui/Toasts.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import styles from './Shell.module.css';
import { useConnectionToasts } from './use-connection-toasts.ts';

/** The frame of every page: skip link, header, the page, footer. */
export function Shell() {
  const { t } = useText();
  const { page, params, path, found } = useOpenedPage();
  const quiet = page.chrome === 'quiet' && found;
  useConnectionToasts();
  return (
    <div className={styles.frame}>
      <SkipLink />
      <Bars hidden={quiet} />
      <Header quiet={quiet} still={page.chrome === 'still'} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={path}>{found ? <page.Component params={params} /> : <NotFoundPage />}</ErrorBoundary>
      </main>
      {!quiet && <Footer />}
      <LibrarySync />
      <SettingsSync />
      <Toasts dismissLabel={t('app.dismiss')} />
    </div>
  );
}
