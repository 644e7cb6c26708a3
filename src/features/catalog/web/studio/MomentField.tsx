import { useState } from 'react';
import { Field } from '../../../../web/ui/Field.tsx';
import { typedTime } from '../../../studio/web/times.ts';

/** A moment as the browser's clocks show it; `value` is the moment in UTC, or empty. */
export function MomentField({
  label,
  hint,
  value,
  error,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  // The typed text is kept as it is: a year half typed, such as 0002, is a valid moment, too.
  const [typed, setTyped] = useState(typedTime(value));
  return (
    <Field
      label={label}
      type="datetime-local"
      hint={hint}
      value={momentOf(typed) === value ? typed : typedTime(value)}
      error={error}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(momentOf(event.target.value));
      }}
    />
  );
}

const momentOf = (typed: string) => (typed === '' ? '' : new Date(typed).toISOString());
