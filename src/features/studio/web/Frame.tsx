import { type ReactNode, useEffect, useState } from 'react';
import { languageNames, languages, languageTags } from '../../../shared/languages.ts';
import { paths } from '../../../shared/paths.ts';
import { chooseLanguage } from '../../../web/choose-language.ts';
import { aliveEvent } from '../../../web/early/presses.ts';
import { ErrorBoundary } from '../../../web/frame/ErrorBoundary.tsx';
import { SkipLink } from '../../../web/frame/SkipLink.tsx';
import { useText } from '../../../web/i18n.tsx';
import { Link, useOpenedPage } from '../../../web/router.tsx';
import { storeRole } from '../../../web/session.ts';
import { useSite } from '../../../web/site.tsx';
import { switchTheme } from '../../../web/theme.ts';
import { classes } from '../../../web/ui/classes.ts';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { GlobeIcon, MoonIcon, SunIcon } from '../../../web/ui/field-icons.tsx';
import { IconButton } from '../../../web/ui/IconButton.tsx';
import { Select } from '../../../web/ui/Select.tsx';
import { Toasts } from '../../../web/ui/Toasts.tsx';
import { isForStrangers, studioPaths } from '../pages.ts';
import { hasRight, type Right } from '../rules.ts';
import styles from './Frame.module.css';
import { Keys } from './Keys.tsx';
import { Page } from './Page.tsx';
import { PasswordQuestion } from './PasswordQuestion.tsx';
import { useStaff } from './session-query.ts';
import { UnsavedQuestion } from './Unsaved.tsx';
import { type StudioKey, useStudioText } from './words.ts';

/** A page of the navigation, and the right that opens it. */
export interface Room {
  to: string;
  name: StudioKey;
  right: Right;
  /** Whether the pages below its path belong to it. */
  hasMore?: boolean;
}

/** The rooms in groups; a group without an open room is not shown. */
export type Rooms = readonly (readonly Room[])[];

const languageOptions = languages.map((value) => ({ value, label: languageNames[value], lang: languageTags[value] }));

interface FrameProps {
  rooms: Rooms;
  /** Stands beside the site's name: the way to whatever one can name. */
  find: ReactNode;
  onLogOut: () => void;
}

/** The frame of every page of the studio: the navigation with what the role may open, and the page. */
export function Frame({ rooms, find, onLogOut }: FrameProps) {
  const { t } = useText();
  const opened = useOpenedPage();
  const { page, params, path, found } = opened;
  const isFree = isForStrangers(path);
  const staff = useStaff({ isAsked: !isFree });
  // Presses that were held until now take effect (web/early/presses.ts).
  useEffect(() => {
    dispatchEvent(new Event(aliveEvent));
  }, []);
  const role = staff === 'stranger' ? null : (staff?.role ?? null);
  // The readers' header leads here who has a role.
  useEffect(() => {
    if (staff) storeRole(role);
  }, [staff, role]);
  return (
    <div className={styles.frame}>
      <SkipLink />
      <SideBar rooms={rooms} find={find} role={role} onLogOut={onLogOut} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={path}>
          {staff === 'stranger' ? <Strangers /> : found ? <page.Component params={params} /> : null}
        </ErrorBoundary>
      </main>
      <Keys />
      <PasswordQuestion />
      <UnsavedQuestion />
      <Toasts dismissLabel={t('app.dismiss')} />
    </div>
  );
}

function SideBar({ rooms, find, role, onLogOut }: FrameProps & { role: Parameters<typeof hasRight>[0] }) {
  const { t } = useStudioText();
  const { t: site, language } = useText();
  const { name } = useSite();
  const opened = useOpenedPage();
  const { path } = opened;
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setOpen(false), [path]);
  const groups = rooms
    .map((group) => group.filter(({ right }) => hasRight(role, right)))
    .filter(({ length }) => length);
  return (
    <header className={styles.bar}>
      <div className={styles.top}>
        <Link to={studioPaths.today()} className={styles.brand}>
          <bdi>{name}</bdi>
        </Link>
        {role && find}
        <button
          type="button"
          className={styles.menu}
          aria-expanded={isOpen}
          aria-controls="studio-rooms"
          onClick={() => setOpen(!isOpen)}
        >
          {t('frame.menu')}
        </button>
      </div>
      <div className={classes(styles.folded, isOpen && styles.unfolded)}>
        <nav id="studio-rooms" aria-label={t('frame.studio')} className={styles.rooms}>
          {groups.map((group) => (
            <ul key={group[0]?.to}>
              {group.map(({ to, name: label, hasMore }) => {
                const isHere = path === to || (hasMore === true && path.startsWith(`${to}/`));
                return (
                  <li key={to}>
                    <Link to={to} className={styles.room} aria-current={isHere ? 'page' : undefined}>
                      {t(label)}
                    </Link>
                  </li>
                );
              })}
            </ul>
          ))}
        </nav>
        <div className={styles.ways}>
          <a href={paths.home()} className={styles.room}>
            {t('frame.viewSite')}
          </a>
          <button type="button" className={styles.room} onClick={onLogOut}>
            {site('accounts.logOut')}
          </button>
        </div>
        <div className={styles.foot}>
          <Select
            className={styles.language}
            label={site('app.language')}
            options={languageOptions}
            value={language}
            onChange={(chosen) => chooseLanguage(chosen, opened)}
            icon={<GlobeIcon />}
          />
          <IconButton label={site('app.switchTheme')} onClick={switchTheme}>
            <MoonIcon className={styles.moon} />
            <SunIcon className={styles.sun} />
          </IconButton>
        </div>
      </div>
    </header>
  );
}

/** The words for a user without a role. */
function Strangers() {
  const { t } = useStudioText();
  const { t: site } = useText();
  return (
    <Page title={t('frame.studio')}>
      <EmptyState title={t('frame.strangers')} action={<a href={paths.home()}>{site('app.toHome')}</a>}>
        {t('frame.strangersText')}
      </EmptyState>
    </Page>
  );
}
