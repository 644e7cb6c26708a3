import { useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { useSite } from '../../../web/site.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import styles from './Bars.module.css';

/**
 * What is announced to everybody. It is in the document alone: the browser leaves it as it is, and show-bars.ts hides what a
 * reader has had enough of.
 */
export function Bars({ hidden }: { hidden: boolean }) {
  const [isRendered] = useState(!useIsBrowser());
  if (import.meta.env.SSR)
    return (
      <div className={styles.bars} hidden={hidden}>
        <All />
      </div>
    );
  return isRendered && <div className={styles.bars} hidden={hidden} {...asItIs} />;
}

/** Hydration leaves the server's own markup alone. */
const asItIs = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } };

/** One that its reader has hidden takes no room, from the first paint on: the early script sets the property. */
function All() {
  const { bars = [] } = useSite();
  const { t } = useText();
  return bars.map(({ id, pieces }) => (
    <aside
      key={id}
      className={styles.bar}
      style={{ display: `var(--bar-${id}, flex)` }}
      aria-label={t('app.announcements')}
    >
      <p dir="auto">
        {pieces.map(({ text, href }, at) => (
          <Piece
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
            key={at}
            text={text}
            href={href}
          />
        ))}
      </p>
      <button type="button" className={styles.hide} data-bar={id} aria-label={t('app.hideAnnouncement')}>
        ×
      </button>
    </aside>
  ));
}

function Piece({ text, href }: { text: string; href: string | undefined }) {
  if (href === undefined) return text;
  if (href.startsWith('/')) return <Link to={href}>{text}</Link>;
  return (
    <a href={href} rel="noopener">
      {text}
    </a>
  );
}
