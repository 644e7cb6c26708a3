import { useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { EyeClosedIcon, EyeIcon } from './field-icons.tsx';
import { IconButton } from './IconButton.tsx';

/** A field for a password, with a button to show it. It is written from left to right in every language. */
export function PasswordField({
  showLabel,
  hideLabel,
  ...field
}: FieldProps & { showLabel: string; hideLabel: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      dir="ltr"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton label={isShown ? hideLabel : showLabel} onClick={() => setShown(!isShown)}>
          {isShown ? <EyeClosedIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}
