import { lazy, Suspense } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { IconButton } from '../../../web/ui/IconButton.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import { type KeepChapterProps, KeepIcon } from './KeepIcon.tsx';

/** Where its code does not come, as without a connection, the button stays as it waits: the page goes on. */
const KeepControl = lazy(() =>
  import('./KeepControl.tsx').then(
    ({ KeepControl: control }) => ({ default: control }),
    () => ({ default: Waiting }),
  ),
);

/**
 * Keeps a chapter on this device for reading without a connection, says how it goes, and takes it away again. What it
 * needs is loaded after the page has come alive.
 */
export function KeepChapter(props: KeepChapterProps) {
  const isBrowser = useIsBrowser();
  const waiting = <Waiting {...props} />;
  if (!isBrowser) return waiting;
  return (
    <Suspense fallback={waiting}>
      <KeepControl {...props} />
    </Suspense>
  );
}

function Waiting({ number, look }: KeepChapterProps) {
  const { t } = useText();
  if (look === 'icon') {
    return (
      <IconButton label={t('offline.keepChapter', { number })} disabled>
        <KeepIcon />
      </IconButton>
    );
  }
  return (
    <Button disabled>
      <KeepIcon />
      {t('offline.keep')}
    </Button>
  );
}
