import { CouponMaker } from '../../features/membership/web/studio/CouponMaker.tsx';
import { Plans } from '../../features/payments/web/studio/Plans.tsx';
import { WhatIf } from '../../features/releases/web/studio/WhatIf.tsx';
import { Page, Section, studioPage } from '../../features/studio/web/Page.tsx';
import { useStudioText } from '../../features/studio/web/words.ts';

/** The prices of memberships, the codes that lower them, and the outcome of other rules for a book. */
function PricesPage() {
  const { t } = useStudioText();
  return (
    <Page title={t('prices.title')} lead={t('prices.lead')}>
      <Plans />
      <Section title={t('prices.discounts')} actions={<CouponMaker />}>
        <p>{t('prices.discountsText')}</p>
      </Section>
      <WhatIf />
    </Page>
  );
}

export const pricesPage = studioPage(PricesPage);
