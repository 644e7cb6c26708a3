import { useSyncExternalStore } from 'react';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './Toasts.module.css';
import { currentToasts, dismissToast, onToastsChange } from './toasts.ts';

const none: ReturnType<typeof currentToasts> = [];

/** Where toasts appear; stands once in the page's frame. */
export function Toasts({ dismissLabel }: { dismissLabel: string }) {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts, () => none);
  return (
    <div role="status" className={styles.toasts}>
      {toasts.map((toast) => (
        <div key={toast.id} className={styles.toast}>
          <span className={styles.text}>{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.action?.act();
                dismissToast(toast.id);
              }}
            >
              {toast.action.label}
            </button>
          )}
          <IconButton label={dismissLabel} onClick={() => dismissToast(toast.id)}>
            <CloseIcon />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
