import type { ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { useText } from '../../../../web/i18n.tsx';
import { createPart, usePart } from '../../../../web/part.ts';
import { Link } from '../../../../web/router.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { IconButton, iconButtonClass } from '../../../../web/ui/IconButton.tsx';
import { BackIcon, ForwardIcon, ListIcon } from '../../../../web/ui/icons.tsx';
import { tagOf } from '../chapter/chapter-place.ts';
import type { Turn } from '../chapter/content-handle.ts';
import { useReader } from '../chapter/reader.ts';
import { toggleFullscreen } from '../screen/use-fullscreen.ts';
import type { ReaderScreen } from '../screen/use-screen.ts';
import { FullscreenIcon, HelpIcon, LeaveFullscreenIcon, SettingsIcon } from './icons.tsx';
import styles from './ReaderBars.module.css';

interface TopBarProps {
  screen: ReaderScreen;
  isFullscreen: boolean;
  /** Buttons of the chapter's own. */
  tools: ReactNode;
}

/** Above: the way back, what is being read, the neighbours, what the chapter brings, the settings, the mode. */
export function TopBar({ screen, isFullscreen, tools }: TopBarProps) {
  const { place } = useReader();
  const { t } = useText();
  return (
    <div className={classes(styles.top, !screen.areBarsVisible && styles.away)}>
      <div className={styles.topInner}>
        <Link
          to={paths.book(place.bookUuid)}
          className={iconButtonClass}
          aria-label={t('reading.toChapters')}
          title={t('reading.toChapters')}
        >
          <BackIcon />
        </Link>
        <Titles />
        <nav className={styles.arrows} aria-label={t('reading.turning')}>
          <Arrow turn="previous" />
          <Arrow turn="next" />
        </nav>
        {tools}
        <IconButton label={t('reading.settings')} aria-haspopup="dialog" onClick={() => screen.setLayer('settings')}>
          <SettingsIcon />
        </IconButton>
        <IconButton className={styles.help} label={t('reading.help')} onClick={() => screen.setLayer('help')}>
          <HelpIcon />
        </IconButton>
        <IconButton
          label={t(isFullscreen ? 'reading.leaveFullscreen' : 'reading.fullscreen')}
          aria-pressed={isFullscreen}
          onClick={toggleFullscreen}
        >
          {isFullscreen ? <LeaveFullscreenIcon /> : <FullscreenIcon />}
        </IconButton>
      </div>
    </div>
  );
}

const timeLeftPart = createPart(() => import('../novel/speed/TimeLeft.tsx').then((module) => module.TimeLeft));
const printedPart = createPart(() => import('./PrintedName.tsx').then((module) => module.PrintedName));

function Titles() {
  const { t } = useText();
  const { place, isNovel } = useReader();
  const { Component: TimeLeft } = usePart(timeLeftPart, { isWanted: isNovel });
  const isPrinted = place.printed.season !== null || place.printed.label !== null;
  const { Component: PrintedName } = usePart(isPrinted ? printedPart : null);
  return (
    <div className={styles.titles}>
      <h1 className={styles.title} lang={place.title ? tagOf(place.words) : undefined} dir="auto">
        {place.title || t('reading.unknownChapter')}
      </h1>
      <p className={styles.book} dir="auto">
        {PrintedName && <PrintedName />}
        <span lang={tagOf(place.words)}>{place.bookTitle}</span>
        {isNovel && TimeLeft && <TimeLeft />}
      </p>
    </div>
  );
}

function Arrow({ turn }: { turn: Turn }) {
  const { t } = useText();
  return (
    <TurnLink
      turn={turn}
      className={classes(iconButtonClass, styles.arrow)}
      label={t(turn === 'next' ? 'reading.next' : 'reading.previous')}
    >
      {turn === 'next' ? <ForwardIcon /> : <BackIcon />}
    </TurnLink>
  );
}

interface BottomBarProps {
  screen: ReaderScreen;
  /** Where one is in the chapter. */
  progress: ReactNode;
  like: ReactNode;
}

/** Below, in reach of a thumb: previous chapter, all chapters, like, next chapter. */
export function BottomBar({ screen, progress, like }: BottomBarProps) {
  const { t } = useText();
  return (
    <nav className={classes(styles.bottom, !screen.areBarsVisible && styles.away)} aria-label={t('reading.controls')}>
      {progress}
      <div className={styles.bottomInner}>
        <TurnLink turn="previous" className={styles.turn}>
          <BackIcon />
          <span className={styles.word}>{t('reading.previous')}</span>
        </TurnLink>
        <div className={styles.middle}>
          <IconButton label={t('reading.chapters')} aria-haspopup="dialog" onClick={() => screen.setLayer('chapters')}>
            <ListIcon />
          </IconButton>
          {like}
        </div>
        <TurnLink turn="next" className={classes(styles.turn, styles.onwards)}>
          <span className={styles.word}>{t('reading.next')}</span>
          <ForwardIcon />
        </TurnLink>
      </div>
    </nav>
  );
}

/** A link to a neighbour; where there is none it stays in its place, disabled. */
function TurnLink({
  turn,
  className,
  label,
  children,
}: {
  turn: Turn;
  className: string | undefined;
  /** For a link without words. */
  label?: string;
  children: ReactNode;
}) {
  const neighbour = useReader().place.neighbours[turn];
  if (!neighbour) {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: a link that leads nowhere is not worth a stop
      // biome-ignore lint/a11y/useSemanticElements: an anchor without an address is no link to anyone
      <span role="link" aria-disabled="true" aria-label={label} className={className}>
        {children}
      </span>
    );
  }
  return (
    <Link
      to={neighbour.to}
      rel={turn === 'next' ? 'next' : 'prev'}
      className={className}
      aria-label={label}
      title={label}
    >
      {children}
    </Link>
  );
}
