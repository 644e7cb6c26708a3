import { useText } from '../../../web/i18n.tsx';
import { createPart, usePart } from '../../../web/part.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import { type KeepChapterProps, KeepIcon } from './KeepIcon.tsx';

const controlPart = createPart(() => import('./KeepControl.tsx').then((module) => module.KeepControl));

/**
 * A button that keeps a chapter on this device for reading without a connection, shows the progress, and removes the
 * chapter again. Its code is loaded after the page works. While the code is missing, for example without a
 * connection, the button is disabled.
 */
export function KeepChapter(props: KeepChapterProps) {
  const isBrowser = useIsBrowser();
  const { Component: KeepControl } = usePart(controlPart, { isWanted: isBrowser });
  return isBrowser && KeepControl ? <KeepControl {...props} /> : <Waiting />;
}

function Waiting() {
  const { t } = useText();
  return (
    <Button disabled>
      <KeepIcon />
      {t('offline.keep')}
    </Button>
  );
}
