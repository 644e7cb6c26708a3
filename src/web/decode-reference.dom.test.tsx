import { describe, expect, it } from 'vitest';
import { decodeReference as decodeOnServer } from '../shared/decode-reference.ts';
import { decodeReference } from './decode-reference.ts';

describe('a reference to a character', () => {
  it.each([
    ['&eacute;', 'é'],
    ['&Eacute;', 'É'],
    ['&AMP;', '&'],
    ['&lt;', '<'],
    ['&nbsp;', '\u00a0'],
    ['&NotEqualTilde;', '≂̸'],
    ['&#20013;', '中'],
    ['&#x1F600;', '😀'],
    ['&#146;', '’'],
    ['&#0;', '\ufffd'],
    ['&#10;', '\n'],
    ['&nosuch;', '&nosuch;'],
    ['&toString;', '&toString;'],
  ])('is read by browsers as by the server: %s', (reference, character) => {
    expect([decodeReference(reference), decodeOnServer(reference)]).toEqual([character, character]);
  });
});
