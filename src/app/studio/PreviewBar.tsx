import { useState } from 'react';
import { ChoiceField } from '../../features/studio/web/ChoiceField.tsx';
import type { StudioText } from '../../features/studio/web/words.ts';
import { type Language, languageNames, languages, languageTags } from '../../shared/languages.ts';
import { useOpenedPage } from '../../web/router.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Field } from '../../web/ui/Field.tsx';
import styles from './PreviewBar.module.css';
import { addressOf } from './preview-router.ts';
import { isPreviewViewer, type PreviewWish, previewViewers } from './preview-wish.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The line above a previewed page: who looks, when, and in which language; and the choice of another. */
export function PreviewBar({ wish, text, opened }: { wish: PreviewWish; text: StudioText; opened: Date }) {
  const { t, language: own, dir } = text;
  const { path, search } = useOpenedPage();
  const [isOpen, setOpen] = useState(false);
  const at = wish.at ?? opened;
  const facts = {
    viewer: t(`preview.viewers.${wish.as}`),
    moment: writeMoment(at, own),
    zone,
    language: languageNames[wish.language],
  };

  function show(form: FormData): void {
    const [as, moment, language] = ['as', 'at', 'language'].map((name) => String(form.get(name) ?? ''));
    if (!as || !isPreviewViewer(as)) return;
    const chosen = moment && moment !== writeLocal(at) ? new Date(moment) : wish.at;
    location.assign(addressOf({ as, at: chosen, from: wish.from }, language ?? wish.language, path + search));
  }

  return (
    <section className={styles.bar} lang={languageTags[own]} dir={dir} aria-label={t('preview.title')}>
      <p className={styles.line}>{t('preview.line', facts)}</p>
      <div className={styles.acts}>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('kit.change')}
        </Button>
        {/* Not a link: the page's link to its content is to be the first. */}
        <Button variant="quiet" onClick={() => location.assign(wish.from)}>
          {t('frame.studio')}
        </Button>
      </div>
      {isOpen && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            show(new FormData(event.currentTarget));
          }}
        >
          <ChoiceField
            name="as"
            label={t('preview.viewer')}
            defaultValue={wish.as}
            options={previewViewers.map((value) => ({ value, label: t(`preview.viewers.${value}`) }))}
          />
          <Field
            name="at"
            type="datetime-local"
            label={t('preview.moment', { zone })}
            defaultValue={writeLocal(at)}
            dir="ltr"
          />
          <ChoiceField
            name="language"
            label={t('kit.language')}
            defaultValue={wish.language}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <Button type="submit" variant="primary">
            {t('preview.show')}
          </Button>
        </form>
      )}
    </section>
  );
}

function writeMoment(at: Date, language: Language): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(languageTags[language], options).format(at);
}

/** As a field for date and time wants it: to the minute, in this browser's zone. */
function writeLocal(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
