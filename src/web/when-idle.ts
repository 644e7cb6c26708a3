const patienceMs = 3000;

/** Does what can wait once the page has all it needs for itself. */
export function whenIdle(work: () => void): void {
  if (document.readyState === 'complete') wait(work);
  else addEventListener('load', () => wait(work), { once: true });
}

function wait(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: patienceMs });
  else setTimeout(work, patienceMs); // Safari
}
