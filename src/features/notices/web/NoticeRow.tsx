import { displayText } from '../../../shared/text.ts';
import { writeTime } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import { classes } from '../../../web/ui/classes.ts';
import { IconButton } from '../../../web/ui/IconButton.tsx';
import { CloseIcon } from '../../../web/ui/icons.tsx';
import type { Notice } from '../contract.ts';
import styles from './NoticeRow.module.css';
import { sentenceOf } from './sentence.ts';

/** A notice: what it says, and where it leads. */
export function NoticeRow({
  notice,
  onOpen,
  onRemove,
}: {
  notice: Notice;
  onOpen: () => void;
  onRemove: (button: Element) => void;
}) {
  const text = useText();
  const { t, language } = text;
  const sentence = sentenceOf(notice, text, displayText);
  const isUnread = notice.read_at === null;
  const title = notice.kind === 'new_chapter' && notice.count === 1 ? displayText(notice.title ?? '').trim() : '';
  return (
    <li className={classes(styles.row, isUnread && styles.unread)}>
      <Link to={notice.href} className={styles.link} onClick={onOpen}>
        {isUnread && <span className="visually-hidden">{t('notices.unread')}</span>}
        <span dir={notice.kind === 'news' ? 'auto' : undefined}>{sentence}</span>
        <span className={styles.facts}>
          <time dateTime={notice.created_at}>{writeTime(notice.created_at, language)}</time>
          {title !== '' && <bdi className={styles.title}>{title}</bdi>}
          {notice.locked && <Badge tone="line">{t('notices.locked')}</Badge>}
        </span>
      </Link>
      <IconButton label={t('notices.remove', { notice: sentence })} onClick={(event) => onRemove(event.currentTarget)}>
        <CloseIcon />
      </IconButton>
    </li>
  );
}
