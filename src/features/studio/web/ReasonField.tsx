import { TextArea } from './TextArea.tsx';
import { useStudioText } from './words.ts';

/** The field for why something is done; the audit keeps it. */
export function ReasonField({
  error,
  isFirst = false,
}: {
  error?: string | null | undefined;
  /** Whether it is the field that one begins with: what stands before it is filled in. */
  isFirst?: boolean;
}) {
  const { t } = useStudioText();
  const given = isFirst && { 'data-first': '' };
  return (
    <TextArea
      name="reason"
      label={t('kit.reason')}
      hint={t('kit.reasonHint')}
      // Whatever the error is, this is the remedy. It takes the place of the hint.
      error={error && t('kit.reasonWanted')}
      rows={2}
      {...given}
    />
  );
}
