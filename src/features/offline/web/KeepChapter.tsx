import { useText } from '../../../web/i18n.tsx';
import { createPart, usePart } from '../../../web/part.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import { type KeepChapterProps, KeepIcon } from './KeepIcon.tsx';

const controlPart = createPart(() => import('./KeepControl.tsx').then((module) => module.KeepControl));

/**
 * Keeps a chapter on this device for reading without a connection, says how it goes, and takes it away again. Its code
 * is loaded after the page has come alive. Where the code does not come, as without a connection, the button stays as
 * it is while it waits.
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
