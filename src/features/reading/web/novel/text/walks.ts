import type { Turn } from '../../chapter/content-handle.ts';
import { scrollThere } from '../../place/own-scroll.ts';
import type { NovelProgress } from '../../place/progress.ts';
import { readSettings } from '../../settings/settings.ts';
import { blockElement, boxAt, spotAt } from './text-dom.ts';
import type { Spot } from './text-place.ts';

/** Where in the laid out text the reader is, and how to get somewhere: by scrolling, or page by page. */
export interface Walk {
  move: (turn: Turn) => void;
  spot: () => Spot | null;
  show: (spot: Spot, behavior: ScrollBehavior) => void;
  /** Lays the pages anew, where there are any. */
  measure: () => void;
  progress: () => Pick<NovelProgress, 'share' | 'page' | 'pages'>;
}

/** How far below the screen's top the reader reads: just below the bar; the page's `scroll-padding` is the same. */
const readingLinePx = 72;
/** The distance that a key or button moves, in screens. */
const step = () => readSettings().comic.stepPercent / 100;

export function scrollWalk(text: HTMLElement): Walk {
  return {
    move: (turn) => scrollBy({ top: (turn === 'next' ? step() : -step()) * innerHeight, behavior: smooth() }),
    spot: () => spotAt(text, (box) => box.bottom <= readingLinePx),
    show(spot, behavior) {
      const block = blockElement(text, spot.block);
      if (!block) return;
      const top = topOf(block, spot);
      if (behavior === 'smooth') scrollTo({ top, behavior });
      else scrollThere(top);
    },
    measure: () => {},
    progress() {
      const { top, height } = text.getBoundingClientRect();
      const share = height > 0 ? Math.min(1, Math.max(0, (innerHeight - top) / height)) : 0;
      return { share, page: null, pages: null };
    },
  };
}

/** How far the page is to be scrolled for a spot to be read. */
function topOf(block: HTMLElement, spot: Spot): number {
  if (spot.block === 0 && spot.offset === 0) return 0;
  const box = boxAt(block, spot.offset);
  const leading = Number.parseFloat(getComputedStyle(block).lineHeight) - box.height;
  return scrollY + box.top - Math.max(0, leading || 0) / 2 - readingLinePx;
}

/** The page that a text is being turned to: another turn starts from there, not from the middle of the motion. */
const aims = new WeakMap<HTMLElement, { page: number; until: number }>();
/** No motion lasts longer. */
const turningMs = 1000;

/** A text in columns as wide as the screen: what scrolls is the text within its own box, a page at a time. */
export function pagesWalk(text: HTMLElement, { onPastEnd }: { onPastEnd: () => void }): Walk {
  const gap = () => Number.parseFloat(getComputedStyle(text).columnGap) || 0;
  const isRightToLeft = () => getComputedStyle(text).direction === 'rtl';
  const pageWidth = () => text.clientWidth + gap();
  const pages = () => Math.max(1, Math.round((text.scrollWidth + gap()) / pageWidth()));
  const page = () => Math.min(pages() - 1, Math.round(Math.abs(text.scrollLeft) / pageWidth()));
  const open = (index: number, behavior: ScrollBehavior) => {
    aims.set(text, { page: index, until: performance.now() + turningMs });
    text.scrollTo({ left: index * pageWidth() * (isRightToLeft() ? -1 : 1), behavior });
  };
  /** Null where nothing moves. */
  const aim = () => {
    const { page: aimed, until } = aims.get(text) ?? { page: 0, until: 0 };
    const isThere = Math.abs(Math.abs(text.scrollLeft) - aimed * pageWidth()) < 1;
    return isThere || performance.now() > until ? null : aimed;
  };
  return {
    move(turn) {
      const turningTo = aim();
      const at = turningTo ?? page();
      if (scrollY > 0 && turn === 'previous') return scrollTo({ top: 0, behavior: smooth() });
      if (turn === 'next' && at === pages() - 1) return onPastEnd();
      // A turn during a turn is instant: the reader does not wait for the motion.
      open(Math.max(0, at + (turn === 'next' ? 1 : -1)), turningTo === null ? smooth() : 'instant');
    },
    spot() {
      const { left, right } = text.getBoundingClientRect();
      const isPast = isRightToLeft()
        ? (box: DOMRect) => box.left >= right - 1
        : (box: DOMRect) => box.right <= left + 1;
      return spotAt(text, isPast);
    },
    show(spot, behavior) {
      const block = blockElement(text, spot.block);
      if (!block) return;
      const frame = text.getBoundingClientRect();
      const box = boxAt(block, spot.offset);
      if (scrollY > 0) scrollThere(0);
      const ahead = isRightToLeft() ? frame.right - box.right : box.left - frame.left;
      open(Math.floor((Math.abs(text.scrollLeft) + ahead + 1) / pageWidth()), behavior);
    },
    measure() {
      aims.delete(text);
      // Two columns to a page: an odd last one has no page to scroll to, unless an empty one follows.
      text.removeAttribute('data-odd');
      const columns = Number.parseInt(getComputedStyle(text).columnCount, 10) || 1;
      const all = Math.round(((text.scrollWidth + gap()) / pageWidth()) * columns);
      text.toggleAttribute('data-odd', all > columns && all % columns !== 0);
    },
    progress: () => ({ share: (page() + 1) / pages(), page: page(), pages: pages() }),
  };
}

function smooth(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
