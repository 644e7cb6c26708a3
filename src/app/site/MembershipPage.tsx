import { Blocks } from '../../features/documents/web/Blocks.tsx';
import { SellerFacts } from '../../features/documents/web/SellerFacts.tsx';
import { siteQuery } from '../../features/payments/web/payment-queries.ts';
import { type PlanPrices, pricesOfPlans } from '../../features/payments/web/plan-prices.ts';
import { Opens } from '../../features/reading/web/end/Opens.tsx';
import { majorUnits } from '../../shared/currencies.ts';
import { type Language, languageTags } from '../../shared/languages.ts';
import { membershipPath, paths } from '../../shared/paths.ts';
import { nameOfPlan } from '../../shared/plans.ts';
import { useApi } from '../../web/api.tsx';
import { type ApiClient, ApiError } from '../../web/api-client.ts';
import { useText } from '../../web/i18n.tsx';
import { loadLateWords } from '../../web/late-words.ts';
import { writePrice } from '../../web/money.ts';
import { nextOf, withNext } from '../../web/next-address.ts';
import type { PageModule } from '../../web/page.ts';
import { createPart, usePart } from '../../web/part.ts';
import { queryOptions, useQuery } from '../../web/query.ts';
import { Link, useOpenedPage } from '../../web/router.tsx';
import { userStore } from '../../web/session.ts';
import { useSite } from '../../web/site.tsx';
import { useStore } from '../../web/store.ts';
import { buttonClass } from '../../web/ui/Button.tsx';
import { classes } from '../../web/ui/classes.ts';
import { useIsBrowser } from '../../web/use-is-browser.ts';
import styles from './MembershipPage.module.css';

const payingPart = createPart(async () => {
  const [{ Paying }] = await Promise.all([import('./Paying.tsx'), loadLateWords('own')]);
  return Paying;
});

function offerQuery(api: ApiClient, language: Language) {
  return queryOptions({
    queryKey: ['membership-offer', language],
    queryFn: async () => (await api.get('/comics/membership/:language', { params: { language } })).result,
  });
}

