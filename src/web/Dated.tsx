import { useByMinute } from './clock.tsx';
import { useText } from './i18n.tsx';
import { writeMoment } from './moments.ts';
import { useTimeZone } from './use-time-zone.ts';

/** Makes a text, given what writes its dates. */
export type DatedText = (moment: (iso: string) => string) => string;

/** A text with dates in it, written anew when the minute, or the zone, changes it. */
export function Dated({ write }: { write: DatedText }) {
  const { language } = useText();
  const timeZone = useTimeZone();
  const words = useByMinute((now) => write((iso) => writeMoment(language, iso, { now, timeZone })));
  // Two editions of one locale may put other spaces into a date.
  return <span suppressHydrationWarning>{words}</span>;
}
