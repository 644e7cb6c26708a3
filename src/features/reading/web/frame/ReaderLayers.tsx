import { useRef } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { createPart, usePart } from '../../../../web/part.ts';
import { showToast } from '../../../../web/ui/toasts.ts';
import { useReader } from '../chapter/reader.ts';
import type { Zones } from '../input/tap-zones.ts';
import { useZones } from '../input/use-zones.ts';
import { ZoneOverlay } from '../input/ZoneOverlay.tsx';
import type { Layer, ReaderScreen } from '../screen/use-screen.ts';

const settingsPart = createPart(() => import('../settings/ReaderSettings.tsx').then((module) => module.ReaderSettings));
const drawerPart = createPart(() => import('../chapters/ChapterDrawer.tsx').then((module) => module.ChapterDrawer));
const helpPart = createPart(() => import('../input/KeyboardHelp.tsx').then((module) => module.KeyboardHelp));
const goToPagePart = createPart(() => import('./GoToPage.tsx').then((module) => module.GoToPage));
const autoScrollPart = createPart(() => import('../input/AutoScroll.tsx').then((module) => module.AutoScroll));

/**
 * The layers that lie over a chapter when they are asked for, one at a time; the code of each comes with its first use.
 */
export function ReaderLayers({ screen }: { screen: ReaderScreen }) {
  const { layer, setLayer, isAutoScrolling, setAutoScrolling } = screen;
  const { handle, pageTotal } = useReader();
  const { t } = useText();
  const zones = useZones();
  const takeNewZones = useNewZones(zones);
  const isOpen = (name: Layer) => layer === name;
  // A dialog reports its closing twice; at the second report another layer may be open already.
  const close = (name: Layer, next: Layer | null = null) => setLayer((before) => (before === name ? next : before));
  const closing = (name: Layer) => () => close(name);
  const closeSettings = () => close('settings', takeNewZones() ? 'zones' : null);
  const failing = (name: Layer) => () => {
    close(name);
    showToast({ text: t('reading.partFailed') });
  };
  function goToPage(page: number): void {
    // Moves as when the reader scrolls; the first page is jumped to.
    handle.current?.goTo({ index: page - 1, fraction: 0 }, { behavior: page > 1 ? 'auto' : 'instant' });
  }
  const failToScroll = () => {
    setAutoScrolling(false);
    showToast({ text: t('reading.partFailed') });
  };
  const { Component: Settings } = usePart(settingsPart, { isWanted: isOpen('settings'), onFail: failing('settings') });
  const { Component: Drawer } = usePart(drawerPart, { isWanted: isOpen('chapters'), onFail: failing('chapters') });
  const { Component: Help } = usePart(helpPart, { isWanted: isOpen('help'), onFail: failing('help') });
  const { Component: GoToPage } = usePart(goToPagePart, { isWanted: isOpen('page'), onFail: failing('page') });
  const { Component: AutoScroll } = usePart(autoScrollPart, { isWanted: isAutoScrolling, onFail: failToScroll });

  return (
    <>
      {Settings && (
        <Settings
          open={isOpen('settings')}
          onAutoScroll={() => {
            close('settings');
            setAutoScrolling(true);
          }}
          onClose={closeSettings}
        />
      )}
      {Drawer && <Drawer open={isOpen('chapters')} onClose={closing('chapters')} />}
      {Help && <Help open={isOpen('help')} onClose={closing('help')} />}
      {GoToPage && pageTotal !== null && (
        <GoToPage open={isOpen('page')} total={pageTotal} onGo={goToPage} onClose={closing('page')} />
      )}
      {isOpen('zones') && <ZoneOverlay zones={zones} onGone={closing('zones')} />}
      {AutoScroll && isAutoScrolling && <AutoScroll onStop={() => setAutoScrolling(false)} />}
    </>
  );
}

/**
 * Returns a function: whether taps have got new meanings since its last call. They are shown once, after the settings
 * close.
 */
function useNewZones({ layout, inverted, isPaged }: Zones): () => boolean {
  const now = layout + inverted + isPaged;
  const seen = useRef(now);
  return () => {
    const isNew = seen.current !== now && (isPaged || layout !== 'off');
    seen.current = now;
    return isNew;
  };
}
