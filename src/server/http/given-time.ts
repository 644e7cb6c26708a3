import { parseZonedTime } from '../../shared/zoned-time.ts';
import { wrongFields } from './errors.ts';

/** Reads the time of a field; ends the call with 400 where it is none, or an hour that is skipped in that zone. */
export function readGivenTime(field: string, text: string, zone: string): Date {
  const time = parseZonedTime(text, zone);
  if (time) return time;
  throw wrongFields([{ path: field, code: 'invalid_time', message: `must be a time that there is in ${zone}` }]);
}
