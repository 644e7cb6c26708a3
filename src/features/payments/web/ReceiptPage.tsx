import { type ReactNode, useEffect, useState } from 'react';
import { type Language, languageTags } from '../../../shared/languages.ts';
import { paths, receiptPath } from '../../../shared/paths.ts';
import { nameOfPlan } from '../../../shared/plans.ts';
import { useApi } from '../../../web/api.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { writeDay } from '../../../web/date-time.ts';
import { type MessageKey, type Text, useText } from '../../../web/i18n.tsx';
import { lateTextIn } from '../../../web/late-words.ts';
import { writePrice } from '../../../web/money.ts';
import { withNext } from '../../../web/next-address.ts';
import type { PageModule } from '../../../web/page.ts';
import { queryOptions, useQuery } from '../../../web/query.ts';
import { Link } from '../../../web/router.tsx';
import { userStore } from '../../../web/session.ts';
import { icpRegister } from '../../../web/site.tsx';
import { useStore } from '../../../web/store.ts';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import type { Receipt } from '../contract.ts';
import styles from './ReceiptPage.module.css';

/** The receipts of an order, made for paper (spec: payments.md#receipts). The document is the same for everybody. */
function ReceiptPage({ params: { order } }: { params: { order: string } }) {
  const { t } = useText();
  const api = useApi();
  const isBrowser = useIsBrowser();
  const user = useStore(userStore, null);
  const { data, error, isError, isFetching, refetch } = useQuery(
    queryOptions({
      queryKey: ['receipts', order, user?.uuid],
      queryFn: () => api.get('/payment/receipts/:order_id', { params: { order_id: order } }),
      enabled: user !== null,
    }),
  );
  const receipts = data?.result;
  const isUnknown = receipts?.length === 0 || (error instanceof ApiError && error.status === 404);
  const showsHeading = !receipts || receipts.length === 0;
  return (
    <div className={styles.page}>
      {showsHeading && <h1 className={styles.title}>{t('receipts.title')}</h1>}
      {isUnknown && <p>{t('receipts.none')}</p>}
      {isError && !isUnknown && (
        <Notice action={{ label: t('app.retry'), act: refetch, busy: isFetching }}>{t('receipts.failed')}</Notice>
      )}
      {user !== null && !receipts && !isError && <Skeleton className={styles.waiting} />}
      {isBrowser && user === null && (
        <Link to={withNext(paths.login(), receiptPath(order))} className={buttonClass({ variant: 'primary' })}>
          {t('receipts.login')}
        </Link>
      )}
      {receipts && receipts.length > 0 && (
        <div className={styles.ways}>
          <Button variant="primary" onClick={() => print()}>
            {t('receipts.print')}
          </Button>
          <Link to={`${paths.profile()}#orders`} className={buttonClass()}>
            {t('receipts.toOrders')}
          </Link>
        </div>
      )}
      {receipts?.[0]?.provider === 'stripe' && <StripesReceipt order={order} />}
      {receipts?.map((receipt) => (
        <Sheet key={receipt.number} receipt={receipt} />
      ))}
    </div>
  );
}

/** The receipt of the provider itself, where the site may read it. */
function StripesReceipt({ order }: { order: string }) {
  const { t } = useText();
  const api = useApi();
  const { data } = useQuery(
    queryOptions({
      queryKey: ['card-receipt', order],
      queryFn: () => api.get('/payment/orders/:order_id/card_receipt', { params: { order_id: order } }),
    }),
  );
  if (!data?.result) return null;
  return (
    <p className={styles.ways}>
      <a href={data.result.url} target="_blank" rel="noopener">
        {t('receipts.stripe')}
      </a>
    </p>
  );
}

