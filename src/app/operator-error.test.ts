import { describe, expect, it } from 'vitest';
import { describeFailure, OperatorError } from './operator-error.ts';

describe('what an operator reads of a failure', () => {
  it('is its message where that says what to do, and the stack of a bug', () => {
    expect(describeFailure(new OperatorError('Give a path.'))).toBe('Give a path.');
    expect(describeFailure(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /);
    expect(describeFailure('odd')).toBe('odd');
  });

  it.each(['ENOSPC', 'EDQUOT', '53100'])('says in plain words that the disk is full (%s)', (code) => {
    const error = Object.assign(new Error('no space left on device, write'), { code });
    expect(describeFailure(error)).toBe(
      'The disk is full (no space left on device, write). Make room and run the command again: what is done already stays.',
    );
  });
});
