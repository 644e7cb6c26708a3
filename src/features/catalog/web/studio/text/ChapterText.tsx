import { useState } from 'react';
import { type Language, languageNames, languages } from '../../../../../shared/languages.ts';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import { useStudioQuery } from '../../../../studio/web/calls.ts';
import { Loaded, Section } from '../../../../studio/web/Page.tsx';
import { useStudioText } from '../../../../studio/web/words.ts';
import styles from './TextEditor.module.css';
import { TextEditor } from './TextEditor.tsx';

/** The text of a novel's chapter in one of its languages, to be edited. */
export function ChapterText({ chapterId, first }: { chapterId: string; first: Language }) {
  const { t } = useStudioText();
  const [language, setLanguage] = useState(first);
  return (
    <Section title={t('text.title')}>
      <div className={styles.language}>
        <ChoiceField
          label={t('kit.language')}
          value={language}
          options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
          onChange={(event) => setLanguage(languages.find((each) => each === event.target.value) ?? first)}
        />
      </div>
      <LoadedText key={language} chapterId={chapterId} language={language} />
    </Section>
  );
}

function LoadedText({ chapterId: uuid, language }: { chapterId: string; language: Language }) {
  const params = { uuid, language };
  const given = { chapterId: uuid, language };
  const asked = useStudioQuery('/studio/chapters/:uuid/text/:language', { params });
  const hasDraft = asked.data?.data.result.draft_saved_at != null;
  const draft = useStudioQuery('/studio/chapters/:uuid/text/:language/draft', hasDraft ? { params } : null);
  return (
    <Loaded asked={asked}>
      {(loaded) =>
        hasDraft ? (
          <Loaded asked={draft}>{({ data }) => <TextEditor {...given} loaded={loaded} draft={data.result} />}</Loaded>
        ) : (
          <TextEditor {...given} loaded={loaded} draft={null} />
        )
      }
    </Loaded>
  );
}
