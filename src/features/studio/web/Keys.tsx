import { useEffect, useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import styles from './Keys.module.css';
import { type StudioKey, useStudioText } from './words.ts';

const keys: readonly (readonly [key: string, words: StudioKey])[] = [
  ['Ctrl K', 'find.title'],
  ['/', 'keys.find'],
  ['j', 'keys.down'],
  ['k', 'keys.up'],
  ['Enter', 'keys.open'],
  ['e', 'keys.edit'],
  ['?', 'keys.all'],
];

/** The keys of the studio: `/` finds, `j` and `k` move in lists, `e` edits, `?` shows them all. */
export function Keys() {
  const { t } = useStudioText();
  const { t: site } = useText();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    function handle(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      const isDone = act(event.key, () => setOpen(true));
      if (isDone) event.preventDefault();
    }
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, []);

  return (
    <Dialog open={isOpen} title={t('keys.title')} closeLabel={site('app.close')} onClose={() => setOpen(false)}>
      <dl className={styles.keys}>
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}

function act(key: string, showAll: () => void): boolean {
  switch (key) {
    case '/':
      return focus(document.querySelector('[data-find]'));
    case 'e':
      return focus(document.querySelector('main form input, main form textarea'));
    case 'j':
      return moveBy(1);
    case 'k':
      return moveBy(-1);
    case '?':
      showAll();
      return true;
    default:
      return false;
  }
}

function focus(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.focus();
  return true;
}

/** Moves the focus among the rows of the page's lists: to a row's link, or its first control. */
function moveBy(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll('[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? rows[0] : rows[at + step];
  return focus(next?.querySelector('a, button') ?? null);
}
