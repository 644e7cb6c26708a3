import { feedPaths } from '../../../../shared/paths.ts';
import { useText } from '../../../../web/i18n.tsx';
import { buttonClass } from '../../../../web/ui/Button.tsx';
import { FeedIcon } from '../icons.tsx';

/** A book's new chapters as a feed, for those who read such with a program of their own. */
export function FeedLink({ bookUuid, title }: { bookUuid: string; title: string }) {
  const { t, language } = useText();
  return (
    <a
      href={feedPaths.book({ bookUuid, language })}
      type="application/atom+xml"
      className={buttonClass({ variant: 'quiet', size: 'large' })}
      title={t('library.feedTitle', { title })}
    >
      <FeedIcon />
      {t('library.feed')}
    </a>
  );
}
