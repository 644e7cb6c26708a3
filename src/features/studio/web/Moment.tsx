import { type Language, languageTags } from '../../../shared/languages.ts';
import { useNow } from '../../../web/clock.tsx';
import { writeDateTime } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';

/** A moment as readers of tables want it: how long ago, or how long ahead; the exact one on hover. */
export function Moment({ at }: { at: string }) {
  const { language } = useText();
  const now = useNow();
  return (
    <time dateTime={at} title={writeDateTime(at, language)}>
      {writeDistance(Date.parse(at) - now, language)}
    </time>
  );
}

/** A moment to the minute, short enough for a table. */
export function ExactMoment({ at }: { at: string }) {
  const { language } = useText();
  return <time dateTime={at}>{writeMoment(at, language)}</time>;
}

/** The words of `ExactMoment`; by the clocks of a zone where it is given, else by the browser's. */
export function writeMoment(at: string, language: Language, timeZone?: string): string {
  const key = `${language} ${timeZone}`;
  const zone = timeZone === undefined ? {} : { timeZone };
  const options = { dateStyle: 'medium', timeStyle: 'short', calendar: 'gregory', ...zone } as const;
  const format = moments.get(key) ?? new Intl.DateTimeFormat(languageTags[language], options);
  moments.set(key, format);
  return format.format(new Date(at));
}

/** To make one takes as long as to draw a row. */
const moments = new Map<string, Intl.DateTimeFormat>();

const minuteMs = 60_000;
/** The units from which on each is used, in milliseconds. */
const units = [
  ['year', 365 * 24 * 60 * minuteMs],
  ['month', 30 * 24 * 60 * minuteMs],
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const;

function writeDistance(ms: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(languageTags[language], { numeric: 'auto' });
  const unit = units.find(([, least]) => Math.abs(ms) >= least);
  return unit ? format.format(Math.trunc(ms / unit[1]), unit[0]) : format.format(0, 'second');
}
