import { describe, expect, it } from 'vitest';
import { describeFailure, OperatorError } from './operator-error.ts';

describe('the text of a failure for an operator', () => {
  it('is the message of an `OperatorError`, and the stack of a bug', () => {
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

  it.each([
    ['57P01', 'terminating connection due to administrator command', 'The database went away (terminating'],
    [undefined, 'Connection terminated unexpectedly', 'The database went away (Connection terminated unexpectedly)'],
    ['EACCES', "EACCES: permission denied, open '/srv/x'", 'This user may not do that (EACCES: permission denied'],
    ['42501', 'permission denied for table books', 'The database does not allow it (permission denied for table'],
  ])('is one sentence for what is no bug (%s: %s)', (code, message, sentence) => {
    const shown = describeFailure(Object.assign(new Error(message), code && { code }));
    expect(shown).toContain(sentence);
    expect(shown).not.toContain('\n');
  });
});
