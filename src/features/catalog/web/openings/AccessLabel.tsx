import { Dated, type DatedText } from '../../../../web/Dated.tsx';
import { type Text, useText } from '../../../../web/i18n.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import type { AccessOnWire } from '../../contract.ts';
import { type OpeningLabel, openingLabel } from '../../opening-label.ts';
import styles from './labels.module.css';

/** When a chapter opens to all, or closes again, and that it is in early access; nothing where neither is known. */
export function AccessLabel({ access, className }: { access: AccessOnWire; className?: string | undefined }) {
  const { t } = useText();
  const write = wordsOf(openingLabel(access), t);
  const isEarly = access.state === 'members' && access.reason === 'early_access';
  if (!write && !isEarly) return null;
  return (
    <p className={classes(styles.label, className)}>
      {isEarly && <span>{t('catalog.earlyAccess')}</span>}
      {write && <Dated write={write} />}
    </p>
  );
}

function wordsOf(opening: OpeningLabel, t: Text['t']): DatedText | null {
  switch (opening.kind) {
    case 'none':
      return null;
    case 'freeOn':
      return (moment) => t('catalog.freeOn', { date: moment(opening.at) });
    case 'freeUntil':
      return (moment) => t('catalog.freeUntil', { date: moment(opening.at) });
    case 'freeFromTo':
      return (moment) => t('catalog.freeFromTo', { from: moment(opening.from), to: moment(opening.to) });
  }
}
