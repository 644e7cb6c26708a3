import { defaultLanguage, type Language, languageNames, languages } from '../../../../shared/languages.ts';
import type { ByLanguage } from '../../../../shared/site-settings.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { FieldGroup } from '../../../studio/web/FieldGroup.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { SiteOnWire } from '../../studio-contract.ts';
import styles from './SitePage.module.css';

type Link = SiteOnWire['links'][number];
type Titles = ByLanguage<string>;

/** Which link was refused, and whether for its address or its title. */
export interface LinkFault {
  at: number;
  part: 'url' | 'title';
}

const most = 8;

/** The links of the footer: each has an address and a title, in all languages or in each its own. */
export function LinkFields({
  links,
  faults,
  onChange,
}: {
  links: readonly Link[];
  faults: readonly LinkFault[];
  onChange: (links: readonly Link[]) => void;
}) {
  const { t } = useStudioText();
  const replace = (at: number, link: Link) => onChange(links.map((each, place) => (place === at ? link : each)));
  return (
    <>
      {links.map((link, at) => (
        <LinkRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the same place is the same link
          key={at}
          link={link}
          place={at + 1}
          faultOf={(part) => faults.some((fault) => fault.at === at && fault.part === part)}
          onChange={(next) => replace(at, next)}
          onRemove={() => onChange(links.filter((_, place) => place !== at))}
        />
      ))}
      {links.length === 0 && <p className={styles.hint}>{t('site.noLinks')}</p>}
      <div>
        <Button disabled={links.length >= most} onClick={() => onChange([...links, { title: '', url: '' }])}>
          {t('site.addLink')}
        </Button>
      </div>
    </>
  );
}

function LinkRow({
  link,
  place,
  faultOf,
  onChange,
  onRemove,
}: {
  link: Link;
  place: number;
  faultOf: (part: LinkFault['part']) => boolean;
  onChange: (link: Link) => void;
  onRemove: () => void;
}) {
  const { t, number } = useStudioText();
  const titles = titlesOf(link);
  const title = (language: Language, label: string) => (
    <Field
      key={language}
      label={label}
      value={titles[language] ?? ''}
      error={language === defaultLanguage && faultOf('title') ? t('site.linkTitleWrong') : null}
      dir="auto"
      onChange={(event) => onChange({ ...link, title: titleOf({ ...titles, [language]: event.target.value }) })}
    />
  );
  return (
    <FieldGroup name={t('site.link', { place: number(place) })}>
      {title(defaultLanguage, t('site.linkTitle'))}
      <Field
        label={t('site.linkAddress')}
        hint={t('site.linkHint')}
        value={link.url}
        error={faultOf('url') ? t('site.linkWrong') : null}
        dir="ltr"
        spellCheck={false}
        onChange={(event) => onChange({ ...link, url: event.target.value.trim() })}
      />
      <details>
        <summary className={styles.summary}>{t('site.otherTitles')}</summary>
        <div className={styles.titles}>
          {languages
            .filter((each) => each !== defaultLanguage)
            .map((each) => title(each, t('prices.nameIn', { language: languageNames[each] })))}
        </div>
      </details>
      <div>
        <Button aria-label={t('site.removeLink', { place: number(place) })} onClick={onRemove}>
          {t('recommended.remove')}
        </Button>
      </div>
    </FieldGroup>
  );
}

const titlesOf = ({ title }: Link): Titles => (typeof title === 'string' ? { [defaultLanguage]: title } : title);

/** One title for all languages is a text, else a map without blank ones. */
function titleOf(titles: Titles): Link['title'] {
  const { [defaultLanguage]: usual = '', ...others } = titles;
  const named = Object.entries(others).filter(([, text]) => text !== '');
  if (named.length === 0) return usual;
  return { ...(usual !== '' && { [defaultLanguage]: usual }), ...Object.fromEntries(named) };
}
