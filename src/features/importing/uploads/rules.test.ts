import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCount, readMetadata, safePathOf } from './rules.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('a safe path', () => {
  it('is one form of what looks the same', () => {
    expect(safePathOf(bytesOf('e\u0301.png'))).toBe('\u00e9.png');
    expect(safePathOf(bytesOf('E.png'))).toBe('E.png');
  });

  it('never leads out of its folder', () => {
    const steps = fc.constantFrom('..', '.', '', 'a', 'C:', 'b c', '\\', '\u0000', 'é', '...');
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 12 }), (parts) => {
        const path = safePathOf(bytesOf(parts.join('/')));
        if (path === null) return;
        expect(new URL(encodeURI(`file:///x/${path}`)).pathname.startsWith('/x/')).toBe(true);
        expect(path).not.toMatch(/^\/|\\|^[a-z]:|\p{Cc}/iu);
        expect(path.split('/').length).toBeLessThanOrEqual(9);
      }),
    );
  });
});

describe('metadata', () => {
  it.each([
    ['', 'read'],
    ['path YQ==', 'read'],
    ['path YQ==,is_confidential', 'read'],
    ['path YQ==, name Yg==', 'read'],
    ['path YQ', 'malformed'],
    ['path  YQ==', 'malformed'],
    ['path YQ==,', 'malformed'],
    ['path YQ==,path YQ==', 'malformed'],
    ['pa\u00fcth YQ==', 'malformed'],
  ])('%j is %s', (header, kind) => expect(readMetadata(header).kind).toBe(kind));
});

describe('a count of bytes', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    ['-1', null],
    ['1.5', null],
    ['1e3', null],
    ['', null],
    [undefined, null],
  ])('%j is %j', (text, count) => expect(readCount(text)).toBe(count));
});