/** The operator's own questions and answers; null where there are none. */
function questionsQuery(api: ApiClient, language: Language) {
  return queryOptions({
    queryKey: ['questions', language],
    queryFn: async () => {
      try {
        return (await api.get('/site/pages/:page', { params: { page: 'faq' }, query: { language } })).result;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/** What a membership is and costs (spec: membership.md#page). The server's page is a visitor's; the browser adds the rest. */
function MembershipPage() {
  const { t, language } = useText();
  const api = useApi();
  const user = useStore(userStore, null);
  const { search } = useOpenedPage();
  const isBrowser = useIsBrowser();
  const { data: site } = useQuery(siteQuery(api));
  const { data: offer } = useQuery(offerQuery(api, language));
  const { links = [] } = useSite();
  const { Component: Paying } = usePart(payingPart, { isWanted: user !== null });
  const next = isBrowser ? nextOf(search) : null;
  const chosen = isBrowser ? new URLSearchParams(search).get('plan') : null;
  const offered = site ? pricesOfPlans(site, language) : { plans: [], isElsewhere: false };
  const free = offer?.free_chapters ?? null;
  const here = addressOf(chosen, next);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{t('membership.title')}</h1>
        {offer && <Opens opens={offer.opens} />}
        {offer && offer.trial_days !== null && !user && <p>{t('shop.trial', { count: offer.trial_days })}</p>}
      </header>
      {offered.plans.length === 0 && site && <p className={styles.nothing}>{t('shop.notSold')}</p>}
      <ul className={styles.plans}>
        {offered.plans.map((plan) => (
          <li key={plan.plan}>
            <PlanCard plan={plan} isUser={user !== null} next={next} />
          </li>
        ))}
      </ul>
      {offered.isElsewhere && (
        <p>
          {t('payments.wechatOnly')}{' '}
          <a href={`${membershipPath}?lang=zh-cn`} hrefLang="zh-CN">
            {t('payments.toChinese')}
          </a>
        </p>
      )}
      {Paying && user && <Paying user={user} next={next} plan={chosen} />}
      <ul className={styles.facts}>
        {free !== null && free > 0 && <li>{t('shop.free', { count: free })}</li>}
        <li>{t('shop.begins')}</li>
        <li>{t('shop.noRenewal')}</li>
        {site?.wechat && <li>{t('shop.byWechat')}</li>}
        {site?.stripe && <li>{t('shop.byCard')}</li>}
      </ul>
      <p className={styles.ways}>
        {offered.plans.length > 0 && (
          <Way to={`${here}#pay`} label={t('payments.gift.switch')} isUser={user !== null} />
        )}
        <Way to={`${paths.profile()}#coupon`} label={t('membership.useCoupon')} isUser={user !== null} />
        {!user && (
          <Link to={withNext(paths.login(), here)} className={buttonClass({ variant: 'quiet' })} rel="nofollow">
            {t('shop.login')}
          </Link>
        )}
      </p>
      <Questions />
      {offer?.seller && (
        <section className={styles.section} aria-labelledby="seller">
          <h2 id="seller">{t('documents.kinds.imprint')}</h2>
          <SellerFacts seller={offer.seller} />
        </section>
      )}
      {links.length > 0 && (
        <p className={styles.ways}>
          {links
            .filter(({ href }) => href.startsWith('/page/'))
            .map(({ title, href }) => (
              <Link key={href} to={href}>
                {title}
              </Link>
            ))}
        </p>
      )}
    </div>
  );
}

/** This page with a plan chosen, and the page that its reader came from. */
function addressOf(plan: string | null, next: string | null): string {
  const query = new URLSearchParams({ ...(plan !== null && { plan }), ...(next !== null && { next }) });
  return query.size > 0 ? `${membershipPath}?${query}` : membershipPath;
}

/** For who has no account yet, the way leads through the registration. */
function Way({ to, label, isUser }: { to: string; label: string; isUser: boolean }) {
  return (
    <Link to={isUser ? to : withNext(paths.register(), to)} className={buttonClass()} rel="nofollow">
      {label}
    </Link>
  );
}

function PlanCard({ plan, isUser, next }: { plan: PlanPrices; isUser: boolean; next: string | null }) {
  const { t, language } = useText();
  const name = nameOfPlan(plan.name, language);
  const here = addressOf(plan.plan, next);
  return (
    <article className={styles.plan} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      <ul className={styles.prices}>
        {plan.prices.map(({ way, amount, currency, perMonth, saving }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan may have two prices by card in one currency
          <li key={`${way} ${currency} ${nth}`}>
            <span className={styles.way}>{t(way === 'wechat' ? 'payments.wechat' : 'shop.card')}</span>
            <strong className={styles.price}>
              <bdi>{writePrice(amount, currency, language)}</bdi>
            </strong>
            {perMonth !== null && (
              <span className={styles.small}>
                {t('shop.perMonth', { price: writePrice(perMonth, currency, language) })}
              </span>
            )}
            {saving !== null && (
              <span className={styles.small}>{t('shop.saving', { percent: percentOf(saving, language) })}</span>
            )}
          </li>
        ))}
      </ul>
      <Link
        to={isUser ? `${here}#pay` : withNext(paths.register(), here)}
        className={classes(buttonClass({ variant: 'primary' }), styles.choose)}
        aria-label={`${t('shop.choose')}: ${name}`}
        rel="nofollow"
      >
        {t('shop.choose')}
      </Link>
    </article>
  );
}

const percentOf = (share: number, language: Language) =>
  new Intl.NumberFormat(languageTags[language], { style: 'percent', maximumFractionDigits: 0 }).format(share / 100);

/** The operator's own questions and answers, else eight that the site's settings answer. */
function Questions() {
  const { t, language } = useText();
  const { contactEmail } = useSite();
  const { data: own } = useQuery(questionsQuery(useApi(), language));
  return (
    <section className={styles.section} aria-labelledby="questions">
      <h2 id="questions">{t('documents.kinds.faq')}</h2>
      {own ? (
        <Blocks blocks={own.blocks} />
      ) : (
        questions.map((name) => (
          <details key={name} className={styles.question}>
            <summary>{t(`shop.questions.${name}`)}</summary>
            <p>{t(`shop.answers.${name}`, { email: contactEmail })}</p>
          </details>
        ))
      )}
    </section>
  );
}

const questions = ['begin', 'renew', 'end', 'books', 'devices', 'gift', 'coupon', 'nothing'] as const;

export const membershipPage: PageModule = {
  Component: MembershipPage,
  hasOwnPolicy: true,
  async prefetch({ api, queryClient, language }) {
    await Promise.all([
      queryClient.fetchQuery(siteQuery(api)),
      queryClient.fetchQuery(offerQuery(api, language)),
      queryClient.fetchQuery(questionsQuery(api, language)),
    ]);
    return { status: 200 };
  },
  head({ text, site, api, queryClient, language }) {
    const offer = queryClient.getQueryData(siteQuery(api).queryKey);
    const plans = offer ? pricesOfPlans(offer, language).plans : [];
    return {
      title: text.t('membership.title'),
      description: text.t('shop.description', { name: site.name }),
      canonicalPath: membershipPath,
      ...(plans.length > 0 && {
        jsonLd: (publicUrl) =>
          describeOffers(plans, { publicUrl, name: `${text.t('membership.title')} · ${site.name}`, language }),
      }),
    };
  },
};

/** The plans for search engines, as schema.org has them. */
function describeOffers(
  plans: readonly PlanPrices[],
  { publicUrl, name, language }: { publicUrl: string; name: string; language: Language },
): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    offers: plans.flatMap(({ plan, name: names, prices }) =>
      prices.map(({ amount, currency }) => ({
        '@type': 'Offer',
        name: nameOfPlan(names, language),
        price: majorUnits(amount, currency),
        priceCurrency: currency.toUpperCase(),
        url: `${publicUrl}${membershipPath}?plan=${plan}`,
        availability: 'https://schema.org/InStock',
      })),
    ),
  };
}
