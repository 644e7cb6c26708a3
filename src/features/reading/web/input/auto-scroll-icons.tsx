import { Icon, type IconProps } from '../../../../web/ui/icons.tsx';

export const PauseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8.5 5v14M15.5 5v14" />
  </Icon>
);
export const MinusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 12h14" />
  </Icon>
);
export const PlusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 12h14M12 5v14" />
  </Icon>
);
