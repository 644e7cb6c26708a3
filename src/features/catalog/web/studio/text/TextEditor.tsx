import { useDeferredValue, useMemo, useRef } from 'react';
import type { Language } from '../../../../../shared/languages.ts';
import { keepFile } from '../../../../../web/keep-file.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { FormActions } from '../../../../../web/ui/Form.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../../../web/ui/SubmitButton.tsx';
import { Moment } from '../../../../studio/web/Moment.tsx';
import { useStudioText } from '../../../../studio/web/words.ts';
import { writePlainText } from '../../../text/plain-text.ts';
import { readMarkdown } from '../../../text/read-markdown.ts';
import { createCounter } from '../../../text/text-counts.ts';
import { Comparison } from './Comparison.tsx';
import { MarkdownField } from './MarkdownField.tsx';
import styles from './TextEditor.module.css';
import { TextPreview } from './TextPreview.tsx';
import { TextVersions } from './TextVersions.tsx';
import { type LoadedDraft, type LoadedText, useTextEditing } from './use-text-editing.ts';

const nothing = { images: new Set<string>(), formulas: new Map() };
/** Longer texts are counted by the server alone: words of so many letters take a moment. */
const longestCounted = 200_000;

/** The editor of a chapter's text: Markdown beside what readers will see. */
export function TextEditor({
  chapterId,
  language,
  loaded,
  draft,
}: {
  chapterId: string;
  language: Language;
  loaded: LoadedText;
  draft: LoadedDraft | null;
}) {
  const { t } = useStudioText();
  const area = useRef<HTMLTextAreaElement>(null);
  const editing = useTextEditing({ chapterId, language, loaded, draft });
  const { value, isChanged, isStored, isFailing, isBusy, faults, conflict } = editing;
  const shown = useDeferredValue(value.markdown);
  const counts = useCounts(shown, language, loaded.data.result);
  const { drafts, markdown } = loaded.data.result;

  return (
    <form
      method="post"
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isBusy) void editing.publish();
      }}
    >
      {faults.text !== null && <Notice>{faults.text}</Notice>}
      {drafts.map(({ user, saved_at: at }) => (
        <p key={user.uuid} className={styles.hint}>
          {t('text.draftOf', { name: user.username })} <Moment at={at} />
        </p>
      ))}
      {conflict && (
        <section className={styles.conflict}>
          <Notice>{conflict.by === null ? t('merge.titleByNobody') : t('merge.title', { name: conflict.by })}</Notice>
          <Comparison
            before={conflict.theirs}
            after={value.markdown}
            names={{ before: t('merge.theirs'), after: t('merge.yours') }}
            language={language}
          />
          <FormActions>
            <Button onClick={() => void editing.discard()}>{t('text.keepTheirs')}</Button>
            <Button onClick={editing.goOn}>{t('text.goOn')}</Button>
            <Button variant="primary" onClick={() => void editing.publishMine()}>
              {t('text.publishMine')}
            </Button>
          </FormActions>
        </section>
      )}
      <div className={styles.sides}>
        <MarkdownField
          label={t('text.markdown')}
          value={value.markdown}
          language={language}
          error={faults.fields.markdown}
          area={area}
          onChange={editing.change}
          onSave={() => void editing.keep()}
        />
        <TextPreview markdown={shown} language={language} />
      </div>
      <p className={styles.hint}>
        {t('text.counts', { words: counts.words, characters: counts.characters })}
        {' · '}
        <span role="status">
          {!isChanged && t('text.allPublished')}
          {isChanged && (isFailing ? t('text.notKept') : isStored ? t('text.kept') : t('text.keeping'))}
        </span>
      </p>
      <div className={styles.foot}>
        <TextVersions
          chapterId={chapterId}
          language={language}
          current={value.markdown}
          isChanged={isChanged}
          etag={loaded.etag}
          onRestored={editing.take}
        />
        {markdown !== null && <Downloads language={language} markdown={markdown} />}
        <FormActions>
          {isChanged && <Button onClick={() => void editing.discard()}>{t('kit.giveUp')}</Button>}
          <SubmitButton busy={isBusy} disabled={!isChanged || conflict !== null}>
            {t('text.publish')}
          </SubmitButton>
        </FormActions>
      </div>
    </form>
  );
}

/** The published text as files. */
function Downloads({ language, markdown }: { language: Language; markdown: string }) {
  const { t } = useStudioText();
  const keep = (kind: string, words: string) => keepFile(`chapter.${language}.${kind}`, new Blob([words]));
  return (
    <>
      <Button onClick={() => keep('md', markdown)}>{t('text.download', { kind: '.md' })}</Button>
      <Button onClick={() => keep('txt', writePlainText(readMarkdown(markdown, nothing)))}>
        {t('text.download', { kind: '.txt' })}
      </Button>
    </>
  );
}

function useCounts(markdown: string, language: Language, told: { words: number; characters: number }) {
  return useMemo(
    () => (markdown.length > longestCounted ? told : createCounter(language)(readMarkdown(markdown, nothing))),
    [markdown, language, told],
  );
}
