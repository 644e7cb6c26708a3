import { elapsedSince } from '../../../shared/relative-time.ts';
import { writeAge } from '../../../web/age.ts';
import { useNow } from '../../../web/clock.tsx';
import { useText } from '../../../web/i18n.tsx';

/** Says how long ago something was used: a moment ago is "just now", not "just posted" as of chapters. */
export function useWhen(): (iso: string) => string {
  const text = useText();
  const now = useNow();
  return (iso) => (elapsedSince(iso, now).unit === 'now' ? text.t('accounts.justNow') : writeAge(text, iso, now));
}
