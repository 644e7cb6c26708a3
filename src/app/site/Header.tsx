import { SearchLink } from '../../features/catalog/web/search/SearchLink.tsx';
import { languageNames, languages, languageTags } from '../../shared/languages.ts';
import { membershipPath, paths } from '../../shared/paths.ts';
import { chooseLanguage } from '../../web/choose-language.ts';
import { useText } from '../../web/i18n.tsx';
import { nextOf, withNext } from '../../web/next-address.ts';
import { Link, useOpenedPage, useSearch } from '../../web/router.tsx';
import { userStore } from '../../web/session.ts';
import { useSite } from '../../web/site.tsx';
import { useStore } from '../../web/store.ts';
import { switchTheme } from '../../web/theme.ts';
import { buttonClass } from '../../web/ui/Button.tsx';
import { classes } from '../../web/ui/classes.ts';
import { IconButton, iconButtonClass } from '../../web/ui/IconButton.tsx';
import { UserIcon } from '../../web/ui/icons.tsx';
import { Select } from '../../web/ui/Select.tsx';
import { useIsBrowser } from '../../web/use-is-browser.ts';
import styles from './Header.module.css';
import { Logo } from './Logo.tsx';

const languageOptions = languages.map((value) => ({ value, label: languageNames[value], lang: languageTags[value] }));

/** The bar of every page. `quiet`: it scrolls away, for a page with its own bars. `still`: it has links only. */
export function Header({ quiet, still }: { quiet: boolean; still: boolean }) {
  const { sells } = useSite();
  const { t } = useText();
  return (
    <header className={classes(styles.bar, quiet && styles.quiet)}>
      <div className={styles.inner}>
        <Link to={paths.home()} className={styles.brand}>
          <Brand />
        </Link>
        {/* Right behind the room that is left over: where it appears late, nothing moves. */}
        {sells && (
          <Link to={membershipPath} className={styles.plans}>
            {t('membership.title')}
          </Link>
        )}
        {!still && (
          <>
            <LanguageSelect />
            <ThemeSwitch />
          </>
        )}
        <SearchLink />
        <Own />
        <Account />
      </div>
    </header>
  );
}

function Brand() {
  const { name, logo, darkLogo } = useSite();
  if (logo)
    return (
      <>
        <img {...logo} alt={name} className={classes(styles.own, darkLogo && styles.day)} />
        {darkLogo && <img {...darkLogo} alt={name} className={classes(styles.own, styles.night)} />}
      </>
    );
  return (
    <>
      <Logo className={styles.logo} />
      <bdi>{name}</bdi>
    </>
  );
}

/**
 * Links to the reader's own pages, and to the studio for who runs the site. The style sheet hides from visitors what is for
 * users, and on a phone what the library leads to.
 */
function Own() {
  const { t } = useText();
  const { path } = useOpenedPage();
  const isStaff = useStore(userStore, null)?.isStaff;
  const ways = [
    { to: paths.library(), label: t('library.title'), look: styles.library },
    { to: paths.updates(), label: t('library.updates'), look: styles.updates },
    { to: paths.history(), label: t('library.history'), look: styles.history },
    { to: paths.inbox(), label: t('notices.title'), look: styles.inbox },
    ...(isStaff ? [{ to: '/studio', label: t('app.studio'), look: styles.studio }] : []),
  ];
  return ways.map(({ to, label, look }) => (
    <Link
      key={to}
      to={to}
      className={classes(iconButtonClass, look)}
      aria-label={label}
      title={label}
      aria-current={path === to ? 'page' : undefined}
    >
      <span className={styles.icon} />
    </Link>
  ));
}

function ThemeSwitch() {
  const { t } = useText();
  return (
    <IconButton label={t('app.switchTheme')} onClick={switchTheme}>
      <span className={classes(styles.icon, styles.theme)} />
    </IconButton>
  );
}

function LanguageSelect() {
  const { t, language } = useText();
  const page = useOpenedPage();
  return (
    <Select
      className={styles.language}
      label={t('app.language')}
      options={languageOptions}
      value={language}
      onChange={(chosen) => chooseLanguage(chosen, page)}
      icon={<span className={classes(styles.icon, styles.globe)} />}
    />
  );
}

/**
 * The link to the login, or to the profile. The server renders both, the early script chooses the visible one, and
 * hydration removes the other.
 */
function Account() {
  const { t } = useText();
  const user = useStore(userStore, undefined);
  const login = useLoginAddress();
  return (
    <>
      {!user && (
        <Link to={login} className={classes(buttonClass({ variant: 'primary' }), styles.login)}>
          <UserIcon />
          <span className={styles.word}>{t('app.login')}</span>
        </Link>
      )}
      {user !== null && (
        <Link to={paths.profile()} className={classes(buttonClass(), styles.profile)}>
          <UserIcon />
          <bdi className={classes(styles.word, user === undefined && styles.unnamed)}>
            {user?.username ?? t('app.user')}
          </bdi>
        </Link>
      )}
    </>
  );
}

/**
 * The address of the login, which returns to this page; from a login or registration page, to that page's own
 * `next`, and from a page with a secret address to nowhere.
 */
function useLoginAddress(): string {
  const { path, search, page } = useOpenedPage();
  const known = useSearch();
  const isBrowser = useIsBrowser();
  if (path === paths.login() || path === paths.register() || page.isSecret || page.isFresh)
    return withNext(paths.login(), isBrowser ? nextOf(search) : null);
  return withNext(paths.login(), path + (known.size > 0 ? `?${known}` : ''));
}
