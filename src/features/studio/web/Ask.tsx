import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Form, FormActions } from '../../../web/ui/Form.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import { type Faults, noFaults, useProblems } from './problems.ts';
import { useStudioText } from './words.ts';

export type Typed = (field: string) => string;

/** The one of a field's options that was typed; the first where the text is none. */
export function typedOf<Option extends string>(options: readonly [Option, ...Option[]], text: string): Option {
  return options.find((each) => each === text) ?? options[0];
}

/**
 * A dialog that asks before something is done: a sentence that says what will be, fields if any, and the button that
 * does it. It stays open with what was typed while it fails; `act` rejects with the failure.
 */
export function Ask({
  open,
  title,
  children,
  fields,
  confirm,
  act,
  onClose,
}: {
  open: boolean;
  title: string;
  /** The content of the dialog; the argument has the faults of its fields. */
  children: (faults: Faults) => ReactNode;
  /** The server's names of the fields. */
  fields?: readonly string[];
  confirm: string;
  act: (typed: Typed) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useText();

  /** What was done may have taken away the button that had the focus before. */
  function close(): void {
    onClose();
    if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
  }

  return (
    <Dialog open={open} title={title} closeLabel={t('app.close')} onClose={close}>
      <AskForm fields={fields ?? []} confirm={confirm} act={act} onClose={onClose}>
        {children}
      </AskForm>
    </Dialog>
  );
}

/** Mounted anew at each opening, so that it shows no old fault. */
function AskForm({
  fields,
  confirm,
  act,
  onClose,
  children,
}: {
  fields: readonly string[];
  confirm: string;
  act: (typed: Typed) => Promise<void>;
  onClose: () => void;
  children: (faults: Faults) => ReactNode;
}) {
  const { t } = useStudioText();
  const { faultsOf } = useProblems();
  const [faults, setFaults] = useState(noFaults);
  const [isBusy, setBusy] = useState(false);
  const isSent = useRef(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSent.current) return;
    const given = new FormData(event.currentTarget);
    isSent.current = true;
    setBusy(true);
    try {
      await act((field) => String(given.get(field) ?? ''));
      onClose();
    } catch (error) {
      setFaults(faultsOf(error, fields));
    } finally {
      isSent.current = false;
      setBusy(false);
    }
  }

  return (
    <Form onSubmit={(event) => void submit(event)}>
      {faults.text !== null && <Notice>{faults.text}</Notice>}
      {children(faults)}
      <FormActions>
        <Button onClick={onClose}>{t('kit.cancel')}</Button>
        <SubmitButton busy={isBusy}>{confirm}</SubmitButton>
      </FormActions>
    </Form>
  );
}
