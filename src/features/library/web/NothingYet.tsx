import { paths } from '../../../shared/paths.ts';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';

/** A list of a reader's own that has nothing yet, with the way to the books. */
export function NothingYet({ title, text }: { title: string; text: string }) {
  const { t } = useText();
  return (
    <EmptyState
      title={title}
      action={
        <Link to={paths.home()} className={buttonClass({ variant: 'primary' })}>
          {t('library.toBooks')}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}
