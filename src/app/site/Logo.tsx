import styles from './Logo.module.css';

/** The logo: a strip of three panels that is longer than its frame, with a bright middle panel. */
export function Logo({ className, title }: { className?: string | undefined; title?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 40 48"
      width="40"
      height="48"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path
        d="M6 0h28a6 6 0 0 1 6 6v30a6 6 0 0 1-6 6H19l-9 6v-6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6Z"
        fill="currentColor"
      />
      <path d="M6 6h15l-3.4 9H6z" className={styles.panel} />
      <path d="M25 6h9v9H21.6z" className={styles.panel} />
      <path d="M6 19h28v8l-28 4z" className={styles.bright} />
      <path d="M6 35l28-4v5H6z" className={styles.panel} />
    </svg>
  );
}
