import { expect, it } from 'vitest';
import { faultOf, KeepError } from './keep-fault.ts';

it.each([
  ['what we found out ourselves', new KeepError('locked'), 'locked'],
  ['a full disk', new DOMException('', 'QuotaExceededError'), 'full'],
  ['a private window', new DOMException('', 'SecurityError'), 'forbidden'],
  ['forbidden storage', new DOMException('', 'InvalidStateError'), 'forbidden'],
  ['no connection', new TypeError('Failed to fetch'), 'network'],
  ['anything else', new Error('?'), 'failed'],
  ['what is no error', 'x', 'failed'],
])('%s', (_name, error, fault) => {
  expect(faultOf(error)).toBe(fault);
});
