import { useEffect } from 'react';

/** spec: reader.md#frame. */
const idleMs = 5000;

/** In fullscreen a pointer that rests gets out of the picture's way. */
export function useIdleCursor(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const root = document.documentElement;
    let timer = setTimeout(hide, idleMs);
    function hide(): void {
      root.dataset.idle = '';
    }
    function wake(): void {
      delete root.dataset.idle;
      clearTimeout(timer);
      timer = setTimeout(hide, idleMs);
    }
    addEventListener('pointermove', wake, { passive: true });
    return () => {
      clearTimeout(timer);
      delete root.dataset.idle;
      removeEventListener('pointermove', wake);
    };
  }, [isOn]);
}
