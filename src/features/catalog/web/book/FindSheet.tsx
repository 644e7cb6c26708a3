import { useText } from '../../../../web/i18n.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { FindChapter } from '../FindChapter.tsx';

interface FindSheetProps {
  bookUuid: string;
  isOpen: boolean;
  onClose: () => void;
}

export function FindSheet({ bookUuid, isOpen, onClose }: FindSheetProps) {
  const { t } = useText();
  return (
    <Dialog
      open={isOpen}
      title={t('catalog.findChapter')}
      closeLabel={t('app.close')}
      placement="side"
      startsAtField
      onClose={onClose}
    >
      <FindChapter bookUuid={bookUuid} />
    </Dialog>
  );
}
