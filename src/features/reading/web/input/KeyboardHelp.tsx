import { useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { useReader } from '../chapter/reader.ts';
import { changeReaderSettings } from '../settings/change-settings.ts';
import { type BoundAction, bindingsOf, boundTo, faceOf, nameOfKey, searchKey } from '../settings/key-bindings.ts';
import { useReaderSettings } from '../settings/settings.ts';
import styles from './KeyboardHelp.module.css';
import { KeyRow, Keys } from './KeyRow.tsx';
import { type Shortcut, shortcutsOf } from './shortcuts.ts';

/** The reader's keys; most may be exchanged for others. */
export function KeyboardHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog open={open} title={t('reading.help')} closeLabel={t('reading.close')} onClose={onClose}>
      <Shortcuts />
    </Dialog>
  );
}

function Shortcuts() {
  const { t, dir } = useText();
  const { isNovel, pagesTurn } = useReader();
  const { keys } = useReaderSettings();
  const bindings = bindingsOf(keys);
  const shortcuts = shortcutsOf({ isPaged: pagesTurn !== null, isNovel, dir });
  const [asked, setAsked] = useState<BoundAction | null>(null);
  const [note, setNote] = useState('');

  function ask(action: BoundAction | null): void {
    setNote('');
    setAsked(action);
  }

  /** A key that already does something cannot be taken, so that nobody loses one without noticing. */
  function refusalOf(action: BoundAction, key: string | null): string | null {
    if (key === null) return t('reading.keyUnfit');
    if (key === searchKey) return t('reading.keyTaken', { key, action: t('catalog.search') });
    const holder = boundTo(key, bindings);
    if (holder === null || holder === action) return null;
    const words = shortcutsOf('all').find((shortcut) => shortcut.action === holder)?.words;
    return t('reading.keyTaken', { key: faceOf(key), action: words ? t(words) : '' });
  }

  function take(action: BoundAction, event: { key: string; code: string; isModified: boolean }): void {
    const key = event.isModified ? null : nameOfKey(event);
    const refusal = refusalOf(action, key);
    if (refusal === null) {
      changeReaderSettings({ keys: { ...keys, [action]: key } });
      setAsked(null);
    }
    setNote(refusal ?? '');
  }

  const rowOf = ({ words, fixed, action }: Shortcut) => {
    const bound = action ? bindings[action].map(faceOf) : [];
    if (!action)
      return <Keys key={words} words={t(words)} names={fixed.map((name) => (isMessage(name) ? t(name) : name))} />;
    return (
      <KeyRow
        key={words}
        words={t(words)}
        fixed={fixed}
        bound={bound}
        isAsked={asked === action}
        onAsk={(isAsked) => ask(isAsked ? action : null)}
        onKey={(event) => take(action, event)}
      />
    );
  };
  return (
    <>
      <p className={styles.hint}>{t('reading.keyHint')}</p>
      <p role="status" className={styles.note}>
        {note}
      </p>
      <ul className={styles.keys}>{shortcuts.map(rowOf)}</ul>
      {Object.keys(keys).length > 0 && (
        <Button variant="quiet" onClick={() => changeReaderSettings({ keys: {} })}>
          {t('reading.resetKeys')}
        </Button>
      )}
    </>
  );
}

type NamedKey = 'reading.key.space' | 'reading.key.pageKeys';
const isMessage = (name: string): name is NamedKey => name.startsWith('reading.');
