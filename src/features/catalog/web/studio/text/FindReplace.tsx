import { type FormEvent, useState } from 'react';
import type { AnswerOf } from '../../../../../shared/calls.ts';
import { languageNames, languageTags } from '../../../../../shared/languages.ts';
import { useText } from '../../../../../web/i18n.tsx';
import { useRouter } from '../../../../../web/router.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../../web/ui/Dialog.tsx';
import { Field } from '../../../../../web/ui/Field.tsx';
import { Form, FormActions } from '../../../../../web/ui/Form.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../../../web/ui/SubmitButton.tsx';
import { Switch } from '../../../../../web/ui/Switch.tsx';
import { showToast } from '../../../../../web/ui/toasts.ts';
import { studioPaths } from '../../../../studio/pages.ts';
import { useStudioCalls } from '../../../../studio/web/calls.ts';
import { noFaults, useProblems } from '../../../../studio/web/problems.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import type { textStudioCalls } from '../../../text/studio-contract.ts';
import styles from './FindReplace.module.css';

type Found = AnswerOf<typeof textStudioCalls.findReplace>;

/** Finds words in all texts of a novel: shows each hit as it will be, then replaces them all, which can be undone. */
export function FindReplace({ bookId }: { bookId: string }) {
  const { t } = useStudioText();
  const { t: site } = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('text.findReplace')}</Button>
      <Dialog open={isOpen} title={t('text.findReplace')} closeLabel={site('app.close')} onClose={close}>
        {isOpen && <FindForm bookId={bookId} onClose={close} />}
      </Dialog>
    </>
  );
}

function FindForm({ bookId, onClose }: { bookId: string; onClose: () => void }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const router = useRouter();
  const { faultsOf } = useProblems();
  const [asked, setAsked] = useState({ find: '', replace: '', whole_words: false, match_case: true });
  const [found, setFound] = useState<Found | null>(null);
  const [faults, setFaults] = useState(noFaults);
  const [isBusy, setBusy] = useState(false);

  function change(part: Partial<typeof asked>): void {
    setAsked({ ...asked, ...part });
    // What is shown must be what would be done.
    setFound(null);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      const isTried = found === null;
      const { data } = await calls.send('POST', '/studio/books/:uuid/find_replace', {
        params: { uuid: bookId },
        body: { ...asked, dry_run: isTried },
      });
      setFaults(noFaults);
      if (isTried) setFound(data);
      else done(data);
    } catch (error) {
      setFaults(faultsOf(error, ['find', 'replace']));
    } finally {
      setBusy(false);
    }
  }

  function done({ total, result: { batch } }: Found): void {
    onClose();
    showToast({
      text: t('text.replaced', { count: total }),
      ...(batch && { action: { label: t('text.showUndo'), act: () => router.open(studioPaths.oneImport(batch)) } }),
    });
  }

  const count = found?.total ?? 0;
  return (
    <Form onSubmit={(event) => void submit(event)}>
      {faults.text !== null && <Notice>{faults.text}</Notice>}
      <Field
        label={t('text.find')}
        value={asked.find}
        error={faults.fields.find}
        required
        dir="auto"
        onChange={(event) => change({ find: event.target.value })}
      />
      <Field
        label={t('text.replaceWith')}
        value={asked.replace}
        error={faults.fields.replace}
        dir="auto"
        onChange={(event) => change({ replace: event.target.value })}
      />
      <Switch
        label={t('text.wholeWords')}
        isOn={asked.whole_words}
        onChange={(whole_words) => change({ whole_words })}
      />
      <Switch label={t('text.matchCase')} isOn={asked.match_case} onChange={(match_case) => change({ match_case })} />
      <p role="status" className={styles.found}>
        {found && (count === 0 ? t('text.noHits') : t('text.hits', { count, chapters: found.result.chapters }))}
      </p>
      {found && count > 0 && <Hits found={found} />}
      <FormActions>
        <Button onClick={onClose}>{t('kit.cancel')}</Button>
        <SubmitButton busy={isBusy} disabled={found !== null && count === 0}>
          {found ? t('text.replaceHits', { count }) : t('text.preview')}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

function Hits({ found: { result, total } }: { found: Found }) {
  const { t } = useStudioText();
  return (
    <>
      <ol className={styles.hits}>
        {result.hits.map(({ chapter_uuid: id, language, before, match, after, replaced }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={`${id} ${index}`} lang={languageTags[language]} dir="auto" title={languageNames[language]}>
            {before}
            <del>{match}</del>
            <ins>{replaced}</ins>
            {after}
          </li>
        ))}
      </ol>
      {result.hits.length < total && <p>{t('text.moreHits', { count: total - result.hits.length })}</p>}
    </>
  );
}
