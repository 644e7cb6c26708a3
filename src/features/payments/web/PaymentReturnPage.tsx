import { type ReactNode, useEffect, useRef, useState } from 'react';
import { membershipPath, paths } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { nextOf, withNext } from '../../../web/next-address.ts';
import type { PageModule } from '../../../web/page.ts';
import { problemOf } from '../../../web/problem.ts';
import { userStore } from '../../../web/session.ts';
import { useStore } from '../../../web/store.ts';
import bubble from '../../../web/ui/Bubble.module.css';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { classes } from '../../../web/ui/classes.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Success } from '../../../web/ui/Success.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import { useReturns } from '../../../web/use-returns.ts';
import type { OrderStatusAnswer } from '../contract.ts';
import { confirmWish, openedOrder } from './kept-payment.ts';
import styles from './PaymentReturnPage.module.css';

type Standing = OrderStatusAnswer['result'];

/**
 * Where WeChat sends the payer's browser, which may not be the one that the order was made in. It claims nothing that our
 * books do not say (spec: payments.md#after-wechat).
 */
function PaymentReturnPage({ params: { order } }: { params: { order: string } }) {
  const { t } = useText();
  const { standing, problem, isBusy, ask } = useStanding(order);
  const isBrowser = useIsBrowser();
  const opened = isBrowser ? openedOrder(order) : null;
  const user = useStore(userStore, null);
  const next = user && opened ? opened.next : null;
  const isPaid = standing?.completed === true && standing.status !== 'refunded';
  const isOver = standing?.status === 'canceled' || standing?.status === 'refunded';
  return (
    <Bubble title={t(isPaid ? 'payments.paid' : 'payments.return.title')}>
      {isPaid && <Success>{t('payments.return.paidText')}</Success>}
      {!standing && !problem && <p className={styles.text}>{t('payments.return.text')}</p>}
      {isOver && <Notice tone="word">{t('payments.closed')}</Notice>}
      {standing && !isPaid && !isOver && (
        <>
          <p role="status">{t('payments.notYet')}</p>
          <p className={styles.text}>{t('payments.lateText')}</p>
        </>
      )}
      {problem && <Notice>{problem}</Notice>}
      <div className={bubble.ways}>
        {!isPaid && (
          <Button variant="primary" aria-disabled={isBusy || undefined} onClick={() => !isBusy && void ask()}>
            {t('payments.havePaid')}
          </Button>
        )}
        {!isPaid && !isOver && opened && <OpenAgain url={opened.h5Url} until={opened.until} />}
        {!isPaid && (
          <a href={`${withNext(paths.profile(), opened?.next ?? null)}#top-up`} className={buttonClass()}>
            {t('payments.anotherWay')}
          </a>
        )}
        {next !== null && (
          <a href={next} className={buttonClass({ variant: isPaid ? 'primary' : 'plain' })}>
            {t('payments.readOn')}
          </a>
        )}
      </div>
    </Bubble>
  );
}

/** How an order stands by our books: asked on arrival, at each return to the tab, and at the press. */
function useStanding(order: string) {
  const text = useText();
  const api = useApi();
  const [standing, setStanding] = useState<Standing | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    setBusy(true);
    try {
      const { result } = await api.get('/payment/return/:order_id', { params: { order_id: order } });
      setStanding(result);
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error, { text, fallback: 'payments.return.failed' }).text);
    } finally {
      setBusy(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each order, not for each new closure
  useEffect(() => void ask(), [order]);
  useReturns(() => void ask());
  return { standing, problem, isBusy, ask };
}

/** While the link lives, in the browser that opened it. */
function OpenAgain({ url, until }: { url: string; until: number }) {
  const { t } = useText();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  if (isOver || until <= Date.now()) return null;
  return (
    <a href={url} className={buttonClass()}>
      {t('payments.openAgain')}
    </a>
  );
}

/** Where WeChat sends a browser inside it with the word for who pays: the server takes it, and the page goes on. */
function WechatReturnPage() {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const [problem, setProblem] = useState<string | null>(null);
  const isTaken = useRef(false);
  const user = useStore(userStore, null);
  const next = useIsBrowser() ? (nextOf(location.search) ?? membershipPath) : membershipPath;

  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const given = new URLSearchParams(location.search);
    const body = { code: given.get('code') ?? '', state: given.get('state') ?? '' };
    api.send('POST', '/payment/wechat/openid', { body }).then(
      () => {
        confirmWish();
        // A new document: WeChat compares the address at which it was opened.
        location.replace(nextOf(location.search) ?? membershipPath);
      },
      (error: unknown) => setProblem(problemOf(error, { text, fallback: 'payments.return.unknownPayer' }).text),
    );
  });

  return (
    <Bubble title={t('payments.return.payerTitle')}>
      {problem === null ? <p role="status">{t('payments.return.payerText')}</p> : <Notice>{problem}</Notice>}
      {problem !== null && (
        <div className={bubble.ways}>
          <a href={next} className={buttonClass({ variant: 'primary' })}>
            {t('payments.reselect')}
          </a>
          {user === null && (
            <a href={withNext(paths.login(), next)} className={buttonClass()}>
              {t('app.login')}
            </a>
          )}
        </div>
      )}
    </Bubble>
  );
}

function Bubble({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={bubble.page}>
      <section className={classes(bubble.bubble, styles.wide)}>
        <h1 className={bubble.title}>{title}</h1>
        {children}
      </section>
    </div>
  );
}

export const paymentReturnPage: PageModule<'order'> = {
  Component: PaymentReturnPage,
  isFresh: true,
  head: ({ text }) => ({
    title: text.t('payments.return.title'),
    description: text.t('payments.return.text'),
    // One document for every order.
    canonicalPath: paths.profile(),
    noindex: true,
  }),
};

export const wechatReturnPage: PageModule = {
  Component: WechatReturnPage,
  isSecret: true,
  head: ({ text }) => ({
    title: text.t('payments.return.payerTitle'),
    description: text.t('payments.return.payerText'),
    canonicalPath: paths.profile(),
    noindex: true,
  }),
};
