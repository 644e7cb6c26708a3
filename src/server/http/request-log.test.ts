import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../config/log.ts';
import { createRequestLog } from './request-log.ts';

function written() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

describe('the log of a request', () => {
  it('writes the id of the request into every line, of its children as well', () => {
    const { log, lines } = written();
    const own = createRequestLog(log, { reqId: 'r-1' }, {});
    own.warn({ event: 'seen' }, 'words');
    own.child({ part: 'a' }).error('more words');
    own.debug('below the level');
    expect(lines).toMatchObject([
      { level: 'warn', reqId: 'r-1', event: 'seen', msg: 'words' },
      { level: 'error', reqId: 'r-1', part: 'a', msg: 'more words' },
    ]);
  });

  it('is not made before the request has something to say, and then once', () => {
    const { log } = written();
    const child = vi.spyOn(log, 'child');
    const own = createRequestLog(log, { reqId: 'r-1' }, {});
    expect(child).not.toHaveBeenCalled();
    own.info('first');
    own.info('second');
    expect(child).toHaveBeenCalledTimes(1);
  });
});
