import { useState } from 'react';
import { type Language, languageNames } from '../../../../shared/languages.ts';
import { ApiError } from '../../../../web/api-client.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { Form, FormActions } from '../../../../web/ui/Form.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../../web/ui/SubmitButton.tsx';
import { Switch } from '../../../../web/ui/Switch.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { noFaults, useProblems } from '../../../studio/web/problems.ts';
import { clockIn, dayIn } from '../../../studio/web/times.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { Conflicts } from './Conflicts.tsx';
import { addDays } from './days.ts';
import { type DatedChapter, languagesAtDate, type Move, type Moved, moveChapter, stateOf } from './publishing.ts';
import { Toggles } from './Toggles.tsx';
import { ZoneField } from './ZoneField.tsx';

/** A chapter that is to be moved, and the day to begin with, where one was chosen. */
export interface Moving {
  chapter: DatedChapter;
  day?: string;
}

/** Publishes a chapter at a date, a time and a zone, at once, or takes it back to the drafts. */
export function MoveDialog({
  moving,
  onMoved,
  onClose,
}: {
  moving: Moving | null;
  onMoved: () => void;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const { t: site } = useText();
  const titleOf = (chapter: DatedChapter) =>
    t(stateOf(chapter) === 'draft' ? 'publishing.placeOf' : 'publishing.moveOf', {
      title: chapter.title,
      place: chapter.place,
    });
  return (
    <Dialog
      open={moving !== null}
      title={moving ? titleOf(moving.chapter) : ''}
      closeLabel={site('app.close')}
      onClose={onClose}
    >
      {moving && <MoveForm moving={moving} onMoved={onMoved} onClose={onClose} />}
    </Dialog>
  );
}

export const usualTime = '18:00';

function MoveForm({
  moving: { chapter, day },
  onMoved,
  onClose,
}: {
  moving: Moving;
  onMoved: () => void;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const { faultsOf } = useProblems();
  const [faults, setFaults] = useState(noFaults);
  const [isBusy, setBusy] = useState(false);
  const [held, setHeld] = useState<{ move: Move; inTheWay: Moved & { kind: 'in_the_way' } } | null>(null);
  const [languages, setLanguages] = useState<readonly Language[]>(languagesAtDate(chapter));
  const [isTold, setTold] = useState(true);
  // Somebody else may change the chapter while the dialog is open: the next try names their version.
  const [etag, setEtag] = useState(chapter.etag);
  const at = chapter.published_at;
  const chosen = chapter.editions.filter(({ language }) => languages.includes(language));

  /** What stands in the way of one date may not stand in that of another. */
  const letGo = () => setHeld(null);

  async function carryOut(move: Move): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const moved = await moveChapter(calls, { ...move, chapter: { ...chapter, etag } });
      if (moved.kind === 'in_the_way') return setHeld({ move, inTheWay: moved });
      onMoved();
      onClose();
      showToast({ text: t('kit.saved') });
    } catch (error) {
      setHeld(null);
      if (error instanceof ApiError && typeof error.body.etag === 'string') {
        setEtag(error.body.etag);
        onMoved();
      }
      setFaults(faultsOf(error, ['published_at', 'time_zone']));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        const typed = `${given.get('date')}T${given.get('time')}`;
        void carryOut({ chapter, languages, at: typed, zone: String(given.get('zone')), isTold });
      }}
    >
      {faults.text !== null && <Notice>{faults.text}</Notice>}
      {held && <Conflicts inTheWay={held.inTheWay} place={chapter.place} />}
      <Field
        name="date"
        type="date"
        label={t('publishing.date')}
        // Without a date of its own a chapter begins tomorrow: the usual time of today may have passed.
        defaultValue={day ?? (at ? dayIn(at, undefined) : addDays(dayIn(Date.now(), undefined), 1))}
        error={faults.fields.published_at}
        onChange={letGo}
        required
      />
      <Field
        name="time"
        type="time"
        label={t('publishing.time')}
        step={60}
        defaultValue={at ? clockIn(at, undefined).slice(0, 5) : usualTime}
        onChange={letGo}
        required
      />
      <ZoneField error={faults.fields.time_zone} onChange={letGo} />
      {chapter.editions.length > 1 && (
        <Toggles
          legend={t('series.languages')}
          options={chapter.editions.map(({ language, state }) => ({
            value: language,
            label: languageNames[language],
            name: t('publishing.edition', {
              language: languageNames[language],
              state: t(`publishing.states.${state}`),
            }),
          }))}
          chosen={languages}
          onChange={(next) => {
            setLanguages(next);
            letGo();
          }}
        />
      )}
      {stateOf(chapter) === 'published' && chosen.some(({ state }) => state === 'published') && (
        <Notice tone="word">{t('publishing.takesBack')}</Notice>
      )}
      <Switch label={t('publishing.tell')} isOn={isTold} onChange={setTold} />
      <FormActions>
        {held ? (
          <Button disabled={isBusy} onClick={() => void carryOut({ ...held.move, withLater: true, isTold })}>
            {t('publishing.withLater')}
          </Button>
        ) : (
          <>
            {chosen.some(({ published_at: own }) => own !== null) && (
              <Button disabled={isBusy} onClick={() => void carryOut({ chapter, languages, at: null, isTold: true })}>
                {t('publishing.toDraft')}
              </Button>
            )}
            {chosen.some(({ state }) => state !== 'published') && (
              <Button disabled={isBusy} onClick={() => void carryOut({ chapter, languages, at: 'now', isTold })}>
                {t('publishing.now')}
              </Button>
            )}
          </>
        )}
        <SubmitButton busy={isBusy} disabled={languages.length === 0}>
          {t('publishing.schedule')}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
