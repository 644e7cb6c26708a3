import { useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { Form, FormActions } from '../../../../web/ui/Form.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../../web/ui/SubmitButton.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { noFaults, useProblems } from '../../../studio/web/problems.ts';
import { clockIn, dayIn } from '../../../studio/web/times.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { Conflicts } from './Conflicts.tsx';
import { type Dated, type InTheWay, type Move, moveChapter } from './publishing.ts';
import { ZoneField } from './ZoneField.tsx';

/** Publishes a chapter at a date, a time and a zone, at once, or takes it back to the drafts. */
export function MoveDialog({ row, onMoved, onClose }: { row: Dated | null; onMoved: () => void; onClose: () => void }) {
  const { t } = useStudioText();
  const { t: site } = useText();
  return (
    <Dialog
      open={row !== null}
      title={row ? t('publishing.moveOf', { title: row.title, place: row.place }) : ''}
      closeLabel={site('app.close')}
      onClose={onClose}
    >
      {row && <MoveForm row={row} onMoved={onMoved} onClose={onClose} />}
    </Dialog>
  );
}

function MoveForm({ row, onMoved, onClose }: { row: Dated; onMoved: () => void; onClose: () => void }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const { faultsOf } = useProblems();
  const [faults, setFaults] = useState(noFaults);
  const [isBusy, setBusy] = useState(false);
  const [held, setHeld] = useState<{ move: Move; conflicts: readonly InTheWay[] } | null>(null);
  const begin = row.published_at ?? new Date().toISOString();

  async function carryOut(move: Move): Promise<void> {
    setBusy(true);
    try {
      const moved = await moveChapter(calls, move);
      if (moved.kind === 'in_the_way') return setHeld({ move, conflicts: moved.conflicts });
      onMoved();
      onClose();
      showToast({ text: t('kit.saved') });
    } catch (error) {
      setHeld(null);
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
        const at = `${given.get('date')}T${given.get('time')}`;
        if (!isBusy) void carryOut({ row, at, zone: String(given.get('zone')) });
      }}
    >
      {faults.text !== null && <Notice>{faults.text}</Notice>}
      {held && <Conflicts conflicts={held.conflicts} />}
      <Field
        name="date"
        type="date"
        label={t('publishing.date')}
        defaultValue={dayIn(begin, undefined)}
        error={faults.fields.published_at}
        required
      />
      <Field
        name="time"
        type="time"
        label={t('publishing.time')}
        step={60}
        defaultValue={clockIn(begin, undefined).slice(0, 5)}
        required
      />
      <ZoneField error={faults.fields.time_zone} />
      <FormActions>
        {held ? (
          <Button disabled={isBusy} onClick={() => void carryOut({ ...held.move, withLater: true })}>
            {t('publishing.withLater')}
          </Button>
        ) : (
          <>
            {row.published_at !== null && (
              <Button disabled={isBusy} onClick={() => void carryOut({ row, at: null })}>
                {t('publishing.toDraft')}
              </Button>
            )}
            {row.state !== 'published' && (
              <Button disabled={isBusy} onClick={() => void carryOut({ row, at: 'now' })}>
                {t('publishing.now')}
              </Button>
            )}
          </>
        )}
        <SubmitButton busy={isBusy}>{t('publishing.schedule')}</SubmitButton>
      </FormActions>
    </Form>
  );
}
