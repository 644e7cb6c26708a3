import { useState } from 'react';
import { type Language, languageNames, languages } from '../../../../../shared/languages.ts';
import { Link } from '../../../../../web/router.tsx';
import { buttonClass } from '../../../../../web/ui/Button.tsx';
import { studioPaths } from '../../../../studio/pages.ts';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import { Section } from '../../../../studio/web/Page.tsx';
import { useStudioText } from '../../../../studio/web/words.ts';
import styles from './ReplaceChapter.module.css';

/** Leads to an import whose files become the content of a chapter in one language, in place of what it has. */
export function ReplaceChapter({ chapterId, first }: { chapterId: string; first: Language }) {
  const { t } = useStudioText();
  const [language, setLanguage] = useState(first);
  return (
    <Section title={t('chapter.content')}>
      <p className={styles.hint}>{t('chapter.replaceText')}</p>
      <div className={styles.row}>
        <ChoiceField
          label={t('kit.language')}
          value={language}
          options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
          onChange={(event) => setLanguage(languages.find((each) => each === event.target.value) ?? first)}
        />
        <Link to={studioPaths.newImport({ chapter_uuid: chapterId, language })} className={buttonClass()}>
          {t('chapter.replace')}
        </Link>
      </div>
    </Section>
  );
}
