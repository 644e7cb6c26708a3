import { useId, useState } from 'react';
import { type PictureKind, pictureKinds } from '../../../../shared/site-settings.ts';
import { themeColors } from '../../../../web/theme.ts';
import { Button, buttonClass } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { Loaded } from '../../../studio/web/Page.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { useSendFile } from '../../../studio/web/send-file.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { SitePicturesOnWire } from '../../studio-contract.ts';
import styles from './Pictures.module.css';

/** The logos, the icon and the picture of links: each is saved as soon as it is chosen. */
export function Pictures() {
  const asked = useStudioQuery('/studio/site/pictures');
  return (
    <Loaded asked={asked}>
      {({ data }) => (
        <ul className={styles.pictures}>
          {pictureKinds.map((kind) => (
            <Picture key={kind} kind={kind} shown={data.result[kind]} onChanged={() => void asked.refetch()} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function Picture({
  kind,
  shown,
  onChanged,
}: {
  kind: PictureKind;
  shown: SitePicturesOnWire[PictureKind];
  onChanged: () => void;
}) {
  const { t } = useStudioText();
  const { textOf } = useProblems();
  const calls = useStudioCalls();
  const sendFile = useSendFile();
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const name = t(`site.pictures.${kind}`);
  const params = { kind };

  async function change(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      await work();
      onChanged();
    } catch (error) {
      setFault(textOf(error));
    } finally {
      setBusy(false);
    }
  }

  const send = async (file: File) => {
    const upload = await sendFile({ file, path: file.name });
    await calls.send('PUT', '/studio/site/pictures/:kind', { params, body: { upload } });
  };

  return (
    <li className={styles.picture}>
      <div className={styles.place} style={{ background: themeColors[kind === 'logo_dark' ? 'dark' : 'light'] }}>
        {shown && <img src={shown.address} width={shown.width} height={shown.height} alt={name} />}
      </div>
      <div className={styles.words}>
        <strong>{name}</strong>
        <span className={styles.hint}>{t(`site.pictureHints.${kind}`)}</span>
        {fault !== null && <Notice>{fault}</Notice>}
        <span className={styles.buttons}>
          <label htmlFor={id} className={buttonClass()} aria-busy={isBusy}>
            {t(shown ? 'site.replacePicture' : 'site.choosePicture')}
            <span className="visually-hidden">{name}</span>
            <input
              id={id}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              className="visually-hidden"
              disabled={isBusy}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                target.value = '';
                if (file) void change(() => send(file));
              }}
            />
          </label>
          {shown && (
            <Button
              disabled={isBusy}
              aria-label={t('site.removePictureOf', { name })}
              onClick={() => void change(() => calls.send('DELETE', '/studio/site/pictures/:kind', { params }))}
            >
              {t('site.removePicture')}
            </Button>
          )}
        </span>
      </div>
    </li>
  );
}
