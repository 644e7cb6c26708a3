import { LatestImports } from '../../features/importing/web/studio/LatestImports.tsx';
import { TodayFigures } from '../../features/numbers/web/studio/TodayFigures.tsx';
import { hasRight } from '../../features/studio/rules.ts';
import { Attention } from '../../features/studio/web/Attention.tsx';
import { Page, studioPage } from '../../features/studio/web/Page.tsx';
import { useStaff } from '../../features/studio/web/session-query.ts';
import { useStudioText } from '../../features/studio/web/words.ts';

/** The first page of the studio: what wants attention, today's figures, and the last imports, as the role may see them. */
function TodayPage() {
  const { t } = useStudioText();
  const staff = useStaff();
  const role = staff === 'stranger' ? null : (staff?.role ?? null);
  return (
    <Page title={t('today.title')}>
      <Attention />
      <TodayFigures hasNumbers={hasRight(role, 'numbers')} />
      {hasRight(role, 'books') && <LatestImports />}
    </Page>
  );
}

export const todayPage = studioPage(TodayPage);
