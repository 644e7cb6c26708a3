import { useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '../../../../../shared/calls.ts';
import type { Language } from '../../../../../shared/languages.ts';
import { ApiError } from '../../../../../web/api-client.ts';
import { showToast } from '../../../../../web/ui/toasts.ts';
import type { ConflictRefusal } from '../../../../studio/contract.ts';
import {
  type Answered,
  type StudioCalls,
  useKeepAnswer,
  useRefresh,
  useStudioCalls,
} from '../../../../studio/web/calls.ts';
import { noFaults, useProblems } from '../../../../studio/web/problems.ts';
import { useDraft } from '../../../../studio/web/unsaved.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import type { textStudioCalls } from '../../../text/studio-contract.ts';

export type LoadedText = Answered<AnswerOf<typeof textStudioCalls.getText>>;
export type LoadedDraft = AnswerOf<typeof textStudioCalls.getDraft>['result'];

type Conflict = ConflictRefusal & { current: LoadedText['data']['result'] };

/** How long typing may rest before its draft is sent. */
const saveEveryMs = 10_000;

/** Somebody else has published meanwhile: their text, to be put beside one's own. */
export interface TextConflict {
  theirs: string;
  etag: string;
  by: string | null;
}

/**
 * Edits a chapter's text. What is typed is kept in this tab at once and on the server every 10 s, each draft with the version
 * that it was begun from; publishing names that version, and where another was published meanwhile, nothing is lost.
 */
export function useTextEditing(given: {
  chapterId: string;
  language: Language;
  loaded: LoadedText;
  draft: LoadedDraft | null;
}) {
  const { chapterId: uuid, language, loaded } = given;
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const { quiet } = calls;
  const keepAnswer = useKeepAnswer();
  const refreshChapter = useRefresh('/studio/chapters/:uuid');
  const { faultsOf } = useProblems();
  const params = { uuid, language };
  const published = { markdown: loaded.data.result.markdown ?? '', base: loaded.etag ?? '' };
  const local = useDraft(`/chapters/${uuid}/text/${language}`, published);
  const [stored, setStored] = useState(given.draft);
  const [isFailing, setFailing] = useState(false);
  const [faults, setFaults] = useState(noFaults);
  const [isBusy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<TextConflict | null>(null);
  // What this tab has is newer than what it has sent.
  const value = local.isChanged || !stored ? local.value : { markdown: stored.markdown, base: stored.base };
  const isChanged = value.markdown !== published.markdown;
  const isStored = stored?.markdown === value.markdown;
  const latest = useRef({ value, keep });
  useEffect(() => {
    latest.current = { value, keep };
  });

  const isWaiting = isChanged && !isStored && !isBusy;
  useEffect(() => {
    if (!isWaiting) return;
    const send = () => void latest.current.keep(quiet);
    const timer = setInterval(send, saveEveryMs);
    // A laptop that is closed hides the page first.
    document.addEventListener('visibilitychange', send);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', send);
    };
  }, [isWaiting, quiet]);

  async function keep({ send }: Pick<StudioCalls, 'send'> = calls): Promise<void> {
    try {
      const { data } = await send('PUT', '/studio/chapters/:uuid/text/:language/draft', {
        params,
        body: latest.current.value,
      });
      setStored(data.result);
      setFailing(false);
    } catch {
      // It stays in this tab, and the next moment tries again.
      setFailing(true);
    }
  }

  async function publish(text: { markdown: string; base: string }): Promise<void> {
    setBusy(true);
    try {
      const answer = await calls.send('PUT', '/studio/chapters/:uuid/text/:language', {
        params,
        body: { markdown: text.markdown },
        ifMatch: text.base,
      });
      take(answer);
      showToast({ text: t('text.published') });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'edit_conflict') setFaults(faultsOf(error, ['markdown']));
      else {
        const { current, etag, changed_by: by } = error.body as unknown as Conflict; // the form of every 412
        setConflict({ theirs: current.markdown ?? '', etag, by });
      }
    } finally {
      setBusy(false);
    }
  }

  /** Shows a text that the server has as it stands there now. */
  function take(answer: LoadedText): void {
    local.drop();
    setStored(null);
    setConflict(null);
    setFaults(noFaults);
    keepAnswer('/studio/chapters/:uuid/text/:language', { params }, answer);
    // Its chapter has another version now, and perhaps another edition.
    void refreshChapter();
  }

  return {
    ...{ value, isChanged, isStored, isFailing, isBusy, faults, conflict, storedAt: stored?.saved_at ?? null },
    change: (markdown: string) => local.change({ markdown, base: value.base }),
    keep: () => keep(),
    publish: () => publish(value),
    /** Publishes one's own text over that of the other. */
    publishMine: () => publish({ markdown: value.markdown, base: conflict?.etag ?? value.base }),
    /** Goes on with one's own text, now over the other's version. */
    goOn() {
      if (conflict) local.change({ markdown: value.markdown, base: conflict.etag });
      setConflict(null);
    },
    async discard() {
      await calls.send('DELETE', '/studio/chapters/:uuid/text/:language/draft', { params }).catch(() => {});
      take(await calls.get('/studio/chapters/:uuid/text/:language', { params }));
    },
    take,
  };
}
