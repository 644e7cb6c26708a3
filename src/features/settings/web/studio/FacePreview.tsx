import type { CSSProperties } from 'react';
import { fittingAccent, tintOfAccent } from '../../../../shared/accent.ts';
import { useText } from '../../../../web/i18n.tsx';
import { themeColors } from '../../../../web/theme.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './FacePreview.module.css';

/** How home, a book and a locked chapter will look with what is typed, by day and by night. */
export function FacePreview({ name, tagline, accent }: { name: string; tagline: string; accent: string }) {
  const { t } = useStudioText();
  const own = fittingAccent(accent) === accent ? accent : null;
  return (
    <div className={styles.previews} role="img" aria-label={t('site.preview')}>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className={styles.screens} style={colorsOf(own, theme)}>
          <Screens name={name} tagline={tagline} />
        </div>
      ))}
    </div>
  );
}

function Screens({ name, tagline }: { name: string; tagline: string }) {
  const { t } = useText();
  const bar = (
    <p className={styles.bar}>
      <bdi>{name}</bdi>
    </p>
  );
  return (
    <>
      <div className={styles.screen}>
        {bar}
        <p className={styles.stage} dir="auto">
          {tagline || t('catalog.tagline')}
        </p>
        <span className={styles.covers}>
          <span />
          <span />
          <span />
        </span>
      </div>
      <div className={styles.screen}>
        {bar}
        <span className={styles.book}>
          <span />
          <span className={styles.press}>{t('library.start')}</span>
        </span>
      </div>
      <div className={styles.screen}>
        {bar}
        <span className={styles.lock}>
          <span>{t('reading.membersOnly')}</span>
          <span className={styles.press}>{t('app.login')}</span>
        </span>
      </div>
    </>
  );
}

/** The same colors as those of a document with that accent (src/web/ui/tokens.css). */
function colorsOf(accent: string | null, theme: 'light' | 'dark'): CSSProperties {
  const tint = accent === null ? '#c8ff2e' : tintOfAccent(accent);
  const isOwn = accent !== null && theme === 'light';
  const [light, dark] = [themeColors.light, '#171310'];
  const colors = {
    ...{ '--accent': isOwn ? accent : tint, '--on-accent': isOwn ? light : dark, '--tint': tint },
    ...{ '--paper': themeColors[theme], '--night': dark, '--on-night': light },
    ...{ '--ink': theme === 'light' ? dark : light, '--line': theme === 'light' ? '#e3dacb' : '#35302a' },
  };
  return colors as CSSProperties; // custom properties are styles too
}
