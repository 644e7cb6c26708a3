import { LibraryHeader } from '../../features/library/web/LibraryHeader.tsx';
import { OfflinePage, offlinePage } from '../../features/offline/web/OfflinePage.tsx';
import { useText } from '../../web/i18n.tsx';
import type { PageModule } from '../../web/page.ts';

function KeptPage() {
  const { t } = useText();
  return <OfflinePage header={<LibraryHeader title={t('offline.title')} />} />;
}

/** The chapters kept on this device, as one of the reader's own pages. */
export const keptPage: PageModule = { ...offlinePage, Component: KeptPage };
