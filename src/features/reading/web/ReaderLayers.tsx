import type { RefObject } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import type { ChapterPlace } from './chapter-place.ts';
import type { TapLayout } from './tap-zones.ts';
import { useLazyPart } from './use-lazy-part.ts';

export type Layer = 'settings' | 'chapters' | 'help' | 'page' | 'zones';

interface ReaderLayersProps {
  layer: Layer | null;
  onClose: () => void;
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

const loadSettings = () => import('./ReaderSettings.tsx').then((module) => module.ReaderSettings);
const loadDrawer = () => import('./ChapterDrawer.tsx').then((module) => module.ChapterDrawer);
const loadHelp = () => import('./KeyboardHelp.tsx').then((module) => module.KeyboardHelp);
const loadGoToPage = () => import('./GoToPage.tsx').then((module) => module.GoToPage);
const loadOverlay = () => import('./ZoneOverlay.tsx').then((module) => module.ZoneOverlay);
const loadAutoScroll = () => import('./AutoScroll.tsx').then((module) => module.AutoScroll);

/** What lies over a chapter when it is asked for, one thing at a time; the code of each comes with its first use. */
export function ReaderLayers(props: ReaderLayersProps) {
  const { layer, onClose, isAutoScrolling, onAutoScroll, place, isNovel, isPaged, zones, end, pageTotal, onPage } =
    props;
  const { t } = useText();
  const isOpen = (name: Layer) => layer === name;
  const fail = () => {
    onClose();
    onAutoScroll(false);
    showToast({ text: t('reading.partFailed') });
  };
  const Settings = useLazyPart({ load: loadSettings, isWanted: isOpen('settings'), onFail: fail });
  const Drawer = useLazyPart({ load: loadDrawer, isWanted: isOpen('chapters'), onFail: fail });
  const Help = useLazyPart({ load: loadHelp, isWanted: isOpen('help'), onFail: fail });
  const GoToPage = useLazyPart({ load: loadGoToPage, isWanted: isOpen('page'), onFail: fail });
  const Overlay = useLazyPart({ load: loadOverlay, isWanted: isOpen('zones'), onFail: onClose });
  const AutoScroll = useLazyPart({ load: loadAutoScroll, isWanted: isAutoScrolling, onFail: fail });

  return (
    <>
      {Settings && (
        <Settings
          open={isOpen('settings')}
          language={place.language}
          onAutoScroll={() => {
            onClose();
            onAutoScroll(true);
          }}
          {...{ isNovel, isPaged, onClose }}
        />
      )}
      {Drawer && <Drawer open={isOpen('chapters')} {...{ place, onClose }} />}
      {Help && <Help open={isOpen('help')} {...{ isPaged, isNovel, onClose }} />}
      {GoToPage && pageTotal !== null && (
        <GoToPage open={isOpen('page')} total={pageTotal} onGo={onPage} onClose={onClose} />
      )}
      {Overlay && isOpen('zones') && <Overlay zones={zones} onGone={onClose} />}
      {AutoScroll && isAutoScrolling && <AutoScroll end={end} onStop={() => onAutoScroll(false)} />}
    </>
  );
}
