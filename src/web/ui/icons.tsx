import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './icons.module.css';

export type IconProps = { className?: string | undefined };

export function Icon({ className, turns = false, children }: IconProps & { turns?: boolean; children: ReactNode }) {
  return (
    <svg className={classes(styles.icon, turns && styles.turns, className)} viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

/** An arrow back; it mirrors with the reading direction. */
export const BackIcon = (props: IconProps) => (
  <Icon turns {...props}>
    <path d="M15 5l-7 7 7 7" />
  </Icon>
);
/** An arrow forward; it mirrors with the reading direction. */
export const ForwardIcon = (props: IconProps) => (
  <Icon turns {...props}>
    <path d="M9 5l7 7-7 7" />
  </Icon>
);
export const ChevronDownIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 9.5l6 6 6-6" />
  </Icon>
);
export const ChevronUpIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 14.5l6-6 6 6" />
  </Icon>
);
export const CloseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);
export const SearchIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </Icon>
);
export const HeartIcon = ({ filled = false, ...props }: IconProps & { filled?: boolean }) => (
  <Icon {...props}>
    <path
      d="M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7.2a4.3 4.3 0 0 1 7.5 2.6C19.5 15.4 12 20 12 20z"
      fill={filled ? 'currentColor' : 'none'}
    />
  </Icon>
);
export const LockIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="5.5" y="10.5" width="13" height="9.5" rx="2" />
    <path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5" />
  </Icon>
);
export const WarningIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.2" />
  </Icon>
);
export const UserIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="8.5" r="4" />
    <path d="M4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />
  </Icon>
);
export const RetryIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4" />
  </Icon>
);
export const ListIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8.5 6h11.5M8.5 12h11.5M8.5 18h11.5M4 6h.2M4 12h.2M4 18h.2" />
  </Icon>
);
