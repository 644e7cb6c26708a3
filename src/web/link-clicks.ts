interface Followed {
  /** Whether an address is one of the site's pages. */
  isPage(url: URL): boolean;
  open(href: string): void;
  preload(href: string): void;
}

/**
 * Follows the links of the whole document without a reload, and preloads a link that a reader is about to follow. One
 * listener serves all links, so that a link is a plain anchor: cheap to render, and working before hydration.
 */
export function followLinks({ isPage, open, preload }: Followed): void {
  const pageOf = (event: Event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    if (!anchor || (anchor.target || '_self') !== '_self' || anchor.hasAttribute('download')) return null;
    const url = new URL(anchor.href, location.href);
    const samePlace = url.pathname === location.pathname && url.search === location.search && url.hash !== '';
    return url.origin === location.origin && !samePlace && isPage(url) ? url.href : null;
  };
  const makeReady = (event: Event) => {
    const href = pageOf(event);
    if (href) preload(href);
  };

  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const href = pageOf(event);
    if (!href) return;
    event.preventDefault();
    open(href);
  });
  for (const sign of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(sign, makeReady, { passive: true });
  }
}

/** A click without a new tab, window or download. */
export function isPlainClick(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
