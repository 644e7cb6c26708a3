import { useState } from 'react';
import { Field } from '../../../../web/ui/Field.tsx';
import styles from './PlanBooks.module.css';

/** A text that is changed where it stands: Enter, or leaving the field, saves it; Esc gives the change up. */
export function TextInPlace({
  label,
  text,
  isBare = false,
  save,
}: {
  label: string;
  text: string;
  /** It stands in a row, whose column says what it is. */
  isBare?: boolean;
  /** Resolves to false where no answer came: what was typed then stays, to be saved by leaving the field again. */
  save: (text: string) => Promise<boolean>;
}) {
  const [isUnsaved, setUnsaved] = useState(false);
  const field: React.ComponentProps<'input'> = {
    dir: 'auto',
    defaultValue: text,
    'aria-invalid': isUnsaved || undefined,
    async onBlur({ currentTarget }) {
      const wanted = currentTarget.value.trim();
      const isAnswered = wanted === '' || wanted === text || (await save(wanted));
      setUnsaved(!isAnswered);
      // Where it was saved, another field stands here now.
      if (isAnswered) currentTarget.value = text;
    },
    onKeyDown({ key, currentTarget }) {
      if (key === 'Escape') currentTarget.value = text;
      if (key === 'Enter') currentTarget.blur();
    },
  };
  // Once it is saved, it begins anew.
  return isBare ? (
    <input key={text} className={styles.input} aria-label={label} {...field} />
  ) : (
    <Field key={text} label={label} {...field} />
  );
}
