import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Problem } from './problem.ts';

/** The name of a form's field, and its fault. */
export interface FieldState {
  name: string;
  error: string | null;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

export interface FormState {
  form: RefObject<HTMLFormElement | null>;
  /** The place of a problem that is not about one field; the element must be focusable. */
  notice: { id: string; ref: RefObject<HTMLDivElement | null> };
  /** The problem to show there. */
  problem: string | null;
  field: (name: string) => FieldState;
  /** True from sending until the answer, and after a success for good: something else then replaces the form. */
  isBusy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** The text in one of the form's fields. */
export type Typed = (field: string) => string;

/**
 * A form that is sent once at a time. `send` gets the input and returns the problem, or null after a success. A problem
 * gets the focus, and the input stays.
 */
export function useForm(send: (typed: Typed) => Promise<Problem | null>): FormState {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSent = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const notice = { id: useId(), ref: useRef<HTMLDivElement>(null) };
  const { ref: noticeRef } = notice;

  useEffect(() => {
    if (!problem) return;
    const name = problem.field ?? problem.missing?.[0];
    const field = name === undefined ? null : form.current?.elements.namedItem(name);
    (field instanceof HTMLElement ? field : noticeRef.current)?.focus();
  }, [problem, noticeRef]);

  async function submit(fields: FormData): Promise<void> {
    isSent.current = true;
    setBusy(true);
    let isDone = false;
    try {
      const found = await send((field) => String(fields.get(field) ?? ''));
      setProblem(found);
      isDone = found === null;
    } finally {
      isSent.current = isDone;
      setBusy(isDone);
    }
  }

  return {
    form,
    notice,
    problem: problem && problem.field === undefined ? problem.text : null,
    field: (name) => ({
      name,
      error: problem?.field === name ? problem.text : null,
      ...(problem?.missing?.includes(name) && { 'aria-invalid': true, 'aria-describedby': notice.id }),
    }),
    isBusy,
    onSubmit: (event) => {
      event.preventDefault();
      if (!isSent.current) void submit(new FormData(event.currentTarget));
    },
  };
}
