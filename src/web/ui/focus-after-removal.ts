/**
 * Where the focus goes once the row of a button is removed: to the next row's button, or to the one before, or to the
 * heading above. Ask before the removal, and call the answer after it: otherwise the focus falls to the page.
 */
export function focusAfterRemoval(button: Element): () => void {
  const row = button.closest('li');
  const buttons = [row?.nextElementSibling, row?.previousElementSibling].map((other) => other?.querySelector('button'));
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].filter(
    (heading) => heading.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return () =>
    requestAnimationFrame(() => {
      if (document.activeElement && document.activeElement !== document.body) return;
      const next = [...buttons, ...headings.reverse()].find((place) => place?.isConnected);
      // A heading takes the focus from code alone.
      if (next && next.tagName !== 'BUTTON') next.tabIndex = -1;
      next?.focus({ preventScroll: true });
    });
}
