import { useEffect, useEffectEvent } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { useEscape } from '../../../../web/ui/use-escape.ts';
import { namedZones, type Zones, zonesOf } from './tap-zones.ts';
import styles from './ZoneOverlay.module.css';

const shownForMs = 3000;

interface ZoneOverlayProps {
  zones: Zones;
  onGone: () => void;
}

/** Shows for a moment what a tap does where: in the first book of pages, and when another layout has been chosen. */
export function ZoneOverlay({ zones, onGone }: ZoneOverlayProps) {
  const { t } = useText();
  const go = useEffectEvent(onGone);
  useEscape(onGone);
  useEffect(() => {
    const timer = setTimeout(() => go(), shownForMs);
    return () => clearTimeout(timer);
  }, []);
  const rows = zonesOf(zones);
  const named = namedZones(rows);
  return (
    // Zones lie on the screen as fingers do: left is left.
    <div className={styles.overlay} dir="ltr" aria-hidden="true">
      {rows.map((row, y) =>
        row.map((action, x) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a ninth of the screen is its place
          <span key={`${y}${x}`} className={classes(styles.zone, action && styles[action])}>
            {action && named.some((zone) => zone.x === x && zone.y === y) && t(`reading.zone.${action}`)}
          </span>
        )),
      )}
    </div>
  );
}
