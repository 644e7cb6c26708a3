import { describe, expect, it } from 'vitest';
import { createLog, hideSecrets } from './log.ts';

function record(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  let line = '';
  write(
    createLog('info', {
      write: (text) => {
        line += text;
      },
    }),
  );
  return JSON.parse(line);
}

describe('the log', () => {
  it('is JSON with a UTC time, the level by name and the event', () => {
    const line = record((log) => log.info({ requestId: 'r1' }, 'request'));
    expect(line).toMatchObject({ level: 'info', requestId: 'r1', msg: 'request' });
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it.each([
    { authorization: 'Token canary' },
    { headers: { authorization: 'Token canary' } },
    { req: { headers: { authorization: 'Token canary', cookie: 'canary' } } },
    { body: { username: 'x', password: 'canary', code: 'canary' } },
    { user: { old_password: 'canary', new_password: 'canary' } },
    { coupon: 'canary', jwt_token: 'canary' },
    { order: { qr_code: 'canary' } },
    { url: '/media/abc/800.webp?expires=1&signature=canary' },
    { err: new Error('GET https://cdn.example.org/a.webp?sig=canary failed') },
    { err: new Error('Authorization: Token canarycanary.canary') },
    { err: new Error('connect postgresql://longstrip:canary@db/x') },
    { err: new Error('outer', { cause: new Error('Bearer canarycanary') }) },
    { err: Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (username)=(canary)' }) },
  ])('keeps no secret of %o', (fields) => {
    const line = JSON.stringify(record((log) => log.info(fields, 'event')));
    expect(line).not.toContain('canary');
  });

  it('keeps the type, the code and the stack of an error', () => {
    const { err } = record((log) => log.error({ err: Object.assign(new TypeError('bad'), { code: 'EX' }) }, 'failed'));
    expect(err).toMatchObject({
      type: 'TypeError',
      message: 'bad',
      code: 'EX',
      stack: expect.stringContaining('log.test'),
    });
  });

  it('leaves a question mark without a query alone', () => {
    expect(hideSecrets('is it so? a=b')).toBe('is it so? a=b');
    expect(hideSecrets('GET /reset-password/canary-_0 failed')).toBe('GET /reset-password/[redacted] failed');
    expect(hideSecrets('GET /feeds/updates/canary-_0.atom failed')).toBe('GET /feeds/updates/[redacted].atom failed');
  });
});
