import { classes } from '../../../../web/ui/classes.ts';
import styles from './LanguageDots.module.css';

/** How a language stands: done, on its way, begun, or not there. */
export type DotState = 'full' | 'coming' | 'part' | 'none';

/** A dot for each language, with the same in words on hover and for those who do not see it. */
export function LanguageDots({
  dots,
}: {
  dots: readonly { language: string; state: DotState /** The language, and how it stands. */; words: string }[];
}) {
  return (
    <ul className={styles.dots}>
      {dots.map(({ language, state, words }) => (
        <li key={language}>
          {/* A name, not text: the browser would look for the letters of all scripts, in each row. */}
          <span role="img" aria-label={words} title={words} className={classes(styles.dot, styles[state])} />
        </li>
      ))}
    </ul>
  );
}
