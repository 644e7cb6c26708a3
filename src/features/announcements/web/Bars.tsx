import { hideBar } from '../../../web/hidden-bars.ts';
import { useText } from '../../../web/i18n.tsx';
import { createPart, usePart } from '../../../web/part.ts';
import { Link } from '../../../web/router.tsx';
import { userStore } from '../../../web/session.ts';
import { useSite } from '../../../web/site.tsx';
import { useStore } from '../../../web/store.ts';
import styles from './Bars.module.css';

const ownPart = createPart(() => import('./OwnBars.tsx').then((module) => module.OwnBars));

interface ShownBar {
  id: string;
  pieces: readonly { text: string; href?: string | undefined }[];
}

/** What is announced to everybody stands in the document; what is for some comes once it is known who reads. */
export function Bars() {
  const { bars = [], hasOwnBars = false } = useSite();
  const user = useStore(userStore, undefined);
  const { Component: OwnBars } = usePart(ownPart, { isWanted: hasOwnBars && Boolean(user) });
  return (
    <>
      {bars.map((bar) => (
        <Bar key={bar.id} bar={bar} />
      ))}
      {user && hasOwnBars && OwnBars && <OwnBars known={bars} show={(bar) => <Bar key={bar.id} bar={bar} />} />}
    </>
  );
}

/** One that its reader has hidden takes no room, from the first paint on: the early script sets the property. */
function Bar({ bar: { id, pieces } }: { bar: ShownBar }) {
  const { t } = useText();
  return (
    <aside className={styles.bar} style={{ display: `var(--bar-${id}, flex)` }} aria-label={t('app.announcements')}>
      <p dir="auto">
        {pieces.map(({ text, href }, at) =>
          href === undefined ? (
            text
          ) : href[0] === '/' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
            <Link key={at} to={href}>
              {text}
            </Link>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <a key={at} href={href} rel="noopener">
              {text}
            </a>
          ),
        )}
      </p>
      <button type="button" className={styles.hide} aria-label={t('app.hideAnnouncement')} onClick={() => hideBar(id)}>
        ×
      </button>
    </aside>
  );
}