function Sheet({ receipt }: { receipt: Receipt }) {
  const { t, language } = useText();
  const theirs = useSellersText(receipt.seller.language);
  const { kind, amount, currency, seller, period, tax } = receipt;
  const heading = kind === 'sale' ? 'receipts.title' : amount < 0 ? 'receipts.reversal' : 'receipts.refund';
  const money = (minor: number) => <bdi>{writePrice(minor, currency, language)}</bdi>;
  const day = (iso: string) => writeDay(iso, language);
  return (
    <article className={styles.sheet}>
      <header className={styles.header}>
        <h1 className={styles.title}>
          <Words id={heading} theirs={theirs} />
        </h1>
        <SellerLines seller={seller} theirs={theirs} />
      </header>
      <dl className={styles.facts}>
        <Fact id="receipts.number" theirs={theirs}>
          <bdi dir="ltr">{receipt.number}</bdi>
        </Fact>
        <Fact id="receipts.date" theirs={theirs}>
          <time dateTime={receipt.issued_at}>{day(receipt.issued_at)}</time>
        </Fact>
        <Fact id="payments.orderNumber" theirs={theirs}>
          <code dir="ltr">{receipt.order_id}</code>
        </Fact>
        <Fact id="receipts.item" theirs={theirs}>
          <Item item={receipt.item} theirs={theirs} />
        </Fact>
        {period && (
          <Fact id="receipts.period" theirs={theirs}>
            {t('receipts.span', { from: day(period.from), to: day(period.to) })}
          </Fact>
        )}
        <Fact id="receipts.way" theirs={theirs}>
          <Words id={`payments.provider.${receipt.provider}`} theirs={theirs} />
        </Fact>
        {receipt.discount > 0 && (
          <>
            <Fact id="receipts.price" theirs={theirs} isMoney>
              {money(receipt.full_amount)}
            </Fact>
            <Fact id="receipts.discount" theirs={theirs} isMoney>
              {money(-receipt.discount)}
            </Fact>
          </>
        )}
        <Fact id="receipts.total" theirs={theirs} isMoney isTotal>
          {money(amount)}
        </Fact>
        <Fact id="receipts.tax" theirs={theirs} isMoney>
          {tax ? (
            t('receipts.taxOf', {
              amount: writePrice(tax.amount, currency, language),
              rate: writeRate(tax.rate, language),
            })
          ) : (
            <Words id="receipts.noTax" theirs={theirs} />
          )}
        </Fact>
      </dl>
    </article>
  );
}

function writeRate(rate: number, language: Language): string {
  const format = { style: 'percent', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(languageTags[language], format).format(rate / 100);
}

function Item({ item, theirs }: { item: Receipt['item']; theirs: Text | null }) {
  const { t, language } = useText();
  const id = item.gift ? 'receipts.gift' : 'receipts.membership';
  const told = (text: Pick<Text, 't'>, of: Language) => {
    const plan = nameOfPlan(item.name, of);
    const months = text.t('payments.months', { count: item.months });
    return `${text.t(id, { plan })}${plan === months ? '' : ` · ${months}`}`;
  };
  return (
    <>
      {told({ t }, language)}
      {theirs && <Second language={theirs.language}>{told(theirs, theirs.language)}</Second>}
    </>
  );
}

function Fact({
  id,
  theirs,
  isMoney = false,
  isTotal = false,
  children,
}: {
  id: MessageKey;
  theirs: Text | null;
  isMoney?: boolean;
  isTotal?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.fact} data-money={isMoney || undefined} data-total={isTotal || undefined}>
      <dt>
        <Words id={id} theirs={theirs} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A word in the page's language, and below it in the seller's where that is another one. */
function Words({ id, theirs }: { id: MessageKey; theirs: Text | null }) {
  const { t } = useText();
  return (
    <>
      {t(id)}
      {theirs && theirs.t(id) !== t(id) && <Second language={theirs.language}>{theirs.t(id)}</Second>}
    </>
  );
}

function Second({ language, children }: { language: Language; children: ReactNode }) {
  return (
    <span className={styles.second} lang={languageTags[language]}>
      <bdi>{children}</bdi>
    </span>
  );
}

const sellerLines = ['form', 'address', 'phone', 'email'] as const;
const sellerNumbers = ['registration', 'tax_id', 'director', 'host', 'icp', 'police', 'licence'] as const;

function SellerLines({ seller, theirs }: { seller: Receipt['seller']; theirs: Text | null }) {
  return (
    <address className={styles.seller}>
      {seller.name !== null && (
        <strong>
          <bdi>{seller.name}</bdi>
        </strong>
      )}
      {sellerLines.map((line) => (seller[line] === null ? null : <bdi key={line}>{seller[line]}</bdi>))}
      {sellerNumbers.map((line) =>
        seller[line] === null ? null : (
          <span key={line}>
            <Words id={`documents.seller.${line}`} theirs={theirs} />{' '}
            {line === 'icp' ? (
              <a href={icpRegister} rel="noopener">
                <bdi>{seller[line]}</bdi>
              </a>
            ) : (
              <bdi>{seller[line]}</bdi>
            )}
          </span>
        ),
      )}
    </address>
  );
}

/** The seller's words, where they speak another language than the page; null until they are there. */
function useSellersText(language: Language): Text | null {
  const { language: shown } = useText();
  const [text, setText] = useState<Text | null>(null);
  useEffect(() => {
    if (language === shown) return;
    let isWanted = true;
    // Without them the receipt is whole in the page's language.
    lateTextIn(language).then(
      (loaded) => isWanted && setText(loaded),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [language, shown]);
  return language === shown ? null : text;
}

export const receiptPage: PageModule<'order'> = {
  Component: ReceiptPage,
  isFresh: true,
  head: ({ text }) => ({
    title: text.t('receipts.title'),
    description: text.t('receipts.description'),
    // One document for every order.
    canonicalPath: paths.profile(),
    noindex: true,
  }),
};
