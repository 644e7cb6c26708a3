import { createStore } from '../store.ts';

/** A short message at the screen's edge that disappears by itself. */
export type Toast = { id: number; text: string; action?: { label: string; act: () => void } };

const shownForMs = 6000;
const shownAtOnce = 3;

/** The toasts on the screen, and the number of all toasts so far. */
export const toasts = createStore<{ shown: readonly Toast[]; count: number }>({ shown: [], count: 0 });

/**
 * Shows a message for a few seconds, and as long as a reader is at the messages, with at most one action; returns its
 * id. Only in the browser.
 */
export function showToast(toast: Omit<Toast, 'id'>, { forMs = shownForMs } = {}): number {
  const { shown, count: id } = toasts.get();
  toasts.set({ shown: [...shown, { ...toast, id }].slice(-shownAtOnce), count: id + 1 });
  const wait = () => setTimeout(end, forMs);
  // A test's page may be gone by then.
  const end = () => (globalThis.document?.querySelector('#toasts :is(:hover,:focus)') ? wait() : dismissToast(id));
  wait();
  return id;
}

export function dismissToast(id: number): void {
  const { shown, count } = toasts.get();
  toasts.set({ shown: shown.filter((toast) => toast.id !== id), count });
}
