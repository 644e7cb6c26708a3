import { useEffect } from 'react';
import { useText } from '../../web/i18n.tsx';
import { showToast } from '../../web/ui/toasts.ts';

/** Says when the connection goes, and when it is back. */
export function useConnectionToasts(): void {
  const text = useText();
  useEffect(() => {
    const gone = () => showToast({ text: text.t('app.offline') });
    const back = () => showToast({ text: text.t('app.online') });
    addEventListener('offline', gone);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', gone);
      removeEventListener('online', back);
    };
  }, [text]);
}
