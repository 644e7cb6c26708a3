import { useEffect, useRef } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { useOpenedPage, useRouter } from '../../../web/router.tsx';
import { useStore } from '../../../web/store.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { FormActions } from '../../../web/ui/Form.tsx';
import { giveUpDrafts, isUnsaved, leaving } from './unsaved.ts';
import { useStudioText } from './words.ts';

/** Asks before a link, or Back, leads away from unsaved work. */
export function UnsavedQuestion() {
  const { t } = useStudioText();
  const { t: site } = useText();
  const router = useRouter();
  const { path, search } = useOpenedPage();
  const go = useStore(leaving, null);
  const entry = useRef<unknown>(null);

  useEffect(() => {
    function hold(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || link.target || link.hasAttribute('download') || !isUnsaved()) return;
      const { origin, pathname, href } = new URL(link.href, location.href);
      if (origin !== location.origin || pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      leaving.set(() => router.open(href));
    }
    // Before the router hears of the click.
    document.addEventListener('click', hold, { capture: true });
    return () => document.removeEventListener('click', hold, { capture: true });
  }, [router]);

  useEffect(() => {
    entry.current = history.state;
    /** The address has changed already: this page gets it back, in an entry that Back leaves once the answer is yes. */
    function holdBack(event: PopStateEvent): void {
      if (!isUnsaved() || location.pathname === path) return;
      event.stopImmediatePropagation();
      history.pushState(entry.current, '', path + search);
      leaving.set(() => history.back());
    }
    // Before the router hears of it.
    addEventListener('popstate', holdBack, { capture: true });
    return () => removeEventListener('popstate', holdBack, { capture: true });
  }, [path, search]);

  const stay = () => leaving.set(null);
  return (
    <Dialog open={go !== null} title={t('unsaved.title')} closeLabel={site('app.close')} onClose={stay}>
      <p>{t('unsaved.text')}</p>
      <FormActions>
        <Button
          onClick={() => {
            giveUpDrafts();
            stay();
            go?.();
          }}
        >
          {t('unsaved.leave')}
        </Button>
        <Button variant="primary" onClick={stay}>
          {t('unsaved.stay')}
        </Button>
      </FormActions>
    </Dialog>
  );
}
