import { LatestImports } from '../../features/importing/web/studio/LatestImports.tsx';
import { Checklist } from '../../features/numbers/web/studio/Checklist.tsx';
import { HomeFigures } from '../../features/numbers/web/studio/HomeFigures.tsx';
import { HomeNeeds } from '../../features/numbers/web/studio/HomeNeeds.tsx';
import { ComingWeek, DraftsWaiting } from '../../features/numbers/web/studio/HomeReleases.tsx';
import { hasRight } from '../../features/studio/rules.ts';
import { useStudioQuery } from '../../features/studio/web/calls.ts';
import { Loaded, Page, studioPage } from '../../features/studio/web/Page.tsx';
import { useRole } from '../../features/studio/web/session-query.ts';
import { useStudioText } from '../../features/studio/web/words.ts';
import { useText } from '../../web/i18n.tsx';

/** The first page of the studio: how the site does, what wants attention and what comes, as the role may see it. */
function TodayPage() {
  const { t } = useStudioText();
  const { language } = useText();
  const role = useRole();
  const asked = useStudioQuery('/studio/home', { query: { language } });
  const { refetch } = asked;
  return (
    <Page title={t('today.title')}>
      <Loaded asked={asked}>
        {({ data: { result: home } }) => (
          <>
            {home.checklist && <Checklist steps={home.checklist} onDismissed={refetch} />}
            <HomeFigures home={home} />
            <HomeNeeds needs={home.needs} onDone={refetch} />
            {home.coming && <ComingWeek coming={home.coming} />}
            {home.drafts && <DraftsWaiting drafts={home.drafts} />}
          </>
        )}
      </Loaded>
      {hasRight(role, 'books') && <LatestImports />}
    </Page>
  );
}

export const todayPage = studioPage(TodayPage);
