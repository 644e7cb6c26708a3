import { type ReactNode, useEffect, useState } from 'react';
import type { Language } from '../../../shared/languages.ts';
import { paths } from '../../../shared/paths.ts';
import { useText } from '../../../web/i18n.tsx';
import type { AnyPage, Params } from '../../../web/navigation.ts';
import { withNext } from '../../../web/next-address.ts';
import type { PageModule } from '../../../web/page.ts';
import { useSite } from '../../../web/site.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { classes } from '../../../web/ui/classes.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import type { AskFirst } from './calls.ts';
import styles from './Page.module.css';
import { useProblems } from './problems.ts';
import { useStudioText } from './words.ts';

/** A page of the studio: its heading, the state of its thing as a word, what can be done, and its content. */
export function Page({
  title,
  state,
  lead,
  actions,
  form = false,
  children,
}: {
  /** Undefined while the thing that gives its name is loading. */
  title: string | undefined;
  state?: ReactNode;
  /** One line below the heading that says what this page is for. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** A page that is a form is a column in the middle; any other takes all of the width. */
  form?: boolean;
  children: ReactNode;
}) {
  const { t } = useStudioText();
  const { name } = useSite();
  useEffect(() => {
    document.title = [title, t('frame.studio'), name].filter(Boolean).join(' · ');
  }, [title, t, name]);
  return (
    <div className={classes(styles.page, form && styles.form)}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h1 className={styles.title}>
            {title === undefined ? <Skeleton className={styles.waiting} /> : <bdi>{title}</bdi>}
          </h1>
          {state}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}

/** What is done rarely: on a phone it stands behind one button, so that the page begins with its facts. */
export function MoreActions({ children }: { children: ReactNode }) {
  const { t } = useStudioText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('kit.more')}
      </Button>
      <div className={classes(styles.further, isOpen && styles.open)}>{children}</div>
    </>
  );
}

/** A part of a page under a heading of its own. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>{title}</h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

interface Asked<Data> {
  data: Data | undefined;
  error: unknown;
  isError: boolean;
  refetch: () => Promise<unknown>;
}

/** The answer once it is there; until then its shape, and after a failure its cause with a way to try again. */
export function Loaded<Data>({ asked, children }: { asked: Asked<Data>; children: (data: Data) => ReactNode }) {
  const { t } = useText();
  const { textOf } = useProblems();
  if (asked.data !== undefined) return children(asked.data);
  if (asked.isError)
    return <Notice action={{ label: t('app.retry'), act: () => void asked.refetch() }}>{textOf(asked.error)}</Notice>;
  return (
    <div className={styles.rows} aria-busy="true">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className={styles.row} />
      ))}
    </div>
  );
}

/** A page whose heading comes with the answer: while it loads, and where it cannot, it is a page all the same. */
export function LoadedPage<Data>({ asked, children }: { asked: Asked<Data>; children: (data: Data) => ReactNode }) {
  const { t } = useStudioText();
  if (asked.data !== undefined) return children(asked.data);
  return (
    <Page title={asked.isError ? t('frame.studio') : undefined}>
      <Loaded asked={asked}>{children}</Loaded>
    </Page>
  );
}

/** The names and values of a thing. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A word for a state; `tone` tells it by more than its colour alone: it comes with the word. */
export function State({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'warning'; children: ReactNode }) {
  return <span className={classes(styles.state, styles[tone])}>{children}</span>;
}

export interface StudioPage extends AnyPage {
  /** Asks, before the code of the frame has drawn anything, for what the page will show. */
  askFirst?(ask: AskFirst, opened: { params: Params; search: URLSearchParams; language: Language }): void;
}

/** A page for somebody who is logged in: visitors are led to the login and back. */
export function studioPage(
  Component: PageModule<string>['Component'],
  searchKeys: readonly string[] = [],
  more: Pick<StudioPage, 'askFirst'> = {},
): StudioPage {
  return {
    Component,
    searchKeys,
    ...more,
    guard: ({ isUser, search }) => (isUser ? null : withNext(paths.login(), `${location.pathname}${search}`)),
    head: ({ site }) => ({ title: site.name, description: '', noindex: true }),
  };
}
