const patienceMs = 3000;

/** Runs work that can wait, once the page is idle. */
export function whenIdle(work: () => void): void {
  if (document.readyState === 'complete') wait(work);
  else addEventListener('load', () => wait(work), { once: true });
}

function wait(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: patienceMs });
  else setTimeout(work, patienceMs); // Safari
}
