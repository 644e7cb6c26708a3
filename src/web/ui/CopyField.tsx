import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './CopyField.module.css';
import { CheckIcon, CopyIcon } from './field-icons.tsx';
import { Tooltip } from './Tooltip.tsx';

/** How long the tooltip answers a press (spec: site.md#dates-and-times). */
const answerMs = 1500;

type Answer = 'copied' | 'selected';

/** Text to copy. Where pages may not use the clipboard, the text is selected, so that the reader can copy it. */
export function CopyField({
  label,
  value,
  rows,
  copyLabel,
  copiedText,
  selectedText,
}: {
  label: string;
  value: string;
  /** Lines to show of a long text; without it, one. */
  rows?: number;
  copyLabel: string;
  copiedText: string;
  selectedText: string;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const [answer, setAnswer] = useAnswer();

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setAnswer('copied');
    } catch {
      field.current?.focus();
      field.current?.select();
      setAnswer('selected');
    }
  }

  const attributes = {
    id,
    value,
    readOnly: true,
    dir: 'ltr',
    spellCheck: false,
    className: styles.text,
    onFocus: () => field.current?.select(),
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={rows === undefined ? styles.line : styles.block}>
        {rows === undefined ? (
          <input ref={field as RefObject<HTMLInputElement>} {...attributes} /> // one of the two is rendered
        ) : (
          <textarea ref={field as RefObject<HTMLTextAreaElement>} rows={rows} {...attributes} /> // one of the two is rendered
        )}
        <Tooltip text={answer === null ? null : answer === 'copied' ? copiedText : selectedText}>
          <Button onClick={copy}>
            {answer === 'copied' ? <CheckIcon /> : <CopyIcon />}
            {copyLabel}
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}

function useAnswer() {
  const [answer, setAnswer] = useState<{ kind: Answer } | null>(null);
  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => setAnswer(null), answerMs);
    return () => clearTimeout(timer);
  }, [answer]);
  return [answer?.kind ?? null, (kind: Answer) => setAnswer({ kind })] as const;
}
