import { useRef } from 'react';
import { Button } from '../../../../web/ui/Button.tsx';

/** A button that reads a text from a file of the reader's. */
export function TextFile({ label, accept, onText }: { label: string; accept: string; onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{label}</Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again, once it was mended.
          event.target.value = '';
          if (file) void file.text().then(onText);
        }}
      />
    </>
  );
}
