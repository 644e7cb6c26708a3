import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../../web/ui/Button.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { showToast } from '../../../../web/ui/toasts.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './ChooseFiles.module.css';
import { type ChosenFile, filesOfDrop, filesOfField, withoutJunk } from './chosen-files.ts';

/** The choice of files or of a whole folder, by buttons or by dropping them. */
export function ChooseFiles({
  isSmall = false,
  hint,
  onChosen,
}: {
  isSmall?: boolean;
  hint?: string;
  onChosen: (files: readonly ChosenFile[]) => void;
}) {
  const { t } = useStudioText();
  const filesField = useRef<HTMLInputElement>(null);
  const folderField = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function take(all: readonly ChosenFile[]): void {
    const { files, leftBehind } = withoutJunk(all);
    if (leftBehind > 0) showToast({ text: t('imports.leftBehind', { count: leftBehind }) });
    if (files.length > 0) onChosen(files);
  }

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const { files } = event.target;
    if (files) take(filesOfField(files));
    // The same files may be chosen again.
    event.target.value = '';
  }

  async function drop(event: DragEvent): Promise<void> {
    event.preventDefault();
    setOver(false);
    take(await filesOfDrop(event.dataTransfer));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same by keys
    <div
      className={classes(styles.area, isSmall && styles.small, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <div className={styles.buttons}>
        <Button variant={isSmall ? 'plain' : 'primary'} onClick={() => folderField.current?.click()}>
          {t('imports.chooseFolder')}
        </Button>
        <Button onClick={() => filesField.current?.click()}>{t('imports.chooseFiles')}</Button>
      </div>
      <p className={styles.hint}>{hint ?? t('imports.drop')}</p>
      <input
        ref={filesField}
        type="file"
        multiple
        hidden
        data-files=""
        aria-label={t('imports.chooseFiles')}
        onChange={choose}
      />
      <input
        ref={folderField}
        type="file"
        multiple
        hidden
        data-folder=""
        aria-label={t('imports.chooseFolder')}
        onChange={choose}
        {...{ webkitdirectory: '' }}
      />
    </div>
  );
}
