/** The day that a moment falls on in a zone; undefined: the browser's. */
export function dayIn(iso: string | number, timeZone: string | undefined): string {
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('en-u-ca-iso8601', options).formatToParts(new Date(iso));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}`;
}

/** The time on the clocks of a zone, as HH:MM:SS. */
export function clockIn(iso: string, timeZone: string | undefined): string {
  const options = { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return new Intl.DateTimeFormat('en', options).format(new Date(iso));
}

/** The name of the browser's zone. */
export const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The minute of a moment as a field of days and times takes it, by the browser's clocks; empty: none. */
export function typedTime(iso: string | null | undefined): string {
  return iso ? `${dayIn(iso, undefined)}T${clockIn(iso, undefined).slice(0, 5)}` : '';
}
