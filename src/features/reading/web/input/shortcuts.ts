import type { MessageKey } from '../../../../web/i18n.tsx';
import type { BoundAction } from '../settings/key-bindings.ts';

export interface Shortcut {
  /** The message that says what the key does. */
  words: MessageKey;
  /** Keys that stay: as they stand on the board, or the message that names them. */
  fixed: readonly string[];
  /** The name of its binding, where the key may be changed. */
  action: BoundAction | null;
}

interface Reading {
  isPaged: boolean;
  isNovel: boolean;
  dir: 'ltr' | 'rtl';
}

/** The shortcuts of what is open, as they are listed; with 'all', every one that has a key to change. */
export function shortcutsOf(reading: Reading | 'all'): Shortcut[] {
  const isAll = reading === 'all';
  const { isPaged, isNovel, dir } = isAll ? { isPaged: false, isNovel: false, dir: 'ltr' } : reading;
  const [back, on] = dir === 'ltr' ? ['←', '→'] : ['→', '←'];
  const bound = (action: BoundAction, words: MessageKey, fixed: readonly string[] = []) => ({ action, words, fixed });
  const fixed = (words: MessageKey, ...keys: string[]) => ({ action: null, words, fixed: keys });
  const [imageBack, imageOn]: [MessageKey, MessageKey] = isPaged
    ? ['reading.previousPage', 'reading.nextPage']
    : isNovel
      ? ['reading.key.stepBack', 'reading.key.stepOn']
      : ['reading.key.previousImage', 'reading.key.nextImage'];
  return [
    bound('previousChapter', 'reading.previous', isPaged ? [] : [back]),
    bound('nextChapter', 'reading.next', isPaged ? [] : [on]),
    isPaged
      ? fixed('reading.key.pages', '←', '→', 'reading.key.space')
      : fixed('reading.key.scroll', '↑', '↓', 'reading.key.space', 'reading.key.pageKeys'),
    bound('previousImage', imageBack),
    bound('nextImage', imageOn),
    ...(isNovel || isAll ? [bound('search', 'reading.novel.search'), bound('readAloud', 'reading.novel.aloud')] : []),
    ...(isNovel ? [] : [bound('goToPage', 'reading.key.goToPage')]),
    ...((isPaged && !isNovel) || isAll ? [bound('offsetPages', 'reading.key.offsetPages')] : []),
    ...(isPaged ? [] : [bound('toggleAutoScroll', 'reading.autoScroll')]),
    bound('showChapters', 'reading.key.list'),
    bound('like', 'reading.key.like'),
    bound('toggleFullscreen', 'reading.fullscreen'),
    bound('toggleBars', 'reading.key.bars'),
    bound('showHelp', 'reading.help'),
    fixed('reading.key.leave', 'Esc'),
  ];
}
