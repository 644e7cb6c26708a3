/** A word that rises at the screen's edge and goes by itself. */
export type Toast = { id: number; text: string; action?: { label: string; act: () => void } };

const shownForMs = 6000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Shows a word for a few seconds, with at most one thing to do about it. Only ever called in the browser. */
export function showToast(toast: Omit<Toast, 'id'>, { forMs = shownForMs } = {}): void {
  const id = nextId++;
  replaceToasts([...toasts.slice(-2), { ...toast, id }]);
  setTimeout(() => dismissToast(id), forMs);
}

export function dismissToast(id: number): void {
  replaceToasts(toasts.filter((toast) => toast.id !== id));
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replaceToasts(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}
