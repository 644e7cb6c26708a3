import { TextArea } from './TextArea.tsx';
import { useStudioText } from './words.ts';

/** The field for why something is done; the audit keeps it. */
export function ReasonField({ error }: { error?: string | null | undefined }) {
  const { t } = useStudioText();
  return <TextArea name="reason" label={t('kit.reason')} hint={t('kit.reasonHint')} error={error} rows={2} />;
}
