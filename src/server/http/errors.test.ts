import { describe, expect, it } from 'vitest';
import { AppError, invalidRequest, notFound, toAppError, unavailable } from './errors.ts';

const withFields = (fields: object, message = 'secret words of a library') => Object.assign(new Error(message), fields);

describe('the answer to anything thrown', () => {
  it.each([
    { thrown: withFields({ statusCode: 400 }), status: 400, code: 'invalid_request' },
    { thrown: withFields({ statusCode: 404 }), status: 404, code: 'not_found' },
    { thrown: withFields({ statusCode: 413 }), status: 413, code: 'payload_too_large' },
    { thrown: withFields({ statusCode: 414 }), status: 400, code: 'invalid_request' },
    { thrown: withFields({ statusCode: 415 }), status: 415, code: 'unsupported_media_type' },
    { thrown: withFields({ statusCode: 500 }), status: 500, code: 'internal_error' },
    { thrown: withFields({ code: '57P01' }), status: 503, code: 'unavailable' },
    { thrown: withFields({ code: '57014' }), status: 503, code: 'unavailable' },
    { thrown: new TypeError('a bug'), status: 500, code: 'internal_error' },
    { thrown: 'a text', status: 500, code: 'internal_error' },
    { thrown: undefined, status: 500, code: 'internal_error' },
  ])('$thrown answers $status $code', ({ thrown, status, code }) => {
    expect(toAppError(thrown)).toMatchObject({ status, code });
  });

  it('never shows the text of a library or a bug', () => {
    expect(toAppError(withFields({ statusCode: 413 })).body().error).not.toContain('secret');
    expect(toAppError(new TypeError('secret')).body().error).not.toContain('secret');
  });

  it('names every wrong field, and the first one in its sentence', () => {
    const issue = (instancePath: string, message: string) => ({ instancePath, keyword: 'too_small', message });
    const validation = [issue('/items/0/page_size', 'Too small'), issue('/page', 'Not a number')];
    expect(toAppError(withFields({ validation })).body()).toEqual({
      error: 'items.0.page_size: Too small',
      code: 'invalid_request',
      details: [
        { path: 'items.0.page_size', code: 'too_small', message: 'Too small' },
        { path: 'page', code: 'too_small', message: 'Not a number' },
      ],
    });
  });

  it('leaves an `AppError` as it is', () => {
    const made = new AppError(403, 'thing_locked', 'For members', { extra: { chapter: { title: 'One' } } });
    expect(toAppError(made)).toBe(made);
    expect(made.body()).toEqual({
      error: 'For members',
      code: 'thing_locked',
      chapter: { title: 'One' },
    });
  });
});

describe('the usual failures', () => {
  it('say when to try again, and have no empty fields', () => {
    expect(unavailable().retryAfterSeconds).toBeGreaterThan(0);
    expect(notFound('thing_not_found', 'No such thing').body()).toEqual({
      error: 'No such thing',
      code: 'thing_not_found',
    });
    expect(invalidRequest('Wrong').body()).toEqual({ error: 'Wrong', code: 'invalid_request' });
  });
});
