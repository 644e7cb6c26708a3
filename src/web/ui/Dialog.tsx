import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classes } from './classes.ts';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';
import { CloseIcon } from './icons.tsx';
import { useBackCloses } from './use-back-closes.ts';

/**
 * A modal dialog on the browser's own element, which keeps the focus inside and restores it; Esc and Back close it. Its
 * first field, or the one with `data-first`, gets the focus. At the side it is a sheet: on a small screen it rises from below, and the page's content
 * stays visible.
 */
export function Dialog({
  open,
  title,
  closeLabel,
  placement = 'middle',
  // A sheet does not open the screen's keyboard by itself, unless it is only for typing.
  startsAtField = placement === 'middle',
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  closeLabel: string;
  placement?: 'middle' | 'side';
  startsAtField?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  const titleId = useId();
  useBackCloses(open, onClose);

  useEffect(() => {
    if (!open) return dialog.current?.close();
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    const find = (selector: string) => dialog.current?.querySelector<HTMLElement>(selector);
    if (startsAtField) (find('[data-first]') ?? find('input:not([hidden], [readonly])'))?.focus();
  }, [open, startsAtField]);

  /** Closes at a press beside the dialog; a press that began inside, as in a selection of text, does not close it. */
  function closeBeside(target: EventTarget): void {
    if (target === dialog.current && pressed.current === dialog.current) onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog is for pointers; Esc is for the keyboard
    <dialog
      ref={dialog}
      className={classes(styles.dialog, placement === 'side' && styles.side)}
      aria-labelledby={titleId}
      onClose={onClose}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={(event) => closeBeside(event.target)}
    >
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label={closeLabel} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </header>
        {open && children}
      </div>
    </dialog>
  );
}
