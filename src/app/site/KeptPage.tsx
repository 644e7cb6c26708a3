import { LibraryHeader } from '../../features/library/web/LibraryHeader.tsx';
import { OfflinePage, offlinePage } from '../../features/offline/web/OfflinePage.tsx';
import { useText } from '../../web/i18n.tsx';
import type { PageModule } from '../../web/page.ts';

function KeptPage() {
  const { t } = useText();
  return <OfflinePage header={<LibraryHeader title={t('offline.title')} />} />;
}

/** What is kept on this device, among the pages of a reader's own. */
export const keptPage: PageModule = { ...offlinePage, Component: KeptPage };
