import { useRef } from 'react';
import { Button } from '../../../web/ui/Button.tsx';

const pictures = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** A button that lets choose files of this machine, by default pictures. */
export function FileButton({
  label,
  name,
  accept = pictures,
  several = false,
  disabled = false,
  onChoose,
}: {
  label: string;
  /** The name by which it is told from others; by default its label. */
  name?: string;
  accept?: string;
  several?: boolean;
  disabled?: boolean;
  onChoose: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button aria-label={name ?? label} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={several}
        hidden
        aria-label={name ?? label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = ''; // the same file may be chosen again
          if (files.length > 0) onChoose(files);
        }}
      />
    </>
  );
}
