import { describe, expect, it } from 'vitest';
import english from '../../messages/en-us.json';
import chinese from '../../messages/zh-cn.json';
import { ApiError } from './api-client.ts';
import { createText } from './create-text.ts';
import { problemOf } from './problem.ts';

const text = createText('en-us', english);
const inEnglish = { text, fallback: 'app.partFailed' } as const;

describe('the text for a failed call', () => {
  it('is the text of its code, in the reader’s language', () => {
    const error = new ApiError(401, { error: 'Invalid username or password', code: 'invalid_credentials' });
    expect(problemOf(error, inEnglish)).toEqual({ text: 'Invalid username or password' });
    const inChinese = { text: createText('zh-cn', chinese), fallback: 'app.partFailed' } as const;
    expect(problemOf(error, inChinese).text).toBe(chinese.errors.invalid_credentials);
  });

  it('is the text of the first wrong field, where the answer names it', () => {
    const details = [{ path: 'password', code: 'password_length', message: 'No' }];
    const error = new ApiError(400, { error: 'No', code: 'invalid_request', details });
    expect(problemOf(error, { ...inEnglish, fields: { password_length: 'password' } })).toEqual({
      text: 'Password must be between 5 and 25 characters',
      field: 'password',
    });
  });

  it('falls back from an unknown rule to the code', () => {
    const details = [{ path: 'password', code: 'too_rude', message: 'Rude' }];
    const error = new ApiError(400, { error: 'Rude', code: 'invalid_request', details });
    expect(problemOf(error, inEnglish).text).toBe(english.errors.invalid_request);
  });

  it.each(['moon_phase', '__proto__', 'constructor', 'toString'])('are the server’s own for the code %s', (code) => {
    expect(problemOf(new ApiError(409, { error: 'The moon is full', code }), inEnglish).text).toBe('The moon is full');
  });

  it.each([new ApiError(0, {}), new ApiError(502, {})])('are the form’s where nothing was said', (error) => {
    expect(problemOf(error, inEnglish).text).toBe(english.app.partFailed);
  });

  it.each([
    [1, 'Too many attempts. Please try again in 1 second.'],
    [59, 'Too many attempts. Please try again in 59 seconds.'],
    [60, 'Too many attempts. Please try again in 1 minute.'],
    [61, 'Too many attempts. Please try again in 2 minutes.'],
    [null, english.errors.rate_limited],
  ])('tell how long to wait: %s seconds', (seconds, words) => {
    const error = new ApiError(429, { error: 'Slow down', code: 'rate_limited' }, seconds);
    expect(problemOf(error, inEnglish).text).toBe(words);
  });

  it('is not made for a bug', () => {
    expect(() => problemOf(new TypeError('oops'), inEnglish)).toThrow('oops');
  });
});
