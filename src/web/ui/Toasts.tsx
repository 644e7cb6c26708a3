import { useStore } from '../store.ts';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './Toasts.module.css';
import { dismissToast, toasts } from './toasts.ts';

const none = toasts.get();

/** The place of toasts; rendered once, in the page's frame. */
export function Toasts({ dismissLabel }: { dismissLabel: string }) {
  const { shown } = useStore(toasts, none);
  return (
    <div id="toasts" role="status" className={styles.toasts}>
      {shown.map((toast) => (
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
