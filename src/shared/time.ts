const isoTime =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;

/** The database has no year 0, and a year of five digits comes back from its JSON as no time. */
export function isTimeOfDatabase(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/**
 * Reads a time as operators write it: ISO 8601, by default in UTC and at midnight. Null when it is no time, or none that
 * the database keeps.
 */
export function parseTime(text: string): Date | null {
  const match = isoTime.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth) return null;
  const [date = '', time = '00:00'] = text.toUpperCase().split(/[T ]/);
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(time);
  const zoned = hasZone ? time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : `${time}Z`;
  const read = new Date(`${date}T${zoned}`);
  return isTimeOfDatabase(read) ? read : null;
}
