import { ApiError } from '../../../../web/api-client.ts';
import type { Typed } from '../../../studio/web/Ask.tsx';
import { readNumber } from '../../../studio/web/typed-number.ts';

/** The place that was typed, counted from 1; what is none is refused beside its field. */
export function placeOf(typed: Typed): number {
  const place = readNumber(typed('place'));
  if (Number.isInteger(place) && place >= 1) return place;
  const details = [{ path: 'place', code: 'invalid', message: 'must be a number from 1 on' }];
  throw new ApiError(400, { code: 'invalid_request', details });
}
