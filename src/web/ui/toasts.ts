import { createStore } from '../store.ts';

/** A word that rises at the screen's edge and goes by itself. */
export type Toast = { id: number; text: string; action?: { label: string; act: () => void } };

const shownForMs = 6000;
const shownAtOnce = 3;

/** The toasts on the screen, and how many there have been. */
export const toasts = createStore<{ shown: readonly Toast[]; count: number }>({ shown: [], count: 0 });

/** Shows a word for a few seconds, with at most one thing to do about it; answers its id. Only in the browser. */
export function showToast(toast: Omit<Toast, 'id'>, { forMs = shownForMs } = {}): number {
  const { shown, count: id } = toasts.get();
  toasts.set({ shown: [...shown, { ...toast, id }].slice(-shownAtOnce), count: id + 1 });
  setTimeout(() => dismissToast(id), forMs);
  return id;
}

export function dismissToast(id: number): void {
  const { shown, count } = toasts.get();
  toasts.set({ shown: shown.filter((toast) => toast.id !== id), count });
}
