import { Icon, type IconProps } from '../../../web/ui/icons.tsx';

/** Something new. */
export const BellIcon = ({ filled = false, ...props }: IconProps & { filled?: boolean }) => (
  <Icon {...props}>
    <path
      d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0"
      fill={filled ? 'currentColor' : 'none'}
    />
  </Icon>
);
export const FeedIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M6 18.2v.2" />
  </Icon>
);
export const ReadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
);
/** Two ticks: this one and those before. */
export const AllReadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 12.5l4.5 4.5 8-9M11.5 15.5l1.5 1.5 8.5-9.5" />
  </Icon>
);
/** Nothing yet. */
export const UnreadIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="7" />
  </Icon>
);
