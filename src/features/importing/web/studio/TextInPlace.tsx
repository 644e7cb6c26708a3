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
  save: (text: string) => Promise<void>;
}) {
  const field: React.ComponentProps<'input'> = {
    dir: 'auto',
    defaultValue: text,
    async onBlur({ currentTarget }) {
      const wanted = currentTarget.value.trim();
      if (wanted !== '' && wanted !== text) await save(wanted);
      // Where it was saved, another field stands here now.
      currentTarget.value = text;
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
