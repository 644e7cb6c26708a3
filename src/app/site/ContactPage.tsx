import { paths } from '../../shared/paths.ts';
import { useText } from '../../web/i18n.tsx';
import type { PageModule } from '../../web/page.ts';
import { useSite } from '../../web/site.tsx';
import bubble from '../../web/ui/Bubble.module.css';
import { classes } from '../../web/ui/classes.ts';
import styles from './ContactPage.module.css';
import logo from './logo.svg';

/** The logo and, under it, where to write (spec: site.md#pages). */
function ContactPage() {
  const { t } = useText();
  const { name, contactEmail } = useSite();
  return (
    <div className={classes(bubble.page, bubble.dots, styles.page)}>
      <h1 className="visually-hidden">{t('app.contact')}</h1>
      <img className={styles.logo} src={logo} alt={t('app.logo', { name })} width="336" height="400" />
      <a className={styles.email} href={`mailto:${contactEmail}`}>
        <bdi>{contactEmail}</bdi>
      </a>
    </div>
  );
}

export const contactPage: PageModule = {
  Component: ContactPage,
  head: ({ text, site }) => ({
    title: text.t('app.contact'),
    description: text.t('app.contactDescription', { name: site.name, email: site.contactEmail }),
    canonicalPath: paths.contact(),
  }),
};
