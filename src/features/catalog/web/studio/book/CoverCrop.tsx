import { useState } from 'react';
import ReactCrop, { type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '../../../../../web/ui/Button.tsx';
import { useStudioText } from '../../../../studio/web/words.ts';
import type { Crop } from '../../../studio-contract.ts';
import styles from './BookCovers.module.css';
import { coverAspect, cropOfPercent, leastCover, percentOfCrop } from './crops.ts';

/** The picture that a cover is cut from, as the browser shows it. */
export interface ShownPicture {
  src: string;
  /** Its size in pixels, as far as it is shown. */
  width: number;
  height: number;
  /** The share of the whole picture's height that is shown: of a tall strip only its top. */
  share: number;
}

/** A frame over a picture, moved and sized by mouse, finger or arrow keys; what it holds becomes the cover. */
export function CoverCrop({
  picture,
  crop: first,
  busy,
  onSave,
  onCancel,
}: {
  picture: ShownPicture;
  crop: Crop | null;
  busy: boolean;
  onSave: (crop: Crop, isForAll: boolean) => void;
  onCancel: () => void;
}) {
  const { t } = useStudioText();
  const [crop, setCrop] = useState<PercentCrop>(() => percentOfCrop(first, picture));
  const [shownWidth, setShownWidth] = useState(0);
  const [isForAll, setForAll] = useState(false);
  const scale = shownWidth / picture.width;
  return (
    <div className={styles.crop}>
      <p className={styles.hint}>{t('cover.cropHint', leastCover)}</p>
      <ReactCrop
        className={styles.frame ?? ''}
        crop={crop}
        aspect={coverAspect}
        keepSelection
        disabled={busy}
        minWidth={Math.min(shownWidth, Math.ceil(leastCover.width * scale))}
        minHeight={Math.min(picture.height * scale, Math.ceil(leastCover.height * scale))}
        ariaLabels={{
          cropArea: t('cover.area'),
          nwDragHandle: t('cover.handles.nw'),
          nDragHandle: t('cover.handles.n'),
          neDragHandle: t('cover.handles.ne'),
          eDragHandle: t('cover.handles.e'),
          seDragHandle: t('cover.handles.se'),
          sDragHandle: t('cover.handles.s'),
          swDragHandle: t('cover.handles.sw'),
          wDragHandle: t('cover.handles.w'),
        }}
        onChange={(_pixels, percent) => setCrop(percent)}
      >
        <img
          src={picture.src}
          alt={t('cover.whole')}
          onLoad={({ currentTarget }) => setShownWidth(currentTarget.clientWidth)}
        />
      </ReactCrop>
      <label className={styles.all}>
        <input type="checkbox" checked={isForAll} onChange={({ target }) => setForAll(target.checked)} />
        {t('cover.forAll')}
      </label>
      <div className={styles.actions}>
        <Button variant="primary" disabled={busy} onClick={() => onSave(cropOfPercent(crop, picture.share), isForAll)}>
          {t('kit.save')}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {t('kit.cancel')}
        </Button>
      </div>
    </div>
  );
}
