import { type ReactNode, useEffect } from 'react';
import { useText } from '../../../web/i18n.tsx';
import type { PageModule } from '../../../web/page.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { RetryIcon } from '../../../web/ui/icons.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import { KeptList } from './KeptList.tsx';
import styles from './OfflinePage.module.css';

/**
 * The chapters that are kept on this device, below a header of their own. Without the header it replaces any page that
 * cannot be loaded because there is no connection.
 */
export function OfflinePage({ header }: { header?: ReactNode }) {
  const isBrowser = useIsBrowser();
  // One rendering replaces every page: which one is unknown before the code is there.
  if (!isBrowser) return <Waiting />;
  return (
    <div className={styles.page}>
      {header ?? <NoConnection />}
      <KeptList bookHeading={header ? 'h2' : 'h3'} />
    </div>
  );
}

function NoConnection() {
  const { t } = useText();
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <>
      <section className={styles.bubble}>
        <h1 className={styles.title}>{t('offline.noConnection')}</h1>
        <p className={styles.text}>{t('offline.noConnectionText')}</p>
        <Button variant="primary" onClick={() => location.reload()}>
          <RetryIcon />
          {t('app.retry')}
        </Button>
      </section>
      <h2 className={styles.subtitle}>{t('offline.title')}</h2>
    </>
  );
}

function Waiting() {
  const { t } = useText();
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{t('offline.title')}</h1>
      <Skeleton className={styles.waitingTitle} />
      <Skeleton className={styles.waitingList} />
    </div>
  );
}

export const offlinePage: PageModule = {
  Component: () => <OfflinePage />,
  standsIn: true,
  head: ({ text }) => ({
    title: text.t('offline.title'),
    description: text.t('offline.description'),
    noindex: true,
  }),
};
