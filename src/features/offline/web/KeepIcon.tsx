import { Icon } from '../../../web/ui/icons.tsx';

export interface KeepChapterProps {
  chapterUuid: string;
  number: string | number;
}

/** An arrow into a tray. */
export const KeepIcon = () => (
  <Icon>
    <path d="M12 4v10.5M7.5 10.5L12 15l4.5-4.5M4.5 19.5h15" />
  </Icon>
);

/** A tick in a tray. */
export const KeptIcon = () => (
  <Icon>
    <path d="M7 10l4 4.5L18 6M4.5 19.5h15" />
  </Icon>
);
