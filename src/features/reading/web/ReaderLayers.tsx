import type { RefObject } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { createPart, usePart } from '../../../web/part.ts';
import { showToast } from '../../../web/ui/toasts.ts';
import type { ChapterPlace } from './chapter-place.ts';
import type { TapLayout } from './tap-zones.ts';

export type Layer = 'settings' | 'chapters' | 'help' | 'page' | 'zones';

interface ReaderLayersProps {
  layer: Layer | null;
  onClose: (layer: Layer) => void;
  isAutoScrolling: boolean;
  onAutoScroll: (isOn: boolean) => void;
  place: ChapterPlace;
  isNovel: boolean;
  isPaged: boolean;
  zones: { layout: TapLayout; dir: 'ltr' | 'rtl'; isPaged: boolean };
  end: RefObject<HTMLElement | null>;
  /** Pages of a comic; null for what has none. */
  pageTotal: number | null;
  onPage: (page: number) => void;
}

const settingsPart = createPart(() => import('./ReaderSettings.tsx').then((module) => module.ReaderSettings));
const drawerPart = createPart(() => import('./ChapterDrawer.tsx').then((module) => module.ChapterDrawer));
const helpPart = createPart(() => import('./KeyboardHelp.tsx').then((module) => module.KeyboardHelp));
const goToPagePart = createPart(() => import('./GoToPage.tsx').then((module) => module.GoToPage));
const overlayPart = createPart(() => import('./ZoneOverlay.tsx').then((module) => module.ZoneOverlay));
const autoScrollPart = createPart(() => import('./AutoScroll.tsx').then((module) => module.AutoScroll));

/** What lies over a chapter when it is asked for, one thing at a time; the code of each comes with its first use. */
export function ReaderLayers(props: ReaderLayersProps) {
  const { layer, onClose, isAutoScrolling, onAutoScroll, place, isNovel, isPaged, zones, end, pageTotal, onPage } =
    props;
  const { t } = useText();
  const isOpen = (name: Layer) => layer === name;
  const closing = (name: Layer) => () => onClose(name);
  const failing = (name: Layer) => () => {
    onClose(name);
    showToast({ text: t('reading.partFailed') });
  };
  const failToScroll = () => {
    onAutoScroll(false);
    showToast({ text: t('reading.partFailed') });
  };
  const { Component: Settings } = usePart(settingsPart, { isWanted: isOpen('settings'), onFail: failing('settings') });
  const { Component: Drawer } = usePart(drawerPart, { isWanted: isOpen('chapters'), onFail: failing('chapters') });
  const { Component: Help } = usePart(helpPart, { isWanted: isOpen('help'), onFail: failing('help') });
  const { Component: GoToPage } = usePart(goToPagePart, { isWanted: isOpen('page'), onFail: failing('page') });
  const { Component: Overlay } = usePart(overlayPart, { isWanted: isOpen('zones'), onFail: closing('zones') });
  const { Component: AutoScroll } = usePart(autoScrollPart, { isWanted: isAutoScrolling, onFail: failToScroll });

  return (
    <>
      {Settings && (
        <Settings
          open={isOpen('settings')}
          language={place.language}
          onAutoScroll={() => {
            onClose('settings');
            onAutoScroll(true);
          }}
          onClose={closing('settings')}
          {...{ isNovel, isPaged }}
        />
      )}
      {Drawer && <Drawer open={isOpen('chapters')} place={place} onClose={closing('chapters')} />}
      {Help && <Help open={isOpen('help')} onClose={closing('help')} {...{ isPaged, isNovel }} />}
      {GoToPage && pageTotal !== null && (
        <GoToPage open={isOpen('page')} total={pageTotal} onGo={onPage} onClose={closing('page')} />
      )}
      {Overlay && isOpen('zones') && <Overlay zones={zones} onGone={closing('zones')} />}
      {AutoScroll && isAutoScrolling && <AutoScroll end={end} onStop={() => onAutoScroll(false)} />}
    </>
  );
}
